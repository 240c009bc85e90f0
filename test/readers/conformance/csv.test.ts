import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cellsOf, load, readAll, readText, textSpec, withoutEmptyEnd } from './csv-cases.ts';

/** Compares real CSV files and the test cases of other readers with the spec language. */
const corpora = fileURLToPath(new URL('../../../../shared/corpora/csv/', import.meta.url));
const encode = (text: string) => new TextEncoder().encode(text);

interface PapaCase {
  description: string;
  input: string;
  config?: {
    header?: boolean;
    delimiter?: string;
    comments?: boolean | string;
    quoteChar?: string;
    escapeChar?: string;
    skipEmptyLines?: boolean | string;
    skipFirstNLines?: number;
    newline?: string;
    preview?: number;
    dynamicTyping?: unknown;
    fastMode?: boolean;
  };
  expected: { data: (string[] | Record<string, unknown>)[]; errors: unknown[] };
}

/** Reasons for intended differences. The first match counts. */
const DEVIATIONS: readonly (readonly [fits: (one: PapaCase) => boolean, reason: string])[] = [
  [
    ({ config }) =>
      typeof config?.comments === 'number' || (typeof config?.comments === 'string' && config.comments.length > 1),
    'a comment begins with one character',
  ],
  [({ config }) => (config?.skipFirstNLines ?? 0) < 0, 'a negative number of lines cannot be skipped: a diagnostic'],
  [({ config }) => config?.delimiter === '\n', 'a line end cannot be a delimiter: a diagnostic'],
  [({ config }) => config?.skipEmptyLines === 'greedy', 'a line of empty cells is a record'],
  [({ description }) => /first line only whitespace/.test(description), 'a line of blanks only is a blank line'],
  [({ description }) => /slash n and slash r/.test(description), 'LF, CRLF and CR end lines, in one file as well'],
  [
    ({ description }) => /between closing quote|after closing quote/.test(description),
    'only a delimiter or a line end may follow a closing quote',
  ],
  [({ input, config }) => config?.header !== true && /\n$/.test(input), 'there is no line after the last line end'],
  [
    ({ config }) => config?.preview !== undefined,
    'a caller reads only the first records by ending the loop over read()',
  ],
  [({ config }) => config?.dynamicTyping !== undefined, 'types come from the spec, not from the form of a cell'],
  [
    ({ config }) => (config?.delimiter?.length ?? 1) > 1 || Array.isArray(config?.delimiter),
    'a delimiter is one character, and it is not detected',
  ],
  [
    ({ config }) => config?.newline !== undefined && !['\r', '\n', '\r\n'].includes(config.newline),
    'lines end with LF, CRLF or CR',
  ],
  [
    ({ input, config }) => /\x1e|\x1f/.test(input) && config?.delimiter === undefined,
    'a delimiter is one character, and it is not detected',
  ],
  [
    ({ config, input }) => config?.delimiter === undefined && /[|\t;]/.test(input),
    'a delimiter is one character, and it is not detected',
  ],
  [
    ({ expected, description }) =>
      expected.errors.some((error) => (error as { type: string }).type === 'Quotes') ||
      /[Mm]alformed|trailing quote/.test(description),
    'text after a closing quote and an unclosed quote are MALFORMED_QUOTES of one line: no record is swallowed or guessed',
  ],
  [
    ({ expected }) => expected.errors.some((error) => (error as { type: string }).type === 'FieldMismatch'),
    'cells without a column are TOO_MANY_COLUMNS and dropped',
  ],
  [({ config }) => config?.header === true, 'a duplicate column is DUPLICATE_COLUMN, and is not renamed'],
];

function specOf({ config = {}, expected }: PapaCase): object {
  const {
    header = false,
    delimiter = ',',
    comments,
    quoteChar = '"',
    escapeChar,
    skipEmptyLines,
    skipFirstNLines = 0,
  } = config;
  const rows = expected.data.map((row) => (Array.isArray(row) ? row.map((_, index) => `${index}`) : Object.keys(row)));
  const columns = header
    ? [...new Set(rows.flat())]
    : Array.from({ length: Math.max(1, ...rows.map(({ length }) => length)) }, (_, index) => `${index}`);
  return textSpec(columns.length > 0 ? columns : ['0'], {
    hasHeader: header,
    delimiter: delimiter === '' ? ',' : delimiter,
    quote: quoteChar,
    ...(escapeChar === undefined ? {} : { escape: escapeChar }),
    ...(comments === undefined || comments === false ? {} : { comment: comments === true ? '#' : comments }),
    skipBlankLines: skipEmptyLines === true || skipEmptyLines === 'greedy',
    skipLines: { top: skipFirstNLines },
  });
}

async function answersOf(one: PapaCase): Promise<{ actual: string[][]; expected: string[][] }> {
  const module = await load(specOf(one));
  const { outcomes, failure } = await readAll(module, encode(one.input));
  const expected = one.expected.data.map((row) =>
    withoutEmptyEnd((Array.isArray(row) ? row : Object.values(row)).map((cell) => String(cell ?? ''))),
  );
  return {
    actual: failure === null ? outcomes.map((outcome) => withoutEmptyEnd(cellsOf(outcome))) : [[`<${failure}>`]],
    expected,
  };
}

/** The one csv-spectrum result that is not a list has another telephone number than its file. */
const SPECTRUM_CORRECTED = { 'Contact Phone Number': '2095257564' };

if (!existsSync(corpora)) {
  const why = 'skip: ../shared/corpora/csv is not there';
  console.log(why);
  test.skip(why, () => {});
} else {
  const papa = JSON.parse(readText(`${corpora}papaparse-cases.json`)) as Record<'core' | 'parse', PapaCase[]>;

  test('papaparse: every case has the same result, or differs for a listed reason', async () => {
    const cases = [...papa.core, ...papa.parse];
    const different = new Map<string, string[]>();
    const unexplained: string[] = [];
    let alike = 0;
    for (const one of cases) {
      const answers = await answersOf(one).catch((error: unknown) => ({
        actual: [[`<${String(error)}>`]],
        expected: [] as string[][],
      }));
      if (JSON.stringify(answers.actual) === JSON.stringify(answers.expected)) alike++;
      else {
        const reason = DEVIATIONS.find(([fits]) => fits(one))?.[1] ?? '';
        if (reason === '')
          unexplained.push(
            `${one.description}: ${JSON.stringify(one.input)} ${JSON.stringify(one.config ?? {})} gives ${JSON.stringify(answers.actual)}, expected ${JSON.stringify(answers.expected)}`,
          );
        else different.set(reason, [...(different.get(reason) ?? []), one.description]);
      }
    }
    console.log(`note: papaparse: ${alike} of ${cases.length} alike (${((100 * alike) / cases.length).toFixed(1)} %)`);
    for (const [reason, names] of different)
      console.log(`note:   ${names.length} otherwise: ${reason}: ${names.join(' · ')}`);
    assert.is(unexplained.join('\n'), '');
    assert.ok(alike > 100);
  });

  test('csv-spectrum: all cases', async () => {
    const names = readdirSync(`${corpora}spectrum/csvs`).map((file) => file.replace(/\.csv$/, ''));
    for (const name of names) {
      const file = readFileSync(`${corpora}spectrum/csvs/${name}.csv`);
      const json = readFileSync(`${corpora}spectrum/json/${name}.json`);
      // One file is in no declared encoding, and so is its expected result: the bytes are compared.
      const encoding = isUtf8(file) ? 'utf-8' : 'windows-1252';
      const answer = JSON.parse(new TextDecoder(encoding).decode(json)) as
        | Record<string, string>
        | Record<string, string>[];
      const rows = Array.isArray(answer) ? answer : [{ ...answer, ...SPECTRUM_CORRECTED }];
      const columns = Object.keys(rows[0] ?? {});
      const { outcomes } = await readAll(await load(textSpec(columns, { encoding })), file);
      assert.equal(
        outcomes.map(cellsOf),
        rows.map((row) => columns.map((column) => row[column])),
        name,
      );
    }
    console.log(
      `note: csv-spectrum: ${names.length} of ${names.length} alike (100.0 %); in location_coordinates the answer has another telephone number than the file`,
    );
    assert.ok(names.length >= 12);
  });

  test('duckdb: the same rows in every encoding', async () => {
    const read = async (file: string, encoding: string) => {
      const bytes = readFileSync(`${corpora}duckdb/encodings/${file}`);
      const [header = ''] = new TextDecoder(encoding).decode(bytes).split(/\r\n|\n|\r/);
      const { outcomes, failure } = await readAll(
        await load(textSpec(header.replaceAll('"', '').split(','), { encoding })),
        bytes,
      );
      assert.is(failure, null, file);
      assert.ok(outcomes.length > 0, file);
      assert.ok(
        // One file has every character of UTF-16 on a line of its own, U+FEFF too.
        outcomes.every(({ issues }) =>
          issues.every(({ code }) => code === 'BYTE_ORDER_MARK' && file === 'all_utf16.csv'),
        ),
        `${file} has no issue`,
      );
      const rows = new TextDecoder(encoding)
        .decode(bytes)
        .split(/\r\n|\n|\r/)
        .slice(1)
        .filter((line) => line !== '');
      if (rows.every((row) => !row.includes('"')))
        assert.equal(
          outcomes.map((outcome) => cellsOf(outcome).join()),
          rows,
        );
    };
    for (const [file, encoding] of [
      ['latin1.csv', 'latin1'],
      ['all_latin1.csv', 'latin1'],
      ['only_latin1.csv', 'latin1'],
      ['utf16.csv', 'utf-16le'],
      ['only_utf16.csv', 'utf-16le'],
      ['all_utf16.csv', 'utf-16le'],
      ['shift_jis.csv', 'shift_jis'],
    ] as const)
      await read(file, encoding);
    console.log('note: duckdb/encodings: 7 of 7 files without an issue');
  });

  test('duckdb: headers, dates and rejects', async () => {
    const readFile = async (file: string, spec: object) =>
      readAll(await load(spec), readFileSync(`${corpora}duckdb/${file}`));
    const only = await readFile(
      'header/header_only.csv',
      textSpec(readText(`${corpora}duckdb/header/header_only.csv`).trim().split(',')),
    );
    assert.equal([only.failure, only.outcomes.length], [null, 0]);
    const left =
      readText(`${corpora}duckdb/header/header_left_space.csv`)
        .split('\n')[0]
        ?.split(',')
        .map((cell) => cell.trim()) ?? [];
    assert.is((await readFile('header/header_left_space.csv', textSpec(left))).failure, null);

    const dates = (format: string) => ({
      name: 'filings',
      format: 'CSV',
      fields: [
        { name: 'number', type: 'STRING', columnName: 'ACCESSION_NUMBER' },
        { name: 'filed', type: 'DATE', columnName: 'FILING_DATE', format },
      ],
    });
    for (const file of ['working', 'not_working']) {
      const { outcomes } = await readFile(`dateformat/${file}.csv`, dates('dd-MMM-yyyy'));
      assert.equal(
        outcomes.map(({ outcome }) => outcome),
        ['processed', 'processed'],
      );
      assert.equal(
        outcomes.map(({ issues }) => issues.length),
        [0, 0],
      );
    }

    const numbers = { name: 'numbers', format: 'CSV', fields: [{ name: 'number', type: 'DECIMAL' }] };
    const { outcomes } = await readFile('rejects/flush.csv', numbers);
    assert.equal(
      outcomes.map(({ issues }) => issues[0]?.code ?? 'good'),
      ['TYPE_MISMATCH', 'TYPE_MISMATCH', 'good', 'TYPE_MISMATCH', 'TYPE_MISMATCH', 'good', 'good'],
    );

    const quoted = await readFile('rejects/unquoted-basic.csv', textSpec(['a', 'b']));
    assert.equal(
      quoted.outcomes.map(({ outcome, line, issues }) => [outcome, line, issues[0]?.code]),
      [
        ['processed', 2, undefined],
        ['processed', 3, undefined],
        ['processed', 4, undefined],
        ['failed', 5, 'MALFORMED_QUOTES'],
        ['processed', 6, undefined],
        ['processed', 7, undefined],
        ['processed', 8, undefined],
      ],
    );
    console.log('note: duckdb/header, dateformat, rejects: 6 of 6 as the spec language defines');
  });

  test('chadwick: every person, counted independently', async () => {
    for (const file of ['people-0.csv', 'people-1.csv', 'names.csv', 'countries.csv']) {
      const text = readText(`${corpora}chadwick-register/${file}`);
      const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
      const columns = header.split(',');
      const { outcomes, failure } = await readAll(
        await load(textSpec(columns, { onMissingColumns: 'FATAL', onExtraColumns: 'FATAL' })),
        encode(text),
      );
      assert.is(failure, null);
      assert.is(outcomes.length, lines.length, file);
      const odd = outcomes.filter(({ issues }) => issues.length > 0);
      assert.is(odd.length, 0, file);
      // Without quotes, a record is its line.
      outcomes.forEach((outcome, index) => {
        const line = lines[index] ?? '';
        if (!line.includes('"')) assert.is(cellsOf(outcome).join(), line);
      });
    }
    console.log('note: chadwick-register: 4 of 4 files, every record');
  });

  test('go-fuzz: no crash, no hang, consistent counters', async () => {
    const files = readdirSync(`${corpora}go-fuzz/corpus`);
    const specs = [
      textSpec(['a', 'b', 'c'], { hasHeader: false }),
      textSpec(['a'], { hasHeader: false, delimiter: ';', escape: '\\', comment: '#' }),
      textSpec(['a', 'b'], { hasHeader: false, encoding: 'utf-16le' }),
      textSpec(['a', 'b'], { hasHeader: false, encoding: 'shift_jis', maxRecordBytes: 40 }),
    ];
    for (const file of files) {
      const bytes = readFileSync(`${corpora}go-fuzz/corpus/${file}`);
      for (const spec of specs) {
        const transformer = (await load(spec)).createTransformer({ skipInvalidRecords: true });
        let records = 0;
        let published = 0;
        let unpublished = 0;
        let last = 0;
        for (const batch of [...transformer.push(bytes), ...transformer.end()]) {
          records += batch.records;
          published += batch.count;
          unpublished += batch.recordIssues.filter(({ outcome }) => outcome !== 'processed').length;
          last = batch.next.record;
        }
        assert.is(published + unpublished, records, file);
        assert.is(last, records, file);
      }
    }
    console.log(`note: go-fuzz: ${files.length} of ${files.length} inputs x ${specs.length} specs`);
    assert.ok(files.length > 200);
  });
}

test.run();

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { load, type Outcome, readAll, readText } from './csv-cases.ts';

/**
 * Compares real fixed-width files with the documentation of their owners: NACHA, the Illinois census, csvkit's cases,
 * EBCDIC of mainframes.
 */
const corpora = fileURLToPath(new URL('../../../../shared/corpora/', import.meta.url));
const folder = `${corpora}fixed-width/`;

function fixed(fields: readonly object[], settings: object = {}): object {
  return { name: 'conformance', format: 'FIXED_WIDTH', fields, ...settings };
}

const text = (name: string, start: number, length: number, more: object = {}) => ({
  name,
  type: 'STRING',
  start,
  length,
  ...more,
});

/** Prints how many of the cases have the expected result. Throws unless all do. */
function printShare(what: string, good: number, all: number): void {
  console.log(`note: ${what}: ${good} of ${all}`);
  assert.ok(all > 0);
  assert.is(good, all, what);
}

const columns = [
  ['kind', 1, 1],
  ['transactionCode', 2, 2],
  ['bank', 4, 8],
  ['checkDigit', 12, 1],
  ['account', 13, 17],
  ['amount', 30, 10],
  ['individualId', 40, 15],
  ['name', 55, 22],
  ['discretionary', 77, 2],
  ['addenda', 79, 1],
  ['trace', 80, 15],
] as const;

/** Returns a spec for the entry lines (type 6) of a NACHA file. */
function entries(settings: object = {}): object {
  const fields = columns.map(([name, start, length]) =>
    name === 'amount'
      ? { name, type: 'DECIMAL', scale: 2, start, length, align: 'RIGHT', padChar: '0' }
      : text(name, start, length),
  );
  return fixed(fields, {
    recordLength: 94,
    onExtraColumns: 'WARNING',
    onMissingColumns: 'WARNING',
    recordWhen: { start: 1, length: 1, values: ['6'] },
    ...settings,
  });
}

function centsOf({ value }: Outcome): bigint {
  return BigInt(String(value?.['amount'] ?? '0').replace('.', ''));
}

/** Returns whether every field of a record equals a plain slice of its line. */
function hasSlices({ value }: Outcome, line: string): boolean {
  const chars = [...line];
  return columns.every(([name, start, length]) => {
    const slice = chars.slice(start - 1, start - 1 + length).join('');
    const cell = String(value?.[name] ?? '');
    if (name !== 'amount') return cell === slice.replace(/ +$/u, '');
    // ADV files have other entries, whose amounts begin two characters earlier.
    return /^[0-9]{10}$/u.test(slice) ? cell === `${Number(slice.slice(0, 8))}.${slice.slice(8)}` : cell === '';
  });
}

interface Counters {
  recordTypes: Record<string, number>;
  sumEntryAmountCents: number;
  lineLengths: Record<string, number>;
}

/** Census columns as in the converted file. csvkit detected some of them as numbers and booleans. */
const censusTypes: Readonly<Record<string, object>> = {
  GEOCOMP: { type: 'INTEGER' },
  CHARITER: { type: 'INTEGER' },
  INTPTLAT: { type: 'DECIMAL' },
  INTPTLON: { type: 'DECIMAL' },
  MEMI: { type: 'BOOLEAN', trueValues: ['1'], falseValues: ['2'] },
};
const asWritten = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : String(value ?? '');

async function compareCobrix(
  name: string,
  { data, expected }: { data: string; expected: string },
  companyName: string,
): Promise<void> {
  const nul = { padChar: '\0' };
  const spec = fixed(
    [
      text('CURRENCY', 1, 3, nul),
      text('SIGNATURE', 4, 8, nul),
      text(companyName, 12, 15, nul),
      text('COMPANY_ID', 27, 10, nul),
      { name: 'WEALTH_QFY', type: 'INTEGER', start: 37, length: 1 },
    ],
    {
      encoding: 'IBM037',
      lineTerminator: 'NONE',
      recordLength: 45,
      // Cobrix reads CR as LF, and shows control characters except NEL as blanks.
      correctionRules: [
        { ruleId: 'cr', field: companyName, correctionType: 'REGEX_REPLACE', pattern: '\\r', replacement: '\n' },
        {
          ruleId: 'controls',
          field: companyName,
          correctionType: 'REGEX_REPLACE',
          pattern: '[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x84\\x86-\\x9f]',
          replacement: ' ',
        },
        { ruleId: 'trim', field: companyName, correctionType: 'TRIM' },
      ],
    },
  );
  const { outcomes } = await readAll(await load(spec), readFileSync(`${folder}cobrix/${data}`));
  assert.is(outcomes.length, 1000);
  assert.is(outcomes.filter(({ issues }) => issues.length > 0).length, 0);
  const lines = readText(`${folder}cobrix/${expected}`).trim().split('\n');
  const good = lines.filter((line, i) => {
    const { AMOUNT: _, ...record } = JSON.parse(line) as Record<string, unknown>;
    const found = { ...outcomes[i]?.value, WEALTH_QFY: Number(outcomes[i]?.value?.['WEALTH_QFY']) };
    return JSON.stringify(found) === JSON.stringify(record);
  });
  printShare(`cobrix ${name}, records equal to the expected JSON but for the binary amount`, good.length, lines.length);
}

if (!existsSync(folder)) {
  const why = 'skip: ../shared/corpora/fixed-width is not there';
  console.log(why);
  test.skip(why, () => {});
} else {
  test('NACHA: the counters of 100,610 lines', async () => {
    const name = 'PPD-200-batches-100000-entries.ach.gz';
    const expected = (JSON.parse(readText(`${corpora}expected-counters.json`)) as Record<string, Counters>)[name];
    const bytes = gunzipSync(readFileSync(`${folder}ach/${name}`));
    const lines = expected?.lineLengths['94'] ?? 0;
    for (const [kind, count] of Object.entries(expected?.recordTypes ?? {})) {
      const spec = fixed([text('line', 1, 94)], {
        recordLength: 94,
        recordWhen: { start: 1, length: 1, values: [kind] },
      });
      const transformer = (await load(spec)).createTransformer({ messages: false });
      const batches = [...transformer.push(bytes), ...transformer.end()];
      const sum = (of: (batch: Batch) => number) => batches.reduce((total, batch) => total + of(batch), 0);
      assert.equal(
        [
          sum(({ records }) => records),
          sum(({ otherLines }) => otherLines),
          sum(({ recordIssues }) => recordIssues.length),
        ],
        [count, lines - count, 0],
        `type ${kind}`,
      );
    }
    const { outcomes } = await readAll(await load(entries()), bytes);
    assert.is(outcomes.filter(({ issues }) => issues.length > 0).length, 0);
    assert.is(
      outcomes.reduce((sum, outcome) => sum + centsOf(outcome), 0n),
      BigInt(expected?.sumEntryAmountCents ?? 0),
    );
    console.log(
      `note: NACHA, entries of ${name}: ${outcomes.length}, the cents sum up to ${expected?.sumEntryAmountCents}`,
    );
  });

  test('NACHA: the entries of every file, field by field', async () => {
    let good = 0;
    let all = 0;
    for (const name of readdirSync(`${folder}ach`).filter((file) => file.endsWith('.ach'))) {
      const bytes = readFileSync(`${folder}ach/${name}`);
      const encoding = name === 'nonascii.ach' ? 'windows-1252' : 'utf-8';
      const isUnterminated = name.includes('fixedLength');
      const content = bytes.toString(encoding === 'utf-8' ? 'utf8' : 'latin1');
      const lines = (isUnterminated ? (content.match(/[^]{1,94}/g) ?? []) : content.split(/\r?\n/u)).filter((line) =>
        line.startsWith('6'),
      );
      const { outcomes } = await readAll(
        await load(entries({ encoding, ...(isUnterminated && { lineTerminator: 'NONE', onExtraColumns: undefined }) })),
        bytes,
      );
      assert.is(outcomes.length, lines.length, name);
      all += lines.length;
      good += outcomes.filter((outcome, i) => hasSlices(outcome, lines[i] ?? '')).length;
    }
    printShare('NACHA: entries of the other files that equal plain slices', good, all);
  });

  test('the Illinois census, field by field', async () => {
    const schema = parse(readText(`${folder}csvkit/census2010_geo_schema.csv`), { columns: true }) as {
      column: string;
      start: string;
      length: string;
    }[];
    const expected = parse(readText(`${folder}csvkit/ilgeo2010_excerpt.csv`), { columns: true }) as Record<
      string,
      string
    >[];
    const fields = schema.map(({ column, start, length }) => ({
      ...text(column, Number(start) + 1, Number(length)),
      ...censusTypes[column],
    }));
    const trims = schema.map(({ column }) => ({ ruleId: `trim ${column}`, field: column, correctionType: 'TRIM' }));
    const { outcomes } = await readAll(
      await load(fixed(fields, { encoding: 'iso-8859-1', correctionRules: trims })),
      readFileSync(`${folder}csvkit/ilgeo2010_excerpt.pl`),
    );
    assert.equal([outcomes.length, fields.length], [1000, 101]);
    // It writes numbers without trailing zeros. Specmill keeps all digits of the file.
    const found = (i: number, column: string) =>
      asWritten(outcomes[i]?.value?.[column]).replace(/(\.\d*?)0+$/u, column.startsWith('INTPT') ? '$1' : '$&');
    const cells = expected.flatMap((row, i) => schema.map(({ column }) => found(i, column) === row[column]));
    printShare('Illinois census, values', cells.filter(Boolean).length, cells.length);
  });

  test('csvkit: columns of every type, a blank record, lines to skip', async () => {
    const schema = parse(readText(`${folder}csvkit/testfixed_schema.csv`), { columns: true }) as {
      column: string;
      start: string;
      length: string;
    }[];
    const expected = parse(readText(`${folder}csvkit/testfixed_converted.csv`), { columns: true }) as Record<
      string,
      string
    >[];
    const types: Record<string, object> = {
      date: { type: 'DATE' },
      integer: { type: 'INTEGER' },
      float: { type: 'DECIMAL' },
      boolean: { type: 'BOOLEAN' },
      time: { align: 'RIGHT' },
    };
    const fields = schema.map(({ column, start, length }) => ({
      ...text(column, Number(start) + 1, Number(length)),
      ...types[column],
    }));
    let good = 0;
    for (const [file, top] of [
      ['testfixed', 0],
      ['testfixed_skip_lines', 3],
    ] as const) {
      // A line that ends before its last field is an issue unless the spec ignores it.
      const spec = fixed(fields, { skipBlankLines: false, skipLines: { top }, onMissingColumns: 'IGNORE' });
      const { outcomes } = await readAll(await load(spec), readFileSync(`${folder}csvkit/${file}`));
      assert.is(outcomes.length, expected.length, file);
      good += outcomes.filter(({ value }, i) =>
        schema.every(({ column }) => asWritten(value?.[column]) === expected[i]?.[column]),
      ).length;
    }
    printShare('csvkit, records', good, 2 * expected.length);
  });

  test('Cobrix: padded strings, and EBCDIC of cp037', async () => {
    await compareCobrix(
      'test3',
      { data: 'test3_data/TRAN2.AUG31.DATA.dat', expected: 'test3_expected/test3.txt' },
      'COMPANY_NAME',
    );
    await compareCobrix(
      'test9',
      { data: 'test9_data/TRAN.APR14.NPT.DATA.dat', expected: 'test9_expected/test9_cp037.txt' },
      'COMPANY_NAME_NP',
    );
  });
}

test.run();

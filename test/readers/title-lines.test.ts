/** The values of lines before the records, for all ways to read a file. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch, Position, SpecModule, TransformOptions } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { scaleRuns, seed } from '../support/property.ts';
import { type Random, randomOf } from '../support/random.ts';
import { encode } from './parity/encode.ts';
import { readSplitFile } from './splits/split-file.ts';

const TITLES = [
  'Account: 0042',
  'Konto:17;Ä',
  '',
  '"open',
  '# Account: 5',
  'Account: x',
  'a"b";c',
  'sep=;',
  '  ',
  'é 9',
] as const;
const PATTERNS = ['(?:Account|Konto): *([0-9]+)', '^.*?([^ ]+)$', '([0-9])'] as const;
const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le'] as const;

interface Drawn {
  readonly text: string;
  readonly file: Uint8Array;
  /** The messages that the file should have. */
  readonly messages: string;
}

/** Draws a spec with values in its first lines, and a file. JavaScript's own patterns say which values it has. */
function draw(random: Random): Drawn {
  const lines = Array.from({ length: 1 + random.below(6) }, () => random.pick(TITLES));
  const isFixed = random.oneIn(3);
  const isSearched = !isFixed && random.oneIn(2);
  const encoding = random.pick(ENCODINGS);
  const titles = Array.from({ length: 1 + random.below(3) }, (_, index) => ({
    name: `t${index}`,
    type: 'STRING',
    fromLine: { line: 1 + random.below(lines.length + (isSearched ? 3 : 0)), pattern: random.pick(PATTERNS) },
  }));
  const place = isFixed ? { start: 1, length: 2 } : { columnName: 'No' };
  const fields = [...titles, { name: 'no', type: 'INTEGER', ...place }];
  if (random.oneIn(2)) fields.reverse();
  const upper = titles[0]?.name ?? '';
  const spec = {
    ...{ name: 'a', format: isFixed ? 'FIXED_WIDTH' : 'CSV', encoding, fields, messageKey: [upper] },
    ...(!isFixed && { delimiter: ';', comment: '#' }),
    skipLines: isSearched ? { until: 'HEADER' } : { top: lines.length },
    correctionRules: [{ ruleId: 'u', field: upper, correctionType: 'UPPER_CASE' }],
  };
  const count = 1 + random.below(60);
  const records = Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, ' '));
  // Comments after the header are no lines before it.
  const after = isFixed ? [] : ['# Account: 77'];
  const end = random.pick(['\n', '\r\n', '\r'] as const);
  const all = [...lines, ...(isFixed ? [] : ['No', ...after]), ...records];
  const valueOf = ({ line, pattern }: { line: number; pattern: string }, name: string) => {
    const found = line > lines.length ? null : (new RegExp(pattern, 'u').exec(lines[line - 1] ?? '')?.[1] ?? null);
    return name === upper ? (found?.toUpperCase() ?? null) : found;
  };
  const values = new Map(titles.map(({ name, fromLine }) => [name, valueOf(fromLine, name)]));
  const messages = records
    .map((no) => Object.fromEntries(fields.map(({ name }) => [name, name === 'no' ? Number(no) : values.get(name)])))
    .map((message) => `${JSON.stringify(message)}\n`);
  return {
    text: JSON.stringify(spec),
    file: encode(all.map((line) => line + end).join(''), encoding),
    messages: messages.join(''),
  };
}

interface Cut {
  readonly chunk: number;
  readonly options: TransformOptions;
}

function read(module: SpecModule, file: Uint8Array, { chunk, options }: Cut): Batch[] {
  const transformer = module.createTransformer({ lineFeeds: true, ...options });
  const rest = file.subarray(options.from?.byteOffset ?? 0);
  const batches: Batch[] = [];
  for (let at = 0; at < rest.length; at += chunk) batches.push(...transformer.push(rest.subarray(at, at + chunk)));
  batches.push(...transformer.end());
  return batches.map((batch) => ({ ...batch, bytes: batch.bytes.slice() }));
}

function textOf(batches: readonly Pick<Batch, 'bytes'>[]): string {
  return batches.map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
}

test('both readers find the same values, in chunks of any size', async () => {
  for (let index = 0; index < scaleRuns(120); index++) {
    const random = randomOf(seed, index);
    const { text, file, messages } = draw(random);
    const module = await loadModule({ text, path: 'a.json', syntax: 'json' });
    for (const fast of [true, false])
      for (const chunk of [1, 3 + random.below(20), file.length])
        assert.is(
          textOf(read(module, file, { chunk, options: { fast } })),
          messages,
          `seed ${seed}, case ${index}: ${text}`,
        );
  }
});

test('a run that is resumed after any batch has the values, and so has one that is read in splits', async () => {
  for (let index = 0; index < scaleRuns(40); index++) {
    const random = randomOf(seed, index);
    const { text, file, messages } = draw(random);
    const module = await loadModule({ text, path: 'a.json', syntax: 'json' });
    const note = `seed ${seed}, case ${index}: ${text}`;
    const batches = read(module, file, { chunk: 7, options: { batchRecords: 3 } });
    for (const [at, { next }] of batches.entries()) {
      // A position is stored as JSON.
      const from = JSON.parse(JSON.stringify(next)) as Position;
      const rest = read(module, file, { chunk: 50, options: { from } });
      assert.is(textOf([...batches.slice(0, at + 1), ...rest]), messages, note);
    }
    if (module.spec.splits === undefined) continue;
    const options = { lineFeeds: true };
    assert.is(
      textOf(await readSplitFile({ module, bytes: file, options, splitBytes: 20, helpers: 1 })),
      messages,
      note,
    );
  }
});

const FIELDS = [
  { name: 'account', type: 'INTEGER', fromLine: { line: 2, pattern: 'Account: *(\\S+)' } },
  { name: 'no', type: 'INTEGER' },
];

function load(settings: object): Promise<SpecModule> {
  const spec = { name: 'a', format: 'CSV', skipLines: { top: 2 }, fields: FIELDS, ...settings };
  return loadModule({ text: JSON.stringify(spec), path: 'a.json', syntax: 'json' });
}

test('a line that is too long, or no text in the encoding of the file, has no value', async () => {
  const module = await load({ maxRecordBytes: 40 });
  const encoder = new TextEncoder();
  for (const [line, account] of [
    [encoder.encode(`${'x'.repeat(29)} Account: 7`), 7],
    [encoder.encode(`${'x'.repeat(30)} Account: 7`), null],
    [encoder.encode(`${'x'.repeat(90_000)} Account: 7`), null],
    [Uint8Array.of(0xff, ...encoder.encode('Account: 7')), null],
  ] as const) {
    const file = new Uint8Array([...encoder.encode('title\n'), ...line, ...encoder.encode('\nno\n1\n')]);
    for (const chunk of [1, 13, file.length])
      for (const fast of [true, false])
        assert.is(textOf(read(module, file, { chunk, options: { fast } })), `{"account":${account},"no":1}\n`);
  }
});

test('a wrong value is an issue of each record, without a column', async () => {
  const module = await load({ onTypeMismatch: 'ERROR' });
  const file = new TextEncoder().encode('title\nAccount: x1\nno\n1\n2\n');
  for (const fast of [true, false]) {
    const batches = read(module, file, { chunk: file.length, options: { fast } });
    const issues = batches.flatMap(({ recordIssues }) => recordIssues.flatMap((record) => record.issues));
    assert.equal(
      issues.map(({ code, field, column, value }) => ({ code, field, column, value })),
      [1, 2].map(() => ({ code: 'TYPE_MISMATCH', field: 'account', column: null, value: 'x1' })),
    );
  }
});

test('a module keeps nothing of the file before', async () => {
  const module = await load({});
  const encoder = new TextEncoder();
  for (const account of [1, null, 2]) {
    const file = encoder.encode(`title\n${account === null ? '' : `Account: ${account}`}\nno\n1\n`);
    const found = textOf(read(module, file, { chunk: file.length, options: {} }));
    assert.is(found, `{"account":${account},"no":1}\n`);
  }
});

test.run();

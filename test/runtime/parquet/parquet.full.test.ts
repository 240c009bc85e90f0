import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findUnfitRecords } from '../../../runtime/base/model/destination.ts';
import { openLineFile } from '../../../runtime/sink/line-targets.ts';
import { readDefinition } from '../../../runtime/jobs/definition/read-definition.ts';
import { findSpecSamples } from '../../samples/sample.ts';
import { loadModule } from '../../support/load-module.ts';
import { QUICK_JOB } from '../jobs/workplace.ts';
import { createWorkplace } from '../specmill.ts';
import { parquetOf, writeParquet } from './write-file.ts';

const test = suite('Parquet files');

const specOf = (text: string) => ({ text, path: 'specs/one.yaml', syntax: 'yaml' as const, encoder: 'AVRO' as const });
const ALL = `name: all
format: CSV
delimiter: ";"
fields:
  - { name: id, type: STRING, required: true }
  - { name: order no., type: STRING }
  - { name: count, type: INTEGER }
  - { name: small, type: DECIMAL, schemaPrecision: 9, schemaScale: 2 }
  - { name: middle, type: DECIMAL, schemaPrecision: 18, schemaScale: 4 }
  - { name: large, type: DECIMAL, schemaPrecision: 38, schemaScale: 10 }
  - { name: rate, type: DECIMAL }
  - { name: paid, type: BOOLEAN }
  - { name: day, type: DATE }
  - { name: at, type: TIME }
  - { name: minute, type: TIME, format: "HH:mm:ss.SSS" }
  - { name: seen, type: TIMESTAMP }
  - { name: second, type: TIMESTAMP, format: "yyyy-MM-dd HH:mm:ss", zone: UTC }
  - { name: hidden, type: STRING, publish: false }
validationRules:
  - { ruleId: least, field: count, ruleType: MIN_VALUE, value: "-9223372036854775808" }
  - { ruleId: most, field: count, ruleType: MAX_VALUE, value: "9223372036854775807" }
`;
const HEADER = 'id;order no.;count;small;middle;large;rate;paid;day;at;minute;seen;second;hidden\n';
const ROWS = [
  'a;ü 1;-9223372036854775808;-1234567.89;12345678.5678;-12345678.0123;1.50;true;1969-12-31;23:59:59.123456;00:00:00.001;1970-01-01T00:00:00.001001Z;2026-01-01 12:00:00;x',
  'b;"""😀";9223372036854775807;0.01;-0.0001;0;-3;false;0001-01-01;00:00:00;23:59:59.999;2026-03-01T10:00:00+02:00;1970-01-01 00:00:00;x',
  'c;;;;;;;;;;;;;',
];

/** Decimals are doubles in hyparquet. test:openapi compares all digits with DuckDB. */
function toPlain(row: Record<string, unknown>): Record<string, unknown> {
  const toOne = (value: unknown): unknown => {
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'number' ? Number(value.toPrecision(12)) : value;
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toOne(value)]));
}

test('each type is stored with its values, null included, and fields that are not published are absent', async () => {
  const file = await parquetOf({ module: await loadModule(specOf(ALL)), file: Buffer.from(HEADER + ROWS.join('\n')) });
  const [first, second, third] = (await parquetReadObjects({ file })).map(toPlain);
  assert.equal(first, {
    id: 'a',
    'order no.': 'ü 1',
    count: -(2n ** 63n),
    small: -1234567.89,
    middle: 12345678.5678,
    large: -12345678.0123,
    rate: '1.50',
    paid: true,
    day: '1969-12-31T00:00:00.000Z',
    at: 86_399_123_456n,
    minute: 1,
    seen: '1970-01-01T00:00:00.001Z',
    second: '2026-01-01T12:00:00.000Z',
  });
  assert.equal([second?.['count'], second?.['order no.'], second?.['middle']], [2n ** 63n - 1n, '"😀', -0.0001]);
  assert.equal([second?.['at'], second?.['minute']], [0n, 86_399_999]);
  assert.is(second?.['seen'], '2026-03-01T08:00:00.000Z');
  assert.equal(new Set(Object.values({ ...third, id: null })), new Set([null]));
});

test('a file without records has its columns', async () => {
  const file = await parquetOf({ module: await loadModule(specOf(ALL)), file: Buffer.from(HEADER) });
  assert.equal(await parquetReadObjects({ file }), []);
});

test('the texts of all examples are those of the JSON messages', async () => {
  let compared = 0;
  for (const { spec, inputPath } of findSpecSamples(join(import.meta.dirname, '../../../specs'))) {
    const module = await loadModule({ ...spec, encoder: 'AVRO' }).catch(() => null);
    if (module === null || findUnfitRecords({ kind: 'file', format: 'PARQUET' }, module.spec) !== null) continue;
    if (module.spec.workbook !== undefined) continue;
    const rows = await parquetReadObjects({ file: await parquetOf({ module, file: readFileSync(inputPath) }) });
    const json = (await loadModule(spec)).createTransformer({ today: '2026-01-01', lineFeeds: true });
    const batches = [...json.push(readFileSync(inputPath)), ...json.end()];
    const lines = Buffer.concat(batches.map(({ bytes }) => bytes))
      .toString()
      .split('\n')
      .slice(0, -1);
    assert.is(rows.length, lines.length, spec.path);
    for (const [index, line] of lines.entries()) {
      const message = JSON.parse(line) as Record<string, unknown>;
      const row = rows[index] ?? {};
      assert.equal(Object.keys(row), Object.keys(message));
      for (const [name, value] of Object.entries(row))
        if (typeof value === 'string' && typeof message[name] === 'string') assert.is(value, message[name]);
        else assert.is(value === null, message[name] === null, name);
      compared++;
    }
  }
  assert.ok(compared > 500, `${compared} records`);
});

test('row groups end where batches do not, so a run that starts again writes the same bytes', async () => {
  const module = await loadModule(specOf(ALL));
  const lines = Array.from({ length: 100_001 }, (_, index) => `${index};${index % 7};;;;;;;;;;;;`);
  const input = { module, file: Buffer.from(HEADER + lines.join('\n')) };
  const file = await parquetOf({ ...input, batchRecords: 1000 });
  assert.equal(
    parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows)),
    [50_000, 50_000, 1],
  );
  assert.ok(Buffer.from(file).equals(Buffer.from(await parquetOf({ ...input, batchRecords: 3333 }))));
  const rows = await parquetReadObjects({ file });
  assert.ok(rows.every(({ id, ...rest }, index) => id === String(index) && rest['order no.'] === String(index % 7)));
});

test('an aborted or failed run leaves no file, and does not replace an older one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-parquet-'));
  try {
    const module = await loadModule(specOf(ALL));
    const path = join(folder, 'one.parquet');
    const input = { module, file: Buffer.from(HEADER + ROWS.join('\n')) };
    for (const ending of [null, 'FAILED'] as const) {
      await writeParquet(input, await openLineFile(path), ending);
      assert.equal(readdirSync(folder), []);
    }
    writeFileSync(path, 'older');
    await writeParquet(input, await openLineFile(path), null);
    assert.is(readFileSync(path, 'utf8'), 'older');
    await writeParquet(input, await openLineFile(path));
    assert.equal(readdirSync(folder), ['one.parquet']);
    assert.is(readFileSync(path, 'latin1').slice(0, 4), 'PAR1');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file holds the one published record type, and no several', () => {
  const spec = (...published: boolean[]) => ({
    name: 'debits',
    recordTypes: published.map((isPublished, index) => ({ name: `type${index}`, isPublished })),
  });
  const file = { kind: 'file', format: 'PARQUET' } as const;
  assert.is(findUnfitRecords(file, spec(false, true, false)), null);
  assert.match(
    findUnfitRecords(file, spec(true, true)) ?? '',
    /^a Parquet file holds records of one type, but the spec "debits" has 2 published record types\..*\.parquet$/,
  );
});

test('records that are members of others are lists and groups inside them', async () => {
  const text = `name: orders
format: CSV
delimiter: ";"
hasHeader: false
recordTypes:
  - { name: order, when: { column: 1, values: [O] }, fields: [{ name: kind, type: STRING, publish: false }, { name: no, type: STRING }] }
  - { name: line, in: order, as: lines, when: { column: 1, values: [L] }, fields: [{ name: kind, type: STRING, publish: false }, { name: sum, type: DECIMAL, schemaPrecision: 5, schemaScale: 2 }] }
  - { name: note, in: order, as: __proto__, occurs: OPTIONAL, when: { column: 1, values: [N] }, fields: [{ name: kind, type: STRING, publish: false }, { name: __proto__, type: STRING }] }
`;
  const module = await loadModule(specOf(text));
  assert.is(findUnfitRecords({ kind: 'file', format: 'PARQUET' }, module.spec), null);
  const file = await parquetOf({ module, file: Buffer.from('O;1\nL;1.5\nL;\nN;x\nO;2\n') });
  const rows = (await parquetReadObjects({ file })).map((row) => Object.entries(row));
  assert.equal(rows[0]?.slice(0, 2), [
    ['no', '1'],
    ['lines', [{ sum: 1.5 }, { sum: null }]],
  ]);
  assert.equal(rows[1]?.slice(0, 2), [
    ['no', '2'],
    ['lines', []],
  ]);
});

test('the path of a job names the format, without events and formulas', () => {
  const read = (rest: object) =>
    readDefinition({ ...QUICK_JOB, to: { integration: 'inbox', path: 'o/{stem}.Parquet', ...rest } });
  const reading = read({});
  assert.is(
    reading.kind === 'valid' && reading.definition.to.kind === 'file' && reading.definition.to.format,
    'PARQUET',
  );
  assert.match(JSON.stringify(read({ cloudevents: 'structured' })), /does not end in \.parquet/);
  assert.match(JSON.stringify(read({ escapeFormulas: true })), /escapeFormulas only with a path that ends in \.csv/);
});

test('transform writes a file, and refuses by name what does not fit', () => {
  const at = createWorkplace();
  try {
    at.write('specs/all.yaml', ALL.replace('seen, type: TIMESTAMP', 'seen, type: TIMESTAMP, keepOffset: true'));
    at.write('specs/one.yaml', 'name: one\nformat: CSV\ndelimiter: ";"\nfields: [{ name: id, type: STRING }]\n');
    at.write('one.csv', 'id\na\n');
    const call = (spec: string, ...args: string[]) =>
      at.call(['transform', '--spec', spec, 'one.csv', '--out', 'one.parquet', '--format', 'parquet', ...args]);
    assert.match(call('all').stderr, /value_not_encodable: .*offset/);
    assert.match(call('one', '--codec', 'deflate').stderr, /--codec compresses the blocks of a file/);
    assert.match(call('one', '--members', '*').stderr, /files in the format parquet cannot be joined/);
    assert.match(call('one', '--cloudevents', 'structured').stderr, /structured CloudEvents contain JSON/);
    assert.throws(() => readFileSync(at.path('one.parquet')));
    assert.is(call('one').code, 0);
    assert.is(readFileSync(at.path('one.parquet'), 'latin1').slice(-4), 'PAR1');
  } finally {
    at.remove();
  }
});

test.run();

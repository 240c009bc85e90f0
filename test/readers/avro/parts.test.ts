import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMessageSchemas, encoderOf } from '../../../compiler/formats.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';
import { createMessageReader } from './compare-values.ts';

const SAMPLES = join(import.meta.dirname, '../../samples');

/** Compiles a spec for Avro, or for JSON if no encoder is named. */
function load(text: string, encoder?: 'AVRO'): Promise<SpecModule> {
  return loadModule({ text, path: 'specs/parts.yaml', syntax: 'yaml', ...(encoder !== undefined && { encoder }) });
}

/** Returns the messages of a file with their record types. */
function read({ createTransformer, spec }: SpecModule, file: Uint8Array, maxMessageBytes?: number) {
  const size = maxMessageBytes === undefined ? {} : { maxMessageBytes };
  const transformer = createTransformer({ today: '2026-01-01', ...size });
  const batches = [...transformer.push(file.slice()), ...transformer.end()];
  const messages = batches.flatMap(({ bytes, ends, typed }) =>
    [...ends].map((end, i) => ({
      bytes: Buffer.from(bytes.slice(ends[i - 1] ?? 0, end)),
      type: spec.recordTypes?.[typed?.messageTypes[i] ?? -1]?.name ?? null,
    })),
  );
  const issues = batches.flatMap(({ recordIssues }) => recordIssues.flatMap((record) => record.issues));
  return { messages, codes: issues.map(({ code }) => code) };
}

/** Reads a file for both encodings, and compares what avsc decodes with the JSON. Returns the JSON messages. */
async function compare(text: string, file: Uint8Array): Promise<string[]> {
  const [json, avro] = [await load(text), await load(text, 'AVRO')];
  const [expected, found] = [read(json, file), read(avro, file)];
  assert.equal(found.codes, expected.codes);
  assert.is(found.messages.length, expected.messages.length);
  return found.messages.map(({ bytes, type }, index) => {
    const own = String(expected.messages[index]?.bytes);
    const values = (encoderOf({}).split(own) ?? []).map(({ value }) => value);
    createMessageReader(avro.spec, type).compare(bytes, values);
    return own;
  });
}

for (const { sample, file, count } of [
  { sample: 'documents-parts-xml', file: 'input.xml', count: 3 },
  { sample: 'documents-parts-lines', file: 'input.txt', count: 2 },
  { sample: 'repeats-csv', file: 'input.csv', count: 4 },
])
  test(`avsc reads the members of ${sample} as the JSON has them`, async () => {
    const text = readFileSync(join(SAMPLES, sample, 'spec.yaml'), 'utf8');
    const messages = await compare(text, readFileSync(join(SAMPLES, sample, file)));
    assert.is(messages.length, count);
  });

const ORDERS = `name: orders
format: CSV
delimiter: ";"
hasHeader: false
recordTypes:
  - name: order
    when: { column: 1, values: [O] }
    fields: [{ name: t, type: STRING, publish: false }, { name: no, type: STRING, required: true }]
  - name: line
    in: order
    as: order lines
    when: { column: 1, values: [L] }
    fields:
      - { name: t, type: STRING, publish: false }
      - { name: net, type: DECIMAL, schemaPrecision: 4, schemaScale: 2 }
      - { name: paid, type: DATE }
  - name: note
    in: line
    as: note
    occurs: OPTIONAL
    when: { column: 1, values: [N] }
    fields: [{ name: t, type: STRING, publish: false }, { name: text, type: STRING }]
`;

test('a list is an array, an object is null or a record, and both have defaults', async () => {
  const [described, ...others] = createMessageSchemas((await load(ORDERS, 'AVRO')).spec, 'com.example');
  assert.equal(others, []);
  const record = (name: string, fields: object[]) => ({
    type: 'record',
    name: `orders_${name}`,
    namespace: 'com.example',
    doc: `orders.${name}`,
    fields,
  });
  const note = record('note', [{ name: 'text', type: ['null', 'string'], default: null }]);
  const net = { type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 };
  const line = record('line', [
    { name: 'net', type: ['null', net], default: null },
    { name: 'paid', type: ['null', { type: 'int', logicalType: 'date' }], default: null },
    { name: 'note', type: ['null', note], default: null },
  ]);
  const lines = { name: 'order_x20_lines', type: { type: 'array', items: line }, default: [], doc: 'order lines' };
  assert.equal(described?.schema, record('order', [{ name: 'no', type: 'string' }, lines]));
});

test('lists of many and of no records, and members inside members', async () => {
  const lines = Array.from({ length: 200 }, (_, i) => `L;${i % 100}.5;2024-01-31\n${i % 3 === 0 ? `N;ü${i}\n` : ''}`);
  const file = Buffer.from(`O;a\nO;b\n${lines.join('')}O;c\nL;;\n`);
  const messages = await compare(ORDERS, file);
  assert.is(messages[0], '{"no":"a","order lines":[]}');
  assert.is(messages.length, 3);
});

test('a value of a member that does not fit rejects the document', async () => {
  const { messages, codes } = read(await load(ORDERS, 'AVRO'), Buffer.from('O;a\nL;100;\nO;b\nL;99.99;\n'));
  assert.is(messages.length, 1);
  assert.equal(codes, ['DOCUMENT_REJECTED', 'VALUE_DOES_NOT_FIT']);
});

test('the size of a message includes its members', async () => {
  const file = Buffer.from(`O;a\n${'L;1.00;\n'.repeat(100)}O;b\n`);
  const { messages, codes } = read(await load(ORDERS, 'AVRO'), file, 200);
  assert.is(messages.length, 1);
  assert.is(codes[0], 'MESSAGE_TOO_LARGE');
  assert.is(read(await load(ORDERS, 'AVRO'), file).messages.length, 2);
});

test.run();

/** Records inside of others: in which order they are read, at which places reading resumes, and what is not found in them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, createTypeLocators, hasRecordTypes, readAndCheck } from '../../../compiler/index.ts';
import type { Batch, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { cutChunks, transform } from '../parity/run-module.ts';

const types = `recordTypes:
  - name: order
    fields: [{ name: id, type: INTEGER, required: true }]
  - name: payment
    in: order
    when: { path: /payments/* }
    fields: [{ name: id, type: INTEGER, required: true }]
  - name: line
    in: order
    when: { path: /groups/*/lines/* }
    fields: [{ name: id, type: INTEGER, required: true }, { name: order, from: order.id }]
`;
const text = `name: nested\nformat: JSON\n${types}`;
const lines = [
  '{"groups":[{"lines":[{"id":11},{"id":12,"x":1}]},{"k":1},{"lines":{"a":{"id":13}}}],"payments":[{"id":14}],"id":1}',
  '{"id":2,"groups":null,"payments":[null,{"id":21},7]}',
  '{"id":"x","payments":[{"id":31}]}',
  '{"id":4,"id":4,"payments":[{"id":41}]}',
  '{"id":5,"payments":[{"id":51,"id":52},{"id":53}]}',
  '{"id":6',
  '[{"id":7}]',
];

test('the records inside of one follow it by their types, wherever its members are', async () => {
  const { messages, problems } = read(await load(text), lines.join('\n'));
  assert.equal(messages, [
    '{"id":1}',
    '{"id":14}',
    '{"id":11,"order":1}',
    '{"id":12,"order":1}',
    '{"id":13,"order":1}',
    '{"id":2}',
    '{"id":21}',
    '{"id":31}',
    '{"id":5}',
    '{"id":53}',
  ]);
  assert.equal(problems, [
    '2 TYPE_MISMATCH null',
    '3 TYPE_MISMATCH /id',
    '4 DUPLICATE_MEMBER null',
    '5 DUPLICATE_MEMBER null',
    '6 MALFORMED_JSON null',
    '7 TYPE_MISMATCH null',
  ]);
});

test('reading resumes after a record with all that is inside of it', async () => {
  const document = text
    .replace('name: order\n', 'name: order\n    when: { path: /data/* }\n')
    .replaceAll('path: /payments', 'path: /data/*/payments')
    .replaceAll('path: /groups', 'path: /data/*/groups');
  const valid = lines.filter((_, at) => at !== 5);
  const files = [
    [text, valid.join('\r\n')],
    [document, `{"a":[1],"data":[${valid.join(',\n')}],"b":{}}`],
  ] as const;
  for (const [spec, content] of files) {
    const module = await load(spec);
    const bytes = new TextEncoder().encode(content);
    const all = transform(module, cutChunks(bytes, [7]), { batchRecords: 1 });
    assert.is(all.filter(({ records }) => records > 0).length, valid.length, 'a batch for each record of the file');
    for (const [index, { next }] of all.entries()) {
      const from = JSON.parse(JSON.stringify(next)) as Batch['next'];
      const rest = transform(module, cutChunks(bytes.slice(from.byteOffset), []), { from });
      assert.equal(summaryOf(rest), summaryOf(all.slice(index + 1)), `after batch ${index}`);
    }
  }
});

test('no value of a record inside of another one is found in its text', () => {
  const { spec } = readAndCheck({ text, path: 'nested.yaml', syntax: 'yaml', expectedName: 'nested' });
  if (spec === null || !hasRecordTypes(spec)) throw new Error('the spec is wrong');
  const locators = createTypeLocators(spec, null);
  assert.equal(locators('order').locateCells('{"id":1,"payments":[{"id":2}]}'), [{ start: 6, end: 7 }]);
  assert.equal(locators('payment').locateCells('{"id":1,"payments":[{"id":2}]}'), []);
});

test('the module says that such records are parts of others', async () => {
  const module = await load(text);
  assert.equal(
    module.spec.recordTypes?.map(({ isGroup = false }) => isGroup),
    [false, true, true],
  );
  assert.is(module.spec.splits, undefined);
});

async function load(text: string): Promise<SpecModule> {
  const { module } = await compile({ text, path: 'nested.yaml', syntax: 'yaml' });
  if (module === null) throw new Error('the spec is wrong');
  return (await import(`data:text/javascript;base64,${Buffer.from(module.esm).toString('base64')}`)) as SpecModule;
}

function read(module: SpecModule, content: string, options: TransformOptions = {}) {
  return summaryOf(transform(module, [new TextEncoder().encode(content)], options));
}

function summaryOf(batches: readonly Batch[]): { messages: string[]; problems: string[] } {
  return {
    messages: batches.flatMap(({ bytes, ends }) =>
      Array.from(ends, (end, at) => Buffer.from(bytes.subarray(ends[at - 1] ?? 0, end)).toString()),
    ),
    problems: batches.flatMap(({ recordIssues }) =>
      recordIssues.flatMap(({ line, issues }) => issues.map(({ code, column }) => `${line} ${code} ${column}`)),
    ),
  };
}

test.run();

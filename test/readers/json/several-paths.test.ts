/** Documents whose record types have paths of their own: what a reader of its own finds, also resumed after each batch. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import type { Batch, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { compareReaders } from '../parity/record-types/compare-readers.ts';
import { cutChunks, transform } from '../parity/run-module.ts';

const spec = `name: paths
format: JSON
order: ANY
recordTypeMember: type
recordTypes:
  - name: order
    when: { path: /orders/* }
    fields: [{ name: id, type: INTEGER, required: true }]
  - name: line
    in: order
    when: { path: /orders/*/lines/* }
    fields: [{ name: id, type: INTEGER }]
  - name: customer
    when: { path: /data/people/*, column: /kind, values: [c] }
    fields: [{ name: id, type: INTEGER }]
  - name: person
    when: { path: /data/people/* }
    fields: [{ name: id, type: INTEGER }, { name: kind, type: STRING }]
  - name: item
    when: { path: /data/lists/*/* }
    fields: [{ name: id, type: INTEGER }]
  - name: head
    when: { path: /head }
    occurs: OPTIONAL
    fields: [{ name: id, type: INTEGER }]
`;

type Json = null | number | string | Json[] | { [name: string]: Json };

function drawDocument(random: Random): Json {
  let id = 0;
  const record = (more: { [name: string]: Json } = {}): Json => ({ id: ++id, ...more });
  const many = (draw: () => Json, most = 5): Json[] => Array.from({ length: random.below(most) }, draw);
  const orders = () => (random.oneIn(2) ? record() : record({ lines: many(() => record(), 3) }));
  const people = () => (random.oneIn(3) ? record() : record({ kind: random.pick(['c', 'd']) }));
  const named = (list: Json[]): Json =>
    random.oneIn(2) ? list : Object.fromEntries(list.map((one, at) => [`k${at}`, one]));
  const lists = () => named(many(() => named(many(() => record(), 3)), 4));
  const members = (all: readonly (readonly [string, () => Json])[]): Json => {
    const left = [...all];
    const drawn: [string, Json][] = [];
    while (left.length > 0) {
      const [name, draw] = left.splice(random.below(left.length), 1)[0] ?? ['', () => null];
      if (!random.oneIn(6)) drawn.push([name, random.oneIn(10) ? random.pick([null, 7, 'x']) : draw()]);
    }
    return Object.fromEntries(drawn);
  };
  const data = () =>
    members([
      ['people', () => named(many(people))],
      ['lists', lists],
      ['orders', () => many(() => record())],
    ]);
  return members([
    ['orders', () => named(many(orders))],
    ['data', data],
    ['head', () => record()],
    ['people', () => many(people)],
  ]);
}

/** Returns the messages of a document, or null if it has no record. Values that are no objects are wrong records. */
function expectedOf(document: Json): { messages: string[]; wrong: number } {
  const messages: string[] = [];
  let wrong = 0;
  const childrenOf = (value: Json | undefined): [string, Json][] =>
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const add = (type: string, value: Json, more: (record: { [name: string]: Json }) => string = () => '') => {
    if (typeof value !== 'object' || value === null) wrong++;
    else if (!Array.isArray(value))
      messages.push(`{"type":"${type}","id":${JSON.stringify(value['id'])}${more(value)}}`);
  };
  for (const [name, value] of childrenOf(document)) {
    if (name === 'head') add('head', value);
    if (name === 'orders')
      for (const [, order] of childrenOf(value)) {
        add('order', order);
        for (const [inner, lines] of childrenOf(order))
          if (inner === 'lines') for (const [, line] of childrenOf(lines)) add('line', line);
      }
    if (name !== 'data') continue;
    for (const [inner, list] of childrenOf(value)) {
      if (inner === 'people')
        for (const [, person] of childrenOf(list)) {
          const kind = (person as { kind?: string }).kind;
          if (kind === 'c') add('customer', person);
          else add('person', person, () => `,"kind":${JSON.stringify(kind ?? null)}`);
        }
      if (inner === 'lists')
        for (const [, one] of childrenOf(list)) for (const [, item] of childrenOf(one)) add('item', item);
    }
  }
  return { messages, wrong };
}

test('records at several paths are those that a reader of its own finds', async () => {
  const module = await loadModule({ text: spec, path: 'paths.yaml', syntax: 'yaml' });
  let records = 0;
  for (let index = 0; index < scaleRuns(1500); index++) {
    const random = randomOf(seed, index);
    const document = drawDocument(random);
    const content = JSON.stringify(document, null, random.pick([0, 1, 2]));
    const place = `SPECMILL_SEED=${seed}, document ${index}\n${content}`;
    const options = { batchRecords: 1 + random.below(4), onNoRecords: 'WARNING' } as TransformOptions;
    const { batches } = compareReaders(module, {
      bytes: new TextEncoder().encode(content),
      options,
      random,
      hasUniqueRules: false,
      place,
    });
    const { messages, wrong } = expectedOf(document);
    if (batches.at(-1)?.failure) assert.equal(messages.length + wrong, 0, place);
    else assert.deepEqual(messagesOf(batches), messages, place);
    records += messages.length;
    // What follows each position is what the whole reading found there.
    for (const [at, { next }] of batches.slice(0, -1).entries()) {
      const from = JSON.parse(JSON.stringify(next)) as typeof next;
      const rest = transform(module, cutChunks(new TextEncoder().encode(content).slice(from.byteOffset), []), {
        ...options,
        from,
      });
      assert.deepEqual(messagesOf(rest), messagesOf(batches.slice(at + 1)), `resumed after batch ${at}: ${place}`);
    }
  }
  assert.ok(records > 200, `${records} records`);
});

test('two members with one name on the path of some records end the run, also after a resume', async () => {
  const module = await loadModule({ text: spec, path: 'paths.yaml', syntax: 'yaml' });
  const content = new TextEncoder().encode(
    '{"orders":[{"id":1},{"id":2}],"data":{"people":[{"id":3}]},"orders":[{"id":4}]}',
  );
  const all = transform(module, cutChunks(content, []), { batchRecords: 1 });
  assert.equal(all.at(-1)?.failure?.code, 'DUPLICATE_MEMBER');
  for (const { next } of all.slice(0, -1)) {
    const from = JSON.parse(JSON.stringify(next)) as typeof next;
    const rest = transform(module, cutChunks(content.slice(from.byteOffset), []), { from });
    assert.equal(rest.at(-1)?.failure?.code, 'DUPLICATE_MEMBER');
  }
});

test('members that no field reads are named with the path of their records', async () => {
  const module = await loadModule({ text: spec, path: 'paths.yaml', syntax: 'yaml' });
  const content = '{"orders":[{"id":1,"x":1}],"data":{"people":[{"id":3,"kind":"c","x":2},{"id":"4"}]}}';
  const batches = transform(module, [new TextEncoder().encode(content)], {});
  const warnings = batches.flatMap((batch) => batch.warnings.map((one) => (one as { path?: string }).path));
  assert.deepEqual(warnings, ['/orders/*/x', '/data/people/*/x']);
  assert.deepEqual(
    batches.flatMap(({ recordIssues }) =>
      recordIssues.flatMap(({ issues }) => issues.map(({ code, column }) => `${code} ${column}`)),
    ),
    ['TYPE_MISMATCH /id'],
  );
});

function messagesOf(batches: readonly Batch[]): string[] {
  return batches.flatMap(({ bytes, ends }) =>
    Array.from(ends, (end, at) => Buffer.from(bytes.subarray(ends[at - 1] ?? 0, end)).toString()),
  );
}

test.run();

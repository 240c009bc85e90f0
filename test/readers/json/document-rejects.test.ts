/** The rejects of random documents are documents that have exactly the rejected records. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRunOptions } from '../../../runtime/base/model/run-info.ts';
import type { SliceReader } from '../../../runtime/reading/source/disk/slice-reader.ts';
import { readRejects } from '../../../runtime/runs/replay/read-rejects.ts';
import { runModule } from '../../samples/run-module.ts';
import { loadModule } from '../../support/load-module.ts';
import { seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';

const specs = {
  list: {
    recordPath: '/orders/*',
    write: (records: string[], gap: string) => `{"x":1,"orders":[${records.join(`${gap},`)}${gap}],"y":[2]}`,
  },
  object: {
    recordPath: '/orders/*',
    write: (records: string[]) => `{"orders":{${records.map((one, at) => `"k${at}":${one}`).join(', ')}}}`,
  },
  nested: {
    recordPath: '/*/lines/*',
    write: (records: string[], gap: string, random: Random) => {
      const lists: string[][] = [[]];
      for (const record of records) {
        if (random.oneIn(3)) lists.push([]);
        lists.at(-1)?.push(record);
      }
      return `[${lists.map((list, at) => `{"n":${at},"lines":[${list.join(`,${gap}`)}],"m":0}`).join(',')}]`;
    },
  },
};

for (const [title, { recordPath, write }] of Object.entries(specs))
  test(`rejects of records in a ${title} are a document with exactly these records`, async () => {
    const module = await loadModule({
      text: `name: rejects\nformat: JSON\nrecordPath: ${recordPath}\nfields:\n  - { name: id, type: INTEGER, required: true }\n`,
      syntax: 'yaml',
      path: 'rejects.yaml',
    });
    let documents = 0;
    for (let index = 0; index < 100; index++) {
      const random = randomOf(seed, index);
      const count = random.below(6);
      const isBad = Array.from({ length: count }, () => random.oneIn(2));
      const records = isBad.map((bad, at) => (bad ? `{"id":"${at}"}` : `{"id":${at}}`));
      const bytes = new TextEncoder().encode(write(records, random.pick(['', ' ', '\n  ']), random));
      const rejects = await rejectsOf(module, bytes, count);
      const kept = records.filter((_, at) => isBad[at]);
      if (kept.length === 0) {
        assert.is(rejects.length, 0);
        continue;
      }
      JSON.parse(new TextDecoder().decode(rejects));
      const { run } = runModule({ module, file: rejects, options: {} }, { chunkBytes: 1 << 20 });
      assert.is(run.failure, null);
      assert.equal(
        run.errors.map(({ messages }) => messages[0]?.value),
        kept.map((record) => record.slice(6, -1)),
      );
      assert.is(run.records, kept.length);
      documents++;
    }
    assert.ok(documents > 50, String(documents));
  });

for (const [title, part] of [
  ['events', ''],
  ['members of its event', '    as: lines\n'],
] as const)
  test(`a record with a rejected one inside of it is rejected: its records are ${title}`, async () => {
    const types = `recordTypes:\n  - name: order\n    when: { path: /orders/* }\n    fields:\n      - { name: id, type: INTEGER, required: true }\n`;
    const inner = `  - name: line\n    in: order\n${part}    when: { path: /orders/*/lines/* }\n    fields:\n      - { name: n, type: INTEGER, required: true }\n`;
    const module = await loadModule({
      text: `name: rejects\nformat: JSON\n${types}${inner}`,
      syntax: 'yaml',
      path: 'rejects.yaml',
    });
    const orders = [
      '{"id":1,"lines":[{"n":1},{"n":2}]}',
      '{"lines":[{"n":1},{"n":"x"},{"n":3}],"id":2}',
      '{"id":3}',
      '{"id":"4","lines":[{"n":1}]}',
      '{"id":5,"lines":[{"n":1},{}]}',
      '{"id":6,"lines":[{"n":1}]}',
    ];
    const bytes = new TextEncoder().encode(`{"a":0, "orders": [\n${orders.join(',\n')}\n], "b":1}`);
    const rejects = await rejectsOf(module, bytes, 15);
    assert.equal((JSON.parse(new TextDecoder().decode(rejects)) as { orders: object[] }).orders, [
      JSON.parse(orders[1] ?? ''),
      JSON.parse(orders[3] ?? ''),
      JSON.parse(orders[4] ?? ''),
    ]);
  });

test('rejects keep the values beside the records that no type selects, and the commas between all of them', async () => {
  const type = (kind: string) =>
    `  - name: ${kind}\n    when: { path: /all/*, column: /kind, values: [${kind}] }\n    fields: [{ name: id, type: INTEGER }]\n`;
  const module = await loadModule({
    text: `name: rejects\nformat: JSON\norder: ANY\nonUnknownRecordType: IGNORE\nrecordTypes:\n${type('a')}${type('b')}`,
    syntax: 'yaml',
    path: 'rejects.yaml',
  });
  let [documents, others] = [0, 0];
  for (let index = 0; index < 100; index++) {
    const random = randomOf(seed, index);
    const all = Array.from({ length: random.below(9) }, (_, id) => {
      const look = random.pick(['good', 'bad', 'other'] as const);
      const text =
        look === 'other'
          ? random.pick([`{"kind":"c","id":"${id}"}`, '7', '{"kind":null}'])
          : JSON.stringify({ kind: random.pick(['a', 'b']), id: look === 'good' ? id : `${id}` });
      return { look, text };
    });
    const gap = random.pick([',', ' ,\n', ', ']);
    const isObject = random.oneIn(2);
    const items = all.map(({ text }, at) => (isObject ? `"k${at}": ${text}` : text)).join(gap);
    const bytes = new TextEncoder().encode(isObject ? `{"all":{${items}},"x":[1,2]}` : `{"x":1,"all":[ ${items} ]}`);
    const rejects = await rejectsOf(module, bytes, all.filter(({ look }) => look !== 'other').length);
    if (all.every(({ look }) => look !== 'bad')) {
      assert.is(rejects.length, 0);
      continue;
    }
    const found = JSON.parse(new TextDecoder().decode(rejects)) as { all: object };
    assert.equal(
      Object.values(found.all),
      all.filter(({ look }) => look !== 'good').map(({ text }) => JSON.parse(text) as unknown),
    );
    documents++;
    if (all.some(({ look }) => look === 'other')) others++;
  }
  assert.ok(documents > 50 && others > 40, `${documents} documents, ${others} with other values`);
});

test('rejects of records at several paths keep each one at its path', async () => {
  const type = (name: string, path: string) =>
    `  - name: ${name}\n    when: { path: ${path} }\n    fields: [{ name: id, type: INTEGER }]\n`;
  const types = `${type('head', '/head')}${type('order', '/orders/*')}${type('person', '/data/people/*')}`;
  const module = await loadModule({
    text: `name: rejects\nformat: JSON\norder: ANY\nrecordTypes:\n${types}`,
    syntax: 'yaml',
    path: 'rejects.yaml',
  });
  for (let index = 0; index < 100; index++) {
    const random = randomOf(seed, index);
    let records = 0;
    const draw = () => ({ id: random.oneIn(2) ? ++records : `x${++records}` });
    const many = () => Array.from({ length: random.below(4) }, draw);
    const members = [
      ['head', draw()],
      ['a', [1, 2]],
      ['orders', many()],
      ['data', { b: 1, people: Object.fromEntries(many().map((one, at) => [`k${at}`, one])), c: [] }],
    ] as const;
    const from = random.below(4);
    const document = Object.fromEntries([...members.slice(from), ...members.slice(0, from)]);
    const bytes = new TextEncoder().encode(JSON.stringify(document, null, random.below(3)));
    const rejects = await rejectsOf(module, bytes, records);
    const isBad = (one: unknown) => typeof (one as { id?: unknown } | null)?.id === 'string';
    const kept = JSON.stringify(document, (_, value: object) => {
      if (Array.isArray(value)) return value.filter((one) => typeof one === 'number' || isBad(one));
      if (typeof value !== 'object' || 'id' in value) return value;
      return Object.fromEntries(Object.entries(value).filter(([, one]) => !('id' in Object(one)) || isBad(one)));
    });
    const hasBad = /"id":"/.test(kept);
    assert.is(hasBad ? JSON.stringify(JSON.parse(new TextDecoder().decode(rejects))) : '', hasBad ? kept : '');
  }
});

test('the rejects of a run that stopped have all records that it has not read', async () => {
  const module = await loadModule({
    text: 'name: rejects\nformat: JSON\nrecordPath: /*\nfields:\n  - { name: id, type: INTEGER, required: true }\n',
    syntax: 'yaml',
    path: 'rejects.yaml',
  });
  const bytes = new TextEncoder().encode('[{"id":1},{"id":"2"},{"id":3},{"id":4}]');
  const rejects = await rejectsOf(module, bytes, 3, { kind: 'unread', byteOffset: 0 });
  assert.is(new TextDecoder().decode(rejects), '[{"id":"2"},{"id":4}]');
});

async function rejectsOf(
  module: Awaited<ReturnType<typeof loadModule>>,
  bytes: Uint8Array,
  records: number,
  rest: { kind: 'end' } | { kind: 'unread'; byteOffset: number } = { kind: 'end' },
): Promise<Uint8Array> {
  const options = createRunOptions({ batchRecords: 2 });
  const parts: Uint8Array[] = [];
  const file = {
    module,
    options: { ...options, today: '2026-01-01', fileName: 'f' },
    slices: sliceReaderOf(bytes),
    records,
    rest,
  };
  for await (const part of readRejects(file)) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

function sliceReaderOf(bytes: Uint8Array): SliceReader {
  return {
    async readSlice(from: number, length: number) {
      return bytes.slice(from, from + length);
    },
    async *readRange(from: number, to: number) {
      yield bytes.slice(from, to);
    },
  } as unknown as SliceReader;
}

test.run();

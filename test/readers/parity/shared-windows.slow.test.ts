import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { compareReadings } from './compare-readings.ts';
import { columns, header, inOrder, spec } from './odd-cells.ts';
import { loadModule } from './run-module.ts';

const today = '2024-03-01';
const good = columns.map((column) => column.good).join(',');

interface Reading {
  messages: string[];
  rest: Generator<{ bytes: Uint8Array; ends: Uint32Array }>;
}

function readingOf(
  text: string,
  create: () => { push(chunk: Uint8Array): Iterable<unknown>; end(): Iterable<unknown> },
): Reading {
  const transformer = create();
  const bytes = new TextEncoder().encode(text);
  const rest = (function* () {
    for (let at = 0; at < bytes.length; at += 7000)
      yield* transformer.push(bytes.subarray(at, at + 7000)) as Iterable<{ bytes: Uint8Array; ends: Uint32Array }>;
    yield* transformer.end() as Iterable<{ bytes: Uint8Array; ends: Uint32Array }>;
  })();
  return { messages: [], rest };
}

test("files read alternately, batch by batch, do not see each other's bytes", async () => {
  const module = await loadModule({ spec: spec as never, syntax: 'json' });
  const texts = ['anna', 'bert', 'carl'].map((name) =>
    [
      header(inOrder, ','),
      ...Array.from({ length: 400 }, (_, i) => `${name}${i}${good.slice(good.indexOf(','))}`),
      '',
    ].join('\n'),
  );
  const readings = texts.map((text) => readingOf(text, () => module.createTransformer({ today, batchRecords: 10 })));
  for (let isOver = false; !isOver; ) {
    isOver = true;
    for (const { messages, rest } of readings) {
      const { value, done } = rest.next();
      if (done === true) continue;
      isOver = false;
      messages.push(...messagesOf(value));
    }
  }
  readings.forEach(({ messages }, i) => {
    const name = ['anna', 'bert', 'carl'][i] ?? '';
    assert.equal(messages.length, 400);
    messages.forEach((message, record) =>
      assert.ok(message.includes(`"${name}${record}"`), `record ${record} of ${name}: ${message}`),
    );
  });
});

test("records about as long as the fast reader's window, and longer", async () => {
  const module = await loadModule({
    spec: {
      name: 'long',
      format: 'CSV',
      fields: [
        { name: 'a', type: 'STRING' },
        { name: 'b', type: 'STRING' },
      ],
    } as never,
    syntax: 'json',
  });
  const lines = [
    1,
    64 * 1024 - 4,
    64 * 1024,
    100_000,
    256 * 1024 - 3,
    256 * 1024 - 2,
    256 * 1024,
    300_000,
    10,
    900_000,
    20,
  ].map((length, i) => `${i},${(i % 2 === 0 ? 'x' : '\\').repeat(length)}`);
  const bytes = new TextEncoder().encode(['a,b', ...lines, ...lines, ''].join('\n'));
  compareReadings(module, [bytes], { today, batchRecords: 3 });
  compareReadings(module, [bytes.subarray(0, 200_000), bytes.subarray(200_000)], { today });
});

test('messages many times as long as their records', async () => {
  const fields = [
    { name: 'a', type: 'STRING' },
    { name: 'b', type: 'STRING' },
  ];
  const correctionRules = [
    { ruleId: 'blow-up', field: 'b', correctionType: 'REGEX_REPLACE', pattern: 'x', replacement: 'y'.repeat(900) },
  ];
  const module = await loadModule({
    spec: { name: 'long', format: 'CSV', fields, correctionRules, maxRecordBytes: 64 * 1024 * 1024 } as never,
    syntax: 'json',
  });
  const lines = [10, 2000, 20_000, 3].map((length, i) => `${i},${'x'.repeat(length)}\u0001`);
  compareReadings(module, [new TextEncoder().encode(['a,b', ...lines, ''].join('\n'))], { today });
});

test('overlapping fields multiply the size of a record', async () => {
  for (const numbersAs of ['NUMBER', 'STRING']) {
    const fields = Array.from({ length: 60 }, (_, i) => ({
      name: `f${i}`,
      type: i % 7 === 3 ? 'DECIMAL' : 'STRING',
      start: 1,
      length: i % 7 === 3 ? 5 : 200_000,
    }));
    const module = await loadModule({
      spec: { name: 'wide', format: 'FIXED_WIDTH', maxRecordBytes: 16 * 1024 * 1024, numbersAs, fields } as never,
      syntax: 'json',
    });
    const lines = ['7', 'z', '\\', '\u0001'].map((character) => character.repeat(200_000));
    compareReadings(module, [new TextEncoder().encode([...lines, ''].join('\n'))], { today, skipInvalidRecords: true });
  }
});

test('prefixes of one namespace multiply the size of a record', async () => {
  for (const count of [3, 60]) {
    const prefixes = Array.from({ length: count }, (_, i) => `p${i}`);
    const namespaces = Object.fromEntries(prefixes.map((prefix) => [prefix, 'urn:one']));
    const fields = prefixes.map((prefix) => ({ name: prefix, type: 'STRING', columnName: `${prefix}:a` }));
    const module = await loadModule({
      spec: {
        name: 'wide',
        format: 'XML',
        recordPath: '//r',
        namespaces,
        maxRecordBytes: 64 * 1024 * 1024,
        fields,
      } as never,
      syntax: 'json',
    });
    const records = ['7', 'x', '\\', '"', '\n'].map((character) => `<r><a>${character.repeat(200_000)}</a></r>`);
    compareReadings(module, [new TextEncoder().encode(`<d xmlns="urn:one">${records.join('')}</d>`)], { today });
  }
});

function messagesOf({ bytes, ends }: { bytes: Uint8Array; ends: Uint32Array }): string[] {
  return [...ends].map((end, i) => new TextDecoder().decode(bytes.subarray(i === 0 ? 0 : ends[i - 1], end)));
}

test.run();

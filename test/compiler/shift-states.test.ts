import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { Iso2022JpDecoder } from '../../compiler/kernel/input/encodings/iso-2022-jp.ts';
import { interpret } from '../readers/oracle/interpret.ts';
import { compareResults } from '../readers/parity/compare.ts';
import { cutChunks, loadModule, transform } from '../readers/parity/run-module.ts';
import { summarizeBatches, summarizeOracle } from '../readers/parity/read-result.ts';
import { effort, scaleRuns } from '../support/property.ts';

const ESCAPES = ['\x1b(B', '\x1b(J', '\x1b(I', '\x1b$@', '\x1b$B'] as const;
const spec = {
  name: 'shifted',
  format: 'CSV',
  encoding: 'iso-2022-jp',
  hasHeader: false,
  onMissingColumns: 'WARNING',
  onExtraColumns: 'IGNORE',
  fields: [
    { name: 'a', type: 'STRING' },
    { name: 'b', type: 'INTEGER' },
  ],
};
const document = {
  name: 'shifted',
  format: 'XML',
  encoding: 'iso-2022-jp',
  recordPath: '/d/r',
  fields: [
    { name: 'a', type: 'STRING', columnName: '@a' },
    { name: 'b', type: 'STRING', columnName: '.' },
  ],
};

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const decode = (text: string, sizes: readonly number[] = []): string => {
  const decoder = new Iso2022JpDecoder('');
  return (
    cutChunks(bytesOf(text), sizes)
      .map((chunk) => decoder.decode(chunk, { stream: true }))
      .join('') + decoder.decode(new Uint8Array(0))
  );
};

/** Well-formed texts of one mode each, in which every escape sequence is followed by characters. */
const run = fc
  .oneof(
    fc.tuple(
      fc.constantFrom('\x1b(B', '\x1b(J'),
      fc.array(fc.constantFrom('a', '\\', '~', '1', ',', '"', '<', '-'), { minLength: 1, maxLength: 4 }),
    ),
    fc.tuple(fc.constantFrom('\x1b(I'), fc.array(fc.constantFrom('1', '<', '_', '!'), { minLength: 1, maxLength: 3 })),
    fc.tuple(
      fc.constantFrom('\x1b$@', '\x1b$B'),
      fc.array(fc.constantFrom('0!', '$"', '!<', '<>', '%"', 't~'), { minLength: 1, maxLength: 3 }),
    ),
  )
  .map(([escape, texts]) => escape + texts.join(''));
const lines = (part: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom('\n', '\r\n', '\r', '')), { maxLength: 8 })
    .map((all) => all.map(([parts, end]) => parts.join('') + end).join(''));

test('well-formed text equals that of TextDecoder, however it is split', () => {
  fc.assert(
    fc.property(lines(run), fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }), (text, sizes) => {
      assert.equal(decode(text, sizes), new TextDecoder('iso-2022-jp').decode(bytesOf(text)));
    }),
    { numRuns: scaleRuns(2000) },
  );
});

test('all of JIS X 0208, with the characters of NEC and IBM', () => {
  const bytes = Array.from({ length: 94 * 94 }, (_, i) =>
    String.fromCharCode(0x21 + Math.floor(i / 94), 0x21 + (i % 94)),
  ).join('');
  const text = decode(`\x1b$B${bytes}`);
  assert.equal(text, new TextDecoder('iso-2022-jp').decode(bytesOf(`\x1b$B${bytes}`)));
  assert.equal(text.replaceAll('\ufffd', '').length, 6879 + 83 + 374);
});

for (const [what, text, expected] of [
  ['a line end ends JIS X 0208', '\x1b$B0!\n0!', '亜\n0!'],
  ['a line end ends Katakana', '\x1b(I1\r1', 'ｱ\r1'],
  ['a line end does not end Roman', '\x1b(J\\\n\\', '¥\n¥'],
  ['a line end in the middle of a character is a line end', '\x1b$B0\n0!', '\ufffd\n0!'],
  ['a line end in the middle of an escape sequence is a line end', 'a\x1b(\nb', 'a\ufffd(\nb'],
  ['adjacent escape sequences', 'a\x1b(J\x1b(Bb', 'a\ufffdb'],
  ['escape sequences with only a line end between them', 'a\x1b(J\n\x1b(Bb', 'a\nb'],
  ['an invalid escape sequence is text', '\x1bx\x1b$(D', '\ufffdx\ufffd$(D'],
  ['an escape in the middle of a character', '\x1b$B0\x1b(Ba', '\ufffda'],
  ['the end in the middle of a character', '\x1b$B0', '\ufffd'],
  ['the end in an escape sequence', 'a\x1b$', 'a\ufffd$'],
  ['bytes outside the encoding', '\x80\xff\x0e', '\ufffd\ufffd\ufffd'],
] as const) {
  test(what, () => {
    assert.equal(decode(text), expected);
    assert.equal(decode(text, [1]), expected);
  });
}

/** Reads a file in batches of one record, and resumes after each of them. */
async function judge(of: object, bytes: Uint8Array, sizes: readonly number[]): Promise<number> {
  const module = await loadModule({ spec: of as Parameters<typeof loadModule>[0]['spec'], syntax: 'json' });
  const options = { today: '2024-02-29', batchRecords: 1 };
  const batches = transform(module, cutChunks(bytes, sizes), options);
  const result = summarizeBatches(batches);
  compareResults(result, summarizeOracle(interpret({ ...of }, bytes, options)));
  let shifted = 0;
  for (let first = 1; first < batches.length; first++) {
    // The store keeps positions as JSON.
    const from = JSON.parse(JSON.stringify(batches[first - 1]?.next)) as NonNullable<(typeof batches)[number]>['next'];
    if ((from.state as { mode?: string } | null)?.mode) shifted++;
    const rest = transform(module, cutChunks(bytes.slice(from.byteOffset), sizes), { ...options, from });
    assert.deepEqual(summarizeBatches([...batches.slice(0, first), ...rest]), result, `resumed after batch ${first}`);
  }
  return shifted;
}

const part = fc.oneof(
  { weight: 6, arbitrary: run },
  { weight: 2, arbitrary: fc.constantFrom('a', ',', '1', '\\', '"', '~', ',7') },
  { weight: 1, arbitrary: fc.constantFrom(...ESCAPES, '\x1b', '0', '\x80', '\x1b(', '"a\nb"') },
);

test('lines begin in the mode in which the last one ends, also after a resume', async () => {
  let shifted = 0;
  await fc.assert(
    fc.asyncProperty(lines(part), fc.constantFrom([], [1], [3, 5]), async (text, sizes) => {
      shifted += await judge(spec, bytesOf(text), sizes);
    }),
    { numRuns: scaleRuns(600) },
  );
  assert.ok(shifted > 200 * effort, `${shifted} records begin in another mode`);
});

test('records of a document begin in the mode in which the last one ends', async () => {
  const value = fc
    .array(
      fc.oneof(
        fc.tuple(fc.constantFrom('\x1b(J', '\x1b(B'), fc.constantFrom('\\', 'x', '~\\')),
        fc.tuple(fc.constantFrom('\x1b$B'), fc.constantFrom('0!\x1b(Jx', '0!\x1b(Bx')),
      ),
      { maxLength: 2 },
    )
    .map((all) => all.flat().join(''));
  const record = fc.tuple(value, value, value).map(([a, b, between]) => `<r a="${a}">${b}</r>${between}`);
  let shifted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 6 }), fc.constantFrom([], [1], [3, 5]), async (records, sizes) => {
      shifted += await judge(document, bytesOf(`<d>${records.join('')}</d>`), sizes);
    }),
    { numRuns: scaleRuns(300) },
  );
  assert.ok(shifted > 100 * effort, `${shifted} records begin in another mode`);
});

test.run();

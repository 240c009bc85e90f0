import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { scaleRuns } from '../../support/property.ts';
import { compareReadings } from './compare-readings.ts';
import { createJsonScenario, jsonDrafts, type JsonScenario } from './json-draft.ts';
import { cutChunks, loadModule } from './run-module.ts';

const spec = {
  name: 'records',
  format: 'JSON',
  messageKey: ['id'],
  fields: [
    { name: 'id', type: 'INTEGER', required: true },
    { name: 'amount', type: 'DECIMAL', columnName: '/money/amount' },
    { name: 'currency', type: 'STRING', columnName: '/money/currency' },
    { name: 'customer', type: 'STRING', columnName: '/customer/name' },
    { name: 'to', type: 'STRING', columnName: '/legs/0/to' },
    { name: 'rush', type: 'BOOLEAN' },
    { name: 'day', type: 'DATE' },
    { name: 'again', type: 'DECIMAL', columnName: '/id' },
  ],
  correctionRules: [{ ruleId: 'trim', field: 'customer', correctionType: 'TRIM' }],
} as unknown as JsonScenario['spec'];

test('the fast reader returns the same batches as the careful one', async () => {
  const property = fc.asyncProperty(jsonDrafts, async (draft) => {
    const { files, today, ...scenario } = createJsonScenario(draft);
    const module = await loadModule(scenario);
    for (const { bytes, draft: file } of files) {
      const { skipInvalidRecords, batchRecords, maxRecordBytes, chunks } = file;
      const options = { today, skipInvalidRecords, batchRecords, ...(maxRecordBytes > 0 && { maxRecordBytes }) };
      compareReadings(module, cutChunks(bytes, chunks), options);
      compareReadings(module, cutChunks(bytes, []), { ...options, messages: false, maxMessageBytes: 60 });
    }
  });
  await fc.assert(property, { numRuns: scaleRuns(150) });
});

test('records of one look are read fast', async () => {
  const records = Array.from({ length: 300 }, (_, i) => record(i));
  assert.equal(await countFast(records.join('\n')), 299);
  assert.equal(await countFast(records.join('\r\n')), 299);
  assert.equal(await countFast(`${records.map((text) => `  ${text}\t`).join('\r')}\r\n`), 300);
});

test('members in any order, absent, null and unknown ones are read fast', async () => {
  const looks = [
    (i: number) => record(i),
    (i: number) => `{"id":${i}}`,
    (i: number) => `{ "customer": null, "id": ${i}, "legs": [], "money": {} }`,
    (i: number) => `{"id":${i},"customer": {"name":"Ann"}}`,
    (i: number) => `{"rush":true,"day":"2024-02-29","id":${i},"legs":[{"from":"B","to":"C"},{"to":"D"},7,"x",null]}`,
    (i: number) => `{"money":{"currency":"EUR","amount":${i}.50},"id":${i},"more":{"a":[1,{"b":"é"}],"c":{}}}`,
  ];
  const records = Array.from({ length: 600 }, (_, i) => (looks[(i * i + (i >> 3)) % looks.length] ?? record)(i));
  const fast = await countFast(`${records.join('\n')}\n`);
  // The careful reader notes each member that no field reads once.
  assert.ok(fast >= 590, `${fast} of 600`);
});

test('escapes, other characters, numbers with decimals and issues do not end the fast reading', async () => {
  const texts = [
    '\\n\\t\\"\\\\',
    '\\u0041\\u00e9\\ud83d\\ude00',
    'é\u{1F600}\u2028',
    '',
    ' \\u0020x ',
    '\\/',
    '\\u0000',
  ];
  const records = texts.flatMap((text, i) => [
    record(i).replace('Ann', text),
    `{"id":${i},"other":"${text}"}`,
    `{"id":${i}.0}`,
    `{"id":${i},"day":"${text}"}`,
    `{"id":${i},"rush":"perhaps"}`,
  ]);
  const all = Array.from({ length: 20 }, () => records).flat();
  const fast = await countFast(`${all.join('\n')}\n`);
  // Two fields read the number with decimals, and one of them without.
  assert.ok(fast >= all.length * 0.75, `${fast} of ${all.length}`);
});

test('a fault at any place of a record is read carefully', async () => {
  const plain = Array.from({ length: 20 }, (_, i) => record(i));
  const odd = [
    '"',
    '\\',
    ',',
    ':',
    '{',
    '}',
    '[',
    ']',
    ' ',
    '\u0000',
    '\u0001',
    '\n',
    '\r',
    '1',
    '-',
    'e',
    '\uFFFE',
    '\uFEFF',
  ];
  for (const text of odd) {
    for (let at = odd.indexOf(text) % 2; at <= record(20).length; at += 2) {
      const changed = `${record(20).slice(0, at)}${text}${record(20).slice(at)}`;
      await countFast(`${[...plain, changed, ...plain].join('\n')}\n`, [[]]);
    }
  }
});

test('names that differ in each record do not fill the memory', async () => {
  const records = Array.from({ length: 6000 }, (_, i) => `{"id":${i},"k${i}":{"v":1},"k${i + 1}":2}`);
  const fast = await countFast(`${records.join('\n')}\n`);
  // After 1,000 different paths, no further ones are noted.
  assert.ok(fast >= 4000, `${fast} of 6000`);
});

function record(i: number): string {
  return `{"id":${i},"money":{"amount":${i}.25,"currency":"EUR"},"customer":{"name":"Ann"},"legs":[{"to":"B${i}"}],"rush":false,"day":"2024-02-29"}`;
}

/** Returns how many records are read fast. Checks that the result is the same for every chunk size. */
async function countFast(text: string, cuts?: readonly (readonly number[])[]): Promise<number> {
  const module = await modules;
  const bytes = Uint8Array.from(Buffer.from(text, 'utf8'));
  // The mark of a malformed byte has three bytes in UTF-8.
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1))
    if (bytes[at + 2] === 0xbe) bytes[at] = 0xff;
  const options = { today: '2026-01-01' };
  const sizes = bytes.length < 10_000 ? [[], [97], [1000, 13]] : [[], [10_007]];
  for (const size of cuts ?? sizes) compareReadings(module, cutChunks(bytes, size), options);
  if (cuts === undefined)
    compareReadings(module, cutChunks(bytes, []), { ...options, messages: false, batchRecords: 7, maxRecordBytes: 90 });
  const transformer = module.createTransformer(options) as ReturnType<typeof module.createTransformer> & {
    fastRecords: number;
  };
  for (const _ of transformer.push(bytes)); // drained
  for (const _ of transformer.end()); // drained
  return transformer.fastRecords;
}

const modules = loadModule({ spec, syntax: 'json' });

test.run();

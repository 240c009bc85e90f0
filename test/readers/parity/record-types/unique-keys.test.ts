/** UNIQUE finds the same records whether the keys are texts or bytes, in the memory of a library and on disk. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule, TransformOptions, UniqueKeys } from '../../../../compiler/kernel/model/contract.ts';
import { createDiskKeys } from '../../../../runtime/reading/unique-keys/disk-keys.ts';
import { loadModule } from '../../../support/load-module.ts';
import { summarizeBatches } from '../read-result.ts';

interface Found {
  /** The records with an issue of the rule. */
  records: number[];
  /** How often the keys were passed as bytes, and as texts. */
  bytes: number;
  texts: number;
}

/** Reads lines with the rule UNIQUE over some fields. Checks that all ways of reading agree. */
async function find(
  fields: readonly object[],
  of: readonly string[],
  lines: readonly string[],
  rules: object = {},
): Promise<Found> {
  const spec = {
    name: 'a',
    format: 'CSV',
    recordTypes: [{ name: 'row', when: { column: 'kind', values: ['R'] }, fields, ...rules }],
    fileRules: [{ ruleId: 'unique', ruleType: 'UNIQUE', of: of.map((field) => `row.${field}`) }],
  };
  const module = await loadModule({ text: JSON.stringify(spec), path: 'a.json', syntax: 'json' });
  const disk = createDiskKeys();
  const found = { bytes: 0, texts: 0 };
  const uniqueKeys: UniqueKeys = {
    add: (...args) => (found.texts++, disk.add(...args)),
    addBytes: (...args) => (found.bytes++, disk.addBytes(...args)),
  };
  const fast = read(module, lines, { uniqueKeys });
  disk.close();
  const texts = createDiskKeys();
  assert.equal(read(module, lines, { uniqueKeys: texts, fast: false }), fast, 'the careful reader, on disk');
  texts.close();
  assert.equal(read(module, lines, { fast: false }), fast, 'the careful reader, in memory');
  assert.equal(read(module, lines, {}), fast, 'the fast reader, in memory');
  const records = fast.problems.filter(({ issues }) => issues[0]?.code === 'UNIQUE').map(({ record }) => record);
  return { records, ...found };
}

function read(module: SpecModule, lines: readonly string[], options: TransformOptions) {
  const transformer = module.createTransformer(options);
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  return summarizeBatches([...transformer.push(bytes), ...transformer.end()]);
}

const text = { name: 'text', type: 'STRING' };
const amount = { name: 'amount', type: 'DECIMAL' };
const rows = (...cells: string[]) => cells.map((cell) => `R,${cell}`);

test('texts are equal if their characters are: no normalization, escapes as the characters that they are', async () => {
  const cells = ['\u00e9', 'e\u0301', '\u00e9', 'a\\b', '"a""b"', 'a\\b', '"a""b"', '😀', '😀', 'a\tb', 'a\tb'];
  const { records, bytes, texts } = await find([text], ['text'], ['kind,text', ...rows('first', ...cells)]);
  assert.equal(records, [4, 7, 8, 10, 12]);
  // The first record of a file is read as text, and so are keys with escapes.
  assert.equal([bytes, texts], [5, 7]);
});

test('the values after correction are compared', async () => {
  const correctionRules = [
    { ruleId: 't', field: 'text', correctionType: 'TRIM' },
    { ruleId: 'u', field: 'text', correctionType: 'UPPER_CASE' },
    { ruleId: 'p', field: 'text', correctionType: 'PAD_LEFT', padChar: '0', length: 4 },
  ];
  const cells = ['first', 'ab', ' ab', 'AB', '00ab', 'é', 'É ', '12', '012', '0012', '120'];
  const lines = ['kind,text', ...rows(...cells)];
  const { records, bytes } = await find([text], ['text'], lines, { correctionRules });
  assert.equal(records, [3, 4, 5, 7, 9, 10]);
  assert.ok(bytes > 5, `${bytes} keys were passed as bytes`);
});

test('numbers are equal if their values are', async () => {
  const cells = ['7', '1', '1.0', '1.00', '01', '-0', '0', '0.00', '-0.0', '10', '100', '-1', '-1.0', '1.01'];
  const { records, bytes } = await find([amount], ['amount'], ['kind,amount', ...rows(...cells)]);
  assert.equal(records, [3, 4, 5, 7, 8, 9, 13]);
  assert.ok(bytes > 5, `${bytes} keys were passed as bytes`);
});

test('null equals nothing, also not another null', async () => {
  const { records } = await find([text], ['text'], ['kind,text', ...rows('x', '', '', 'x', '', 'null', 'null')]);
  assert.equal(records, [4, 7]);
});

test('several values are compared one by one', async () => {
  const cells = [
    'x,1', // 1
    'ab,1',
    'a,1',
    'ab,1.0', // as 2
    'ä,1', // 5
    'ä,1',
    ',1',
    ',1',
    '1:a,2', // 9
    '1,2',
    '1:a,2.00', // as 9
    `${'y'.repeat(2000)},3`,
    `${'y'.repeat(2000)},3`, // as 12
    `${'y'.repeat(999)},3`,
    `${'y'.repeat(999)},3`, // as 14
    'a\\b,',
    'a\\b,',
    `${'z'.repeat(120)},3`,
    `${'z'.repeat(120)},3`, // as 18
  ];
  const lines = ['kind,text,amount', ...rows(...cells)];
  const { records, bytes, texts } = await find([text, amount], ['text', 'amount'], lines);
  assert.equal(records, [4, 6, 11, 13, 15, 19]);
  assert.ok(bytes >= 8 && texts >= 5, `${bytes} keys as bytes, ${texts} as texts`);
});

test('a truth value is a key', async () => {
  const flag = { name: 'flag', type: 'BOOLEAN' };
  const { records } = await find([flag], ['flag'], ['kind,flag', ...rows('true', 'false', 'true', '', 'false')]);
  assert.equal(records, [3, 5]);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkYaml, codes } from '../compiler/read-given.ts';
import { loadModule } from '../support/load-module.ts';

const HEADER = `name: auto
format: CSV
delimiter: AUTO
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: STRING, required: true }
  - { name: note, type: STRING }
`;
const PLACED = HEADER.replace('delimiter: AUTO', 'delimiter: AUTO\nhasHeader: false');

/** Returns the records as lists of values, or the code of the failure. */
async function read(text: string, file: string | Uint8Array, chunkBytes = 7): Promise<unknown> {
  const module = await loadModule({ text, path: 'auto.yaml', syntax: 'yaml' });
  const bytes = Buffer.from(file as string);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const records: unknown[] = [];
  try {
    for await (const { value, issues } of module.read(chunks()))
      records.push(value === null ? issues[0]?.code : Object.values(value as object));
    return records;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('each delimiter is found by the header, in any chunks', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = [
      ['id', 'amount', 'note'],
      ['1', '"x,y;z|\t"', ''],
      ['2', '1', '"two\nlines"'],
    ];
    const file = rows.map((row) => row.join(delimiter)).join('\n');
    for (const chunkBytes of [1, 7, 1000])
      assert.equal(await read(HEADER, `\uFEFF${file}`, chunkBytes), [
        ['1', 'x,y;z|\t', null],
        ['2', '1', 'two\nlines'],
      ]);
  }
});

test('each delimiter is found by the number of cells without a header', async () => {
  for (const delimiter of [',', ';', '\t', '|'])
    assert.equal(await read(PLACED, ['1 2 3', '4 5 6', ''].join('\n').replaceAll(' ', delimiter)), [
      ['1', '2', '3'],
      ['4', '5', '6'],
    ]);
});

test('a first line sep= decides alone', async () => {
  assert.equal(await read(HEADER, 'sep=#\nid#amount\n1#a;b\n'), 'MISSING_COLUMN');
  assert.equal(await read(HEADER, 'sep=#\nid#amount#note\n1#a;b#\n'), [['1', 'a;b', null]]);
});

test('lines that can be read in two ways, or in none, are a failure', async () => {
  assert.is(await read(PLACED, '1,2,3;4;5\n'), 'delimiter_ambiguous');
  assert.is(await read(HEADER, 'id:amount:note\n1:2:3\n'), 'delimiter_unknown');
  assert.is(await read(PLACED, '1;2;3\n1;2\n'), 'delimiter_unknown');
  assert.is(await read(HEADER, '"id;amount\n'), 'MISSING_HEADER');
});

test('a delimiter in a later line does not change the choice', async () => {
  const file = `id;amount;note\n${'1;2;3\n'.repeat(50)}1,2,3\n`;
  const found = (await read(HEADER, file)) as unknown[];
  assert.is(found.length, 51);
  assert.is(found.at(-1), 'TOO_FEW_COLUMNS');
});

test('files without lines have their usual outcome', async () => {
  assert.is(await read(HEADER, ''), 'MISSING_HEADER');
  assert.equal(await read(PLACED, ''), []);
});

test('settings with which the first lines cannot decide are errors', () => {
  for (const setting of ['recordSeparator: "~"', 'wholeRowQuoted: true', 'skipLines: { until: HEADER }', 'quote: ";"'])
    assert.equal(codes(checkYaml(`${HEADER}${setting}\n`)), ['invalid_character /delimiter'], setting);
  assert.equal(codes(checkYaml(HEADER)), []);
});

test.run();

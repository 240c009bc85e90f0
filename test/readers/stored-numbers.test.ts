import { rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runSample } from '../../runtime/runs/sample-tests/run-sample.ts';
import { loadModule } from '../support/load-module.ts';

const SPEC = `name: stored
format: FIXED_WIDTH
encoding: IBM037
lineTerminator: NONE
recordLength: 6
fields:
  - { name: number, type: INTEGER, start: 1, length: 4, storage: { kind: BINARY, unsigned: true } }
  - { name: amount, type: INTEGER, start: 5, length: 2, storage: PACKED, sensitive: true }
`;

const folder = mkdtempSync(join(tmpdir(), 'specmill-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

async function read(bytes: Buffer) {
  const path = join(folder, 'input');
  writeFileSync(path, bytes);
  return runSample(await loadModule({ text: SPEC, path: 'stored.yaml', syntax: 'yaml' }), path, {});
}

test('bytes that look like another kind of file, or a byte order mark, are numbers', async () => {
  const heads = [
    '1f8b0800',
    '504b0304',
    '28b52ffd',
    'efbbbf40',
    'feff0041',
    '89504e47',
    '25504446',
    '425a6839',
    '7b22613a',
  ];
  for (const head of heads) {
    const { result, events } = await read(Buffer.from(`${head}123c00000001001d`, 'hex'));
    assert.equal([result.status, result.warnings], ['SUCCESS', []], head);
    assert.equal(
      events.map(({ value }) => value),
      [`{"number":${Number.parseInt(head, 16)},"amount":123}`, '{"number":1,"amount":-1}'],
    );
  }
});

test('valid UTF-8 among the numbers is not suspected to be another encoding', async () => {
  const { result } = await read(Buffer.from('c3a4c3b6123c'.repeat(50), 'hex'));
  assert.equal([result.status, result.warnings], ['SUCCESS', []]);
});

test('a wrong number of a sensitive field is not shown in the issue', async () => {
  const { errors } = await read(Buffer.from('000000011a3c', 'hex'));
  assert.equal(
    errors[0]?.messages.map(({ code, value, masked }) => [code, value, masked]),
    [['TYPE_MISMATCH', undefined, true]],
  );
  assert.not.match(JSON.stringify(errors), /1A3C/iu);
});

test('a record that the end of the file cuts has no number', async () => {
  const { result } = await read(Buffer.from('00000001123c0000', 'hex'));
  assert.equal([result.processedRecords, result.failedRecords], [1, 1]);
});

test.run();

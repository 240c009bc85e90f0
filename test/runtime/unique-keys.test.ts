import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RunFailure } from '../../runtime/base/model/run-failure.ts';
import { createDiskKeys } from '../../runtime/reading/unique-keys/disk-keys.ts';
import { randomOf } from '../support/random.ts';

/** Returns the number of files that this process has open without a name. */
function unnamedFiles(): number {
  const links = readdirSync('/proc/self/fd').map((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => /specmill-keys-.* \(deleted\)$/.test(link)).length;
}

const isLinux = process.platform === 'linux';

test('keys on disk find the same first records as a map', () => {
  const random = randomOf(1, 0);
  const folder = mkdtempSync(join(tmpdir(), 'specmill-unique-'));
  // The first table grows once. Then most hashes are in runs on disk.
  const keys = createDiskKeys({ folder, slots: 4096, maxBytes: 1e9 });
  try {
    const known = new Map<string, number>();
    for (let record = 1; record <= 60_000; record++) {
      const rule = random.below(2);
      const key = `key-${random.below(50_000)}`;
      const first = known.get(`${rule} ${key}`);
      assert.is(keys.add(rule, key, record), first ?? null);
      if (first === undefined) known.set(`${rule} ${key}`, record);
    }
    assert.equal(readdirSync(folder), [], 'the files have no name');
    if (isLinux) assert.ok(unnamedFiles() > 5, 'there are several runs');
  } finally {
    keys.close();
    rmSync(folder, { recursive: true });
  }
  if (isLinux) assert.is(unnamedFiles(), 0);
});

test('keys in a table that grows have the same first records as in a map', () => {
  const random = randomOf(2, 0);
  const keys = createDiskKeys();
  const known = new Map<string, number>();
  // More than the small table holds, and more than the large one holds at first.
  for (let record = 1; record <= 700_000; record++) {
    const key = String(random.below(600_000));
    const first = known.get(key);
    if (keys.add(0, key, record) !== (first ?? null)) assert.unreachable(`record ${record}`);
    if (first === undefined) known.set(key, record);
  }
  keys.close();
  assert.ok(known.size > 300_000);
});

test('record numbers beyond 32 bits are kept', () => {
  const keys = createDiskKeys();
  assert.is(keys.add(0, 'a', 2 ** 40 + 1), null);
  assert.is(keys.add(0, 'a', 2 ** 41), 2 ** 40 + 1);
  keys.close();
});

test('keys with any characters and lengths are compared exactly', () => {
  const keys = createDiskKeys();
  const texts = [
    '',
    'a',
    'ab',
    '\u0000',
    'ä',
    '😀',
    'x'.repeat(3_000_000),
    `${'x'.repeat(2_999_999)}y`,
    '1:a',
    '1',
    ':',
  ];
  for (const [index, text] of texts.entries()) assert.is(keys.add(0, text, index + 1), null);
  for (const [index, text] of texts.entries()) assert.is(keys.add(0, text, 100), index + 1);
  assert.is(keys.add(1, 'a', 100), null, 'another rule');
  keys.close();
});

test('the files of keys have a limit', () => {
  const keys = createDiskKeys({ slots: 64, maxBytes: 100 });
  assert.is(keys.add(0, 'a'.repeat(50), 1), null);
  assert.throws(
    () => {
      keys.add(0, 'b'.repeat(50), 2);
      keys.add(0, 'c'.repeat(50), 3);
    },
    (error: unknown) => error instanceof RunFailure && error.code === 'too_many_keys',
  );
  keys.close();
});

test('keys without a record create no files', () => {
  createDiskKeys({ folder: join(tmpdir(), 'no-such-folder') }).close();
});

test('a folder that is not there is an error of the system', () => {
  const keys = createDiskKeys({ folder: join(tmpdir(), 'no-such-folder') });
  assert.throws(() => keys.add(0, 'a', 1), /ENOENT/);
  keys.close();
});

test.run();

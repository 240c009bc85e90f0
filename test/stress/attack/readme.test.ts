/** The table of attacks names tests that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const TESTS = join(import.meta.dirname, '../..');

test('each attack of README.md names a test that exists', () => {
  const rows = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').split('\n');
  const attacks = rows.filter((row) => row.startsWith('| ')).slice(1);
  assert.ok(attacks.length > 30, `${attacks.length}`);
  for (const row of attacks) {
    const [, file = '', title = ''] = /`([\w./-]+\.test\.ts)` "([^"]+)" \|$/.exec(row) ?? [];
    assert.ok(readFileSync(join(TESTS, file), 'utf8').includes(title), `${file} has no test "${title}"`);
  }
});

test.run();

/** The page is small: what a browser loads before it has a spec. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildTestProgram } from '../support/runner/test-program.ts';

const MAX_BYTES = 150_000;

test(`the page has less than ${MAX_BYTES} bytes, compressed`, async () => {
  const folder = join(process.env['SPECMILL_TEST_PROGRAM'] ?? (await buildTestProgram()), 'page/page');
  const sizes = readdirSync(folder).map((name) => ({
    name: name.replace(/-[A-Z0-9]{8}(?=\.)/, ''),
    bytes: gzipSync(readFileSync(join(folder, name))).length,
  }));
  assert.is(sizes.length, 4);
  console.log(`\nnote: ${sizes.map(({ name, bytes }) => `${name} ${bytes}`).join(', ')} bytes`);
  assert.ok(sizes.reduce((sum, { bytes }) => sum + bytes, 0) < MAX_BYTES);
});

test.run();

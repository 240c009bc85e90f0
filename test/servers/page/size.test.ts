/** The page is small: what a browser loads before it has a spec, and the parts that it loads for drafts only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildTestProgram } from '../../support/runner/test-program.ts';

const MAX_BYTES = 150_000;
const MAX_EDITOR_BYTES = 200_000;
const MAX_INFERENCE_BYTES = 390_000;

/** Returns the compressed sizes of the files, by their names without the hash. */
async function measureFiles(): Promise<Map<string, number>> {
  const folder = join(process.env['SPECMILL_TEST_PROGRAM'] ?? (await buildTestProgram()), 'page/page');
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/-[A-Z0-9]{8}(?=\.)/, ''),
      gzipSync(readFileSync(join(folder, name))).length,
    ]),
  );
}

test(`the page has less than ${MAX_BYTES} bytes, and its editor less than ${MAX_EDITOR_BYTES}, compressed`, async () => {
  const {
    'spec-editor.js': editor = 0,
    'infer-worker.js': inference = 0,
    ...page
  } = Object.fromEntries(await measureFiles());
  assert.equal(Object.keys(page).sort(), ['check-worker.js', 'icon.svg', 'page.js', 'style.css']);
  console.log(`\nnote: ${JSON.stringify({ ...page, editor, inference })} bytes`);
  assert.ok(Object.values(page).reduce((sum, bytes) => sum + bytes, 0) < MAX_BYTES);
  assert.ok(inference > 0 && inference < MAX_INFERENCE_BYTES);
  assert.ok(editor > 0 && editor < MAX_EDITOR_BYTES);
});

test.run();

/** The page is small: what a browser loads before it has a spec, and the parts that it loads for drafts only. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildTestProgram } from '../../support/runner/test-program.ts';

/** 1.3 times the sizes of version 0.1 before the views of operators: 70,800 and 371,000 bytes. */
const MAX_BYTES = 92_000;
const MAX_OPERATION_BYTES = 30_000;
const MAX_REPAIR_BYTES = 8000;
const MAX_WORKBOOKS_BYTES = 15_000;
const MAX_EDITOR_BYTES = 200_000;
const MAX_INFERENCE_BYTES = 480_000;

/** Returns the compressed sizes of the files, by their names without the hash. Parts that files share have one name. */
async function measureFiles(): Promise<Map<string, number>> {
  const folder = join(process.env['SPECMILL_TEST_PROGRAM'] ?? (await buildTestProgram()), 'page/page');
  const sizes = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    const name = file.replace(/-[A-Z0-9]{8}(?=\.)/, '');
    sizes.set(name, (sizes.get(name) ?? 0) + gzipSync(readFileSync(join(folder, file))).length);
  }
  return sizes;
}

test(`the page has less than ${MAX_BYTES} bytes, and its editor less than ${MAX_EDITOR_BYTES}, compressed`, async () => {
  const {
    'operation.js': operation = 0,
    'spec-editor.js': editor = 0,
    'infer-worker.js': inference = 0,
    'worker-workbook-rows.js': workbooks = 0,
    'worker-edit-cell.js': repair = 0,
    'worker-reference-tables.js': tables = 0,
    'worker-downloads.js': downloads = 0,
    ...page
  } = Object.fromEntries(await measureFiles());
  assert.equal(Object.keys(page).sort(), [
    'check-worker.js',
    'chunk.js',
    'icon.svg',
    'page.js',
    'style.css',
    'worker-chunk.js',
  ]);
  console.log(
    `\nnote: ${JSON.stringify({ ...page, operation, editor, inference, repair, downloads, workbooks })} bytes`,
  );
  assert.ok(Object.values(page).reduce((sum, bytes) => sum + bytes, 0) < MAX_BYTES);
  assert.ok(repair > 0 && repair < MAX_REPAIR_BYTES);
  assert.ok(tables > 0 && tables < MAX_REPAIR_BYTES);
  assert.ok(downloads > 0 && downloads < MAX_REPAIR_BYTES);
  assert.ok(workbooks > 0 && workbooks < MAX_WORKBOOKS_BYTES);
  assert.ok(operation > 0 && operation < MAX_OPERATION_BYTES);
  assert.ok(inference > 0 && inference < MAX_INFERENCE_BYTES);
  assert.ok(editor > 0 && editor < MAX_EDITOR_BYTES);
});

test.run();

/** Runs the commands of the documents as they are written. `SPECMILL_UPDATE=1` writes the outputs that the documents show. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace } from '../../runtime/specmill.ts';
import { blocksOf, isSameOutput, type ExecutedBlock, runDocument } from './run-document.ts';

const root = join(import.meta.dirname, '../../..');
const documents = [
  'README.md',
  'specs/README.md',
  'specs/CSV.md',
  'specs/FIXED_WIDTH.md',
  'specs/XML.md',
  'specs/JSON.md',
  'runtime/cli/README.md',
  'runtime/server/README.md',
];
/** Selects one document: `SPECMILL_DOCUMENT=README.md`. */
const only = process.env['SPECMILL_DOCUMENT'];
const isUpdate = process.env['SPECMILL_UPDATE'] === '1';

for (const path of documents.filter((one) => only === undefined || one === only))
  test(`the commands of ${path} work, and print what it shows`, async () => {
    const workplace = createWorkplace();
    try {
      const { blocks, failures } = await runDocument(path, workplace);
      assert.is(failures, '');
      for (const block of blocks) checkOutput(path, block);
    } finally {
      workplace.remove();
    }
  });

function checkOutput(path: string, { index, line, output, shown }: ExecutedBlock): void {
  if (shown === null || isSameOutput(shown.text, output)) return;
  if (isUpdate && !shown.text.includes('…')) return updateOutput(path, index + 1, output);
  assert.is(output.trim(), shown.text.trim(), `${path}, line ${line}: the output differs from the one below it`);
}

/** Replaces the text of one block of a document. */
function updateOutput(path: string, index: number, output: string): void {
  const file = join(root, path);
  const lines = readFileSync(file, 'utf8').split('\n');
  const block = blocksOf(lines.join('\n'))[index];
  if (block === undefined) return;
  lines.splice(block.line, block.text.split('\n').length - 1, ...output.trim().split('\n'));
  writeFileSync(file, lines.join('\n'));
}

test.run();

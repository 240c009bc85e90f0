import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAndCheck } from '../../../compiler/index.ts';
import { coverSpec } from '../../../runtime/runs/sample-tests/cover-spec.ts';
import { loadModule } from '../../support/load-module.ts';
import { requireOneType } from '../../../compiler/pipeline/1-read/record-views.ts';

const TEXT = `name: days
format: CSV
onTypeMismatch: ERROR
fields:
  - { name: id, type: STRING, required: true }
  - { name: day, type: DATE, format: yyyy-MM-dd }
correctionRules:
  - { ruleId: trim, field: day, correctionType: TRIM }
  - { ruleId: iso, field: day, correctionType: COERCE_DATE, sourceFormat: dd/MM/yyyy, targetFormat: yyyy-MM-dd }
`;

/** Returns the corrections that no record of a file exercises. */
async function findUnexercised(file: string): Promise<string[]> {
  const { spec } = readAndCheck({ text: TEXT, path: 'days.yaml', syntax: 'yaml' });
  if (spec === null) throw new Error('the spec has errors');
  const module = await loadModule({ text: TEXT, path: 'days.yaml', syntax: 'yaml' });
  const folder = mkdtempSync(join(tmpdir(), 'specmill-coverage-'));
  try {
    const path = join(folder, 'days.csv');
    writeFileSync(path, file);
    const { unexercised } = await coverSpec({ spec: requireOneType(spec, 'a test'), module, diagnostics: [] }, [
      { path, options: {} },
    ]);
    return unexercised.filter(({ kind }) => kind === 'correction').map(({ ruleId }) => ruleId);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a converted date exercises COERCE_DATE', async () => {
  assert.equal(await findUnexercised('id,day\na,14/03/2025\n'), ['trim']);
  assert.equal(await findUnexercised('id,day\na, 14/03/2025\n'), []);
});

test('a text that is no date exercises no conversion, and neither does an empty cell', async () => {
  assert.equal(await findUnexercised('id,day\na, x\nb,\n,2025-03-14\n'), ['iso']);
});

test.run();

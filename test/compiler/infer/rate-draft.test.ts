import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDraft } from '../../../compiler/tools/infer/create-draft.ts';
import { compileWith, inferSpec } from '../../../compiler/tools/infer/infer-spec.ts';
import { rateDraft, rateSpec } from '../../../compiler/tools/infer/rate/rate-draft.ts';
import { writeYaml } from '../../../compiler/tools/infer/model/write-yaml.ts';
import { loadEsm } from '../../../runtime/state/registry/compile/load-esm.ts';
import { cases } from './survey/cases.ts';

const TOLERANCE = 0.05;
/** Compiling takes time, so only every seventh file of the survey is tested. */
const EACH = 7;

const lines = cases.filter(({ answer }) => !(answer instanceof RegExp) && answer.format !== 'XML');

for (const { shape, title, bytes, fileName } of lines.filter((_, at) => at % EACH === 0)) {
  test(`a draft is rated as its compiled module reads the sample: ${shape}, ${title}`, async () => {
    const sample = { bytes, isWhole: true, fileName, name: 'sample', format: null, recordPath: null, schema: null };
    const { draft } = createDraft(sample, TOLERANCE);
    const rated = { name: 'sample', bytes, isWhole: true, createModule: compileWith(loadEsm) };
    assert.equal(await rateDraft(draft, rated), await rateSpec(writeYaml(draft), rated));
  });
}

test('a wide table is rated without compiling its spec', async () => {
  const columns = Array.from({ length: 300 }, (_, at) => at);
  const rows = Array.from({ length: 50 }, (_, row) => columns.map((at) => `${row * at}`).join(';'));
  const text = [columns.map((at) => `Column ${at}`).join(';'), ...rows].join('\n');
  const bytes = new TextEncoder().encode(text);
  const sample = { bytes, isWhole: true, fileName: 'a', name: 'a', format: null, recordPath: null, schema: null };
  const { rating } = await inferSpec(sample, () => Promise.reject(new Error('the spec was compiled')));
  assert.equal([rating.records, rating.accepted], [50, 50]);
});

test.run();

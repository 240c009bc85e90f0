import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { inferSpec } from '../../../../compiler/tools/infer/infer-spec.ts';
import { NoDraft } from '../../../../compiler/tools/infer/model/no-draft.ts';
import { specNameOf } from '../../../../compiler/tools/infer/model/sample.ts';
import { loadEsm } from '../../../../runtime/state/registry/compile/load-esm.ts';
import { cases } from './cases.ts';
import { judge, type Outcome } from './judge.ts';
import type { SurveyCase } from './survey-case.ts';

/** The number of files of 100 that get the draft that a person would write. It may only grow. */
const EXPECTED = 99;

async function infer({ bytes, fileName, recordPath }: SurveyCase): Promise<Outcome> {
  const name = specNameOf(fileName);
  const sample = { bytes, isWhole: true, fileName, name, format: null, recordPath: recordPath ?? null, schema: null };
  try {
    const { yaml, rating, verdict } = await inferSpec(sample, loadEsm);
    const { undecided } = verdict;
    return { exitCode: undecided.length > 0 ? 1 : 0, yaml, message: undecided.join('\n'), accepted: rating.accepted };
  } catch (error) {
    if (!(error instanceof NoDraft)) throw error;
    return { exitCode: 1, yaml: '', message: error.message, accepted: 0 };
  }
}

test(`${EXPECTED} of 100 files get the draft that a person would write, or an explanation why there is none`, async () => {
  assert.is(cases.length, 100);
  const different: string[] = [];
  for (const one of cases) {
    const wrong = judge(await infer(one), one.answer);
    if (wrong.length > 0) different.push(`${one.shape}, ${one.title}\n  ${wrong.join('\n  ')}`);
  }
  console.log(`note: infer, survey: ${cases.length - different.length} of ${cases.length} as a person would`);
  assert.ok(cases.length - different.length >= EXPECTED, different.join('\n'));
});

test.run();

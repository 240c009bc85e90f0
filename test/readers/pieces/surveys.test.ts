/** A file that several readers survey has the same pieces for its messages as one that a single reader divides. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { readAndCheck } from '../../../compiler/index.ts';
import type { CountedBatch } from '../../../runtime/base/model/issue-counts.ts';
import { canBeSurveyed } from '../../../runtime/reading/survey/can-be-surveyed.ts';
import { createSurveyPlan } from '../../../runtime/reading/survey/survey-plan.ts';
import { SurveySteps } from '../../../runtime/reading/survey/survey-steps.ts';
import { loadModule } from '../../support/load-module.ts';
import { effort, scaleRuns, seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { drawDocumentFile, drawDocumentSpec } from '../parity/record-types/document-draft.ts';
import { drawFile, drawSpec } from '../parity/record-types/draft.ts';
import { flat, nested, writeFlat, writeNested } from '../splits/typed-files.ts';
import { comparePieces, seen } from './compare-pieces.ts';

test('drawn record types with rules of the file', () =>
  checkDrawn(60, (index) => {
    const drawn = drawSpec(seed, index);
    return { spec: drawn.spec, draw: (part) => drawFile(drawn, seed + part * 1_000_003, index) };
  }));

test('drawn documents', () =>
  checkDrawn(40, (index) => {
    const drawn = drawDocumentSpec(randomOf(seed, index));
    const random = randomOf(seed, index);
    return { spec: drawn.spec, draw: () => drawDocumentFile(drawn, random, 40, random.pick([1, 3, 100])) };
  }));

test('values that UNIQUE rules find in an earlier piece', async () => {
  const [details, batches] = [writeFlat(40), writeNested(12, 3)];
  const files = [
    [flat, details.replaceAll('0000004', '0000001')],
    [flat, details],
    [nested, batches.replaceAll(/B \d*[357]\n/g, 'B 1\n')],
    [nested, batches],
  ] as const;
  const before = seen.repeated;
  for (const [spec, text] of files) {
    const module = await loadModule(specOf(spec));
    for (const pieceBytes of [10, 40, 200])
      await comparePieces({ module, bytes: Buffer.from(text), options: {}, pieceBytes, isSurveyed: true });
  }
  assert.ok(seen.repeated > before);
});

/** The number of files that had to be read as a whole. */
let meant = 0;

test('a file that breaks a FATAL rule across pieces is read as a whole', async () => {
  const text = writeFlat(30);
  const broken = [
    ['sum', text.replace(/Z .*/, 'Z 000000000001')],
    ['sum', text.replace(/Z .*\n?/, '')],
    ['order', text.replaceAll('0000014', '0000003')],
    ['once', text.replaceAll('0000014', '0000003')],
  ] as const;
  const fileRules = (id: string) =>
    flat.fileRules.map((rule) => (rule.ruleId === id ? { ...rule, severity: 'FATAL' } : rule));
  for (const [ruleId, file] of broken) {
    const module = await loadModule(specOf({ ...flat, fileRules: fileRules(ruleId) }));
    for (const pieceBytes of [12, 77]) {
      const before = seen.undivided;
      await comparePieces({ module, bytes: Buffer.from(file), options: {}, pieceBytes, isSurveyed: true });
      assert.equal(seen.undivided, before + 1, `${ruleId} ${pieceBytes}`);
      meant++;
    }
  }
});

test('a spec with sensitive fields and UNIQUE rules is not surveyed: the database would get the values', async () => {
  const field = { name: 'currency', type: 'STRING', start: 3, length: 3 };
  const withField = (more: object, fileRules: object[]) => ({
    ...flat,
    recordTypes: flat.recordTypes.map((type) =>
      type.name === 'head' ? { ...type, fields: [{ ...field, ...more }] } : type,
    ),
    fileRules,
  });
  const isSurveyed = async (spec: object) => canBeSurveyed((await loadModule(specOf(spec))).spec);
  assert.equal(await isSurveyed(withField({}, flat.fileRules)), true);
  assert.equal(await isSurveyed(withField({ sensitive: true }, flat.fileRules)), false);
  assert.equal(await isSurveyed(withField({ sensitive: true }, flat.fileRules.slice(0, 2))), true);
});

test('a step ends when it has many values, and a survey without its values is refused', async () => {
  const count = 100_000;
  const rules = new Uint16Array(count);
  const keys = {
    rules,
    records: new Float64Array(count),
    ends: new Uint32Array(count),
    bytes: new Uint8Array(20 * count),
  };
  const stored: number[] = [];
  const steps = new SurveySteps({
    ...{ from: 0, to: 1e12, maxBytes: 1e9, spec: (await loadModule(specOf(flat))).spec },
    storeKeys: async (step, packed) => void stored.push(step, packed.length),
  });
  for (let record = 1; record <= 4; record++) {
    const next = { byteOffset: 1000 * record, line: record, record, state: null };
    await steps.add({ next, recordIssues: [] } as unknown as CountedBatch, keys);
  }
  assert.deepEqual(
    steps.steps.map(({ next }) => next.record),
    [2, 4],
  );
  assert.equal(stored.length, 4);
  const from = { byteOffset: 0, line: 0, record: 0, state: null };
  const survey = { from, steps: steps.steps, isOver: true, durationMs: 0, processorMs: 0 };
  const split = await createSurveyPlan({ surveys: [survey], keysPath: null, keys: new Map() }, null).next();
  await assert.rejects(async () => split?.take(), /no values of step 0 of survey 0/);
});

test('the files had pieces, failures, repeated values, and some had to be read as a whole', () => {
  console.log(`note: ${JSON.stringify(seen)}`);
  assert.ok(seen.pieces > 3 * seen.files && seen.files > 20 * effort, JSON.stringify(seen));
  assert.ok(seen.undivided > 4 * effort && seen.undivided - meant < seen.files, JSON.stringify(seen));
});

function specOf(spec: object): Parameters<typeof loadModule>[0] {
  return { text: JSON.stringify(spec), path: 'spec.json', syntax: 'json' };
}

interface Drawn {
  spec: object;
  draw(part: number): string;
}

async function checkDrawn(runs: number, drawAt: (index: number) => Drawn): Promise<void> {
  for (let index = 0, specs = 0; specs < scaleRuns(runs); index++) {
    const { spec, draw } = drawAt(index);
    const input = { text: JSON.stringify(spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    specs++;
    const module = await loadModule(input);
    const random = randomOf(seed, index);
    const text = Array.from({ length: 1 + random.below(random.pick([2, 30])) }, (_, part) => draw(part)).join('');
    const options = { skipInvalidRecords: random.oneIn(2), batchRecords: 1 + random.below(30) };
    const pieceBytes = 1 + random.below(random.pick([30, 200, 1000]));
    const place = JSON.stringify({ spec, file: text, options, pieceBytes });
    await comparePieces({ module, bytes: Buffer.from(text), options, pieceBytes, isSurveyed: true }).catch(
      (error: unknown) => assert.fail(`SPECMILL_SEED=${seed}, spec ${index}: ${place}\n${String(error)}`),
    );
  }
}

test.run();

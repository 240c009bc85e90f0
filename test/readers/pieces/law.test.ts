/** For any spec, file and size of its pieces, the pieces together have exactly the lines and the result of one reader. */
import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { readAndCheck } from '../../../compiler/index.ts';
import { loadModule } from '../../support/load-module.ts';
import { effort, scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { createScenario, scenarioDrafts } from '../parity/arbitraries.ts';
import { createFixedWidthScenario, fixedWidthDrafts } from '../parity/fixed-width-draft.ts';
import { drawFile, drawSpec } from '../parity/record-types/draft.ts';
import { loadModule as loadScenario } from '../parity/run-module.ts';
import { createXmlScenario, xmlDrafts } from '../parity/xml-draft.ts';
import { flat, nested, writeFlat, writeNested } from '../splits/typed-files.ts';
import { comparePieces, seen } from './compare-pieces.ts';

test('CSV', () => checkDrafts({ drafts: scenarioDrafts, create: createScenario, runs: 60, maxRepeats: 6 }));

test('fixed width', () =>
  checkDrafts({ drafts: fixedWidthDrafts, create: createFixedWidthScenario, runs: 40, maxRepeats: 6 }));

test('XML', () => checkDrafts({ drafts: xmlDrafts, create: createXmlScenario, runs: 50, maxRepeats: 1 }));

test('record types, with rules of the file', async () => {
  for (let index = 0, specs = 0; specs < scaleRuns(50); index++) {
    const drawn = drawSpec(seed, index);
    const text = JSON.stringify(drawn.spec);
    const input = { text, path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    specs++;
    const module = await loadModule(input);
    const random = randomOf(seed, index);
    const parts = Array.from({ length: 1 + random.below(random.pick([2, 30])) }, (_, part) =>
      drawFile(drawn, seed + part * 1_000_003, index),
    );
    const options = drawOptions(random);
    const pieceBytes = 1 + random.below(random.pick([30, 200, 1000]));
    const bytes = new TextEncoder().encode(parts.join(''));
    const place = JSON.stringify({ spec: drawn.spec, file: parts.join(''), options, pieceBytes });
    await comparePieces({ module, bytes, options, pieceBytes, runsTwice, helpersOfPlan: random.below(3) }).catch(
      (error: unknown) => assert.fail(`SPECMILL_SEED=${seed}, spec ${index}: ${place}\n${String(error)}`),
    );
  }
});

test('values that UNIQUE rules find in an earlier piece', async () => {
  const [details, batches] = [writeFlat(40), writeNested(12, 3)];
  const files = [
    [flat, details.replaceAll('0000004', '0000001')],
    [flat, details],
    [nested, batches.replaceAll(/B \d*[357]\n/g, 'B 1\n')],
  ] as const;
  for (const [index, [spec, text]] of files.entries()) {
    const module = await loadModule({ text: JSON.stringify(spec), path: 'spec.json', syntax: 'json' });
    for (const pieceBytes of [1, 40, 200]) {
      const random = randomOf(seed, index + pieceBytes);
      const bytes = new TextEncoder().encode(text);
      await comparePieces({ module, bytes, options: drawOptions(random), pieceBytes });
    }
  }
});

test('the files had pieces, failures, stops, repeated values, and some had nothing to publish', () => {
  console.log(`note: ${JSON.stringify(seen)}`);
  assert.ok(seen.pieces > 3 * seen.files && seen.files > 20 * effort, JSON.stringify(seen));
  for (const times of [seen.failures, seen.stops, seen.repeated, seen.unpublished])
    assert.ok(times > 4 * effort, JSON.stringify(seen));
});

const runsTwice = (piece: number): boolean => piece % 3 === 0;

/** Draws the options of a run. Only a reader of the whole file finds the record at which a limit is exceeded. */
function drawOptions(
  random: Random,
  { hasLimits = true }: { hasLimits?: boolean } = {},
): Parameters<typeof comparePieces>[0]['options'] {
  return {
    skipInvalidRecords: random.oneIn(2),
    batchRecords: 1 + random.below(30),
    errorLimit: random.below(8),
    ...(random.oneIn(4) && hasLimits && { maxErrors: random.below(5) }),
    ...(random.oneIn(8) && hasLimits && { maxErrorShare: random.below(10_000) }),
    ...(random.oneIn(4) && { cloudevents: 'structured' as const }),
  };
}

interface Drafts<T> {
  drafts: fc.Arbitrary<T>;
  create(draft: T): {
    spec: object;
    syntax: 'json' | 'yaml';
    today: string;
    files: readonly { bytes: Uint8Array; feeding: { maxRecordBytes: number } }[];
  };
  runs: number;
  /** A file is repeated up to this many times. */
  maxRepeats: number;
}

async function checkDrafts<T>({ drafts, create, runs, maxRepeats }: Drafts<T>): Promise<void> {
  const cuts = fc.record({ repeats: fc.integer({ min: 1, max: maxRepeats }), at: fc.nat(2 ** 30) });
  const property = fc.asyncProperty(drafts, cuts, async (draft, { repeats, at }) => {
    const scenario = create(draft);
    const module = await loadScenario(scenario as Parameters<typeof loadScenario>[0]);
    for (const [index, { bytes: once, feeding }] of scenario.files.entries()) {
      const random = randomOf(at, index);
      const bytes = Buffer.concat(Array<Uint8Array>(repeats).fill(once));
      const { maxRecordBytes } = feeding;
      const limits = { today: scenario.today, ...(maxRecordBytes > 0 && { maxRecordBytes }) };
      const isSurveyed = random.oneIn(3);
      const options = { ...drawOptions(random, { hasLimits: !isSurveyed }), ...limits };
      const pieceBytes = 1 + random.below(random.pick([20, 150, 1000]));
      const helpersOfPlan = random.below(3);
      await comparePieces({ module, bytes, options, pieceBytes, runsTwice, helpersOfPlan, isSurveyed }).catch(
        (error: unknown) =>
          assert.fail(
            `${JSON.stringify({ spec: scenario.spec, file: bytes.toString('latin1'), options, pieceBytes })}\n${String(error)}`,
          ),
      );
    }
  });
  await fc.assert(property, { seed, numRuns: scaleRuns(runs) });
}

test.run();

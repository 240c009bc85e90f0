/**
 * For any file, any split positions, and also during an upload, split reading has exactly the results of a single
 * reader.
 */
import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { mergeWarnings } from '../../support/merge-warnings.ts';
import { test } from 'uvu';
import type { Batch, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { type Feeding, createScenario, scenarioDrafts } from '../parity/arbitraries.ts';
import { type Checkpoint, createCheckpoint } from '../../../runtime/base/model/checkpoint.ts';
import { createRunCounters } from '../../../runtime/reading/run/counters.ts';
import { checkBatches } from '../parity/compare.ts';
import { fixedWidthDrafts, createFixedWidthScenario } from '../parity/fixed-width-draft.ts';
import { loadModule, transform } from '../parity/run-module.ts';
import { summarizeBatches } from '../parity/read-result.ts';
import { effort, scaleRuns } from '../../support/property.ts';
import { readSplitFile } from './split-file.ts';

interface File {
  bytes: Uint8Array;
  feeding: Feeding;
}

/** How often each path was taken, to prove that the comparison covers them. */
const seen = { files: 0, splits: 0, batches: 0, arriving: 0, counted: 0, held: 0 };

test('CSV', async () => {
  await check(scenarioDrafts, (draft) => createScenario(draft), 30);
});

test('fixed width', async () => {
  await check(fixedWidthDrafts, (draft) => createFixedWidthScenario(draft), 20);
});

test('records with issues that are not listed were only counted', () => {
  assert.ok(seen.counted > seen.files, JSON.stringify(seen));
});

test('helpers held the messages of some batches', () => {
  assert.ok(seen.held > 10 * effort, JSON.stringify(seen));
});

test('files were split, and many of them during the upload', () => {
  assert.ok(
    seen.files > 40 * effort &&
      seen.arriving > seen.files / 4 &&
      seen.splits > 5 * seen.files &&
      seen.batches > 10 * seen.files,
    JSON.stringify(seen),
  );
});

type Scenario = ReturnType<typeof createScenario> | ReturnType<typeof createFixedWidthScenario>;

async function check<T>(drafts: fc.Arbitrary<T>, make: (draft: T) => Scenario, runs: number): Promise<void> {
  const cuts = fc.record({
    repeats: fc.integer({ min: 1, max: 8 }),
    splitBytes: fc.integer({ min: 1, max: 90 }),
    helpers: fc.nat(2),
    leaves: fc.nat(9),
    maxWrongGuesses: fc.nat(4),
    piece: fc.integer({ min: -60, max: 120 }),
  });
  const property = fc.asyncProperty(
    drafts,
    cuts,
    async (draft, { repeats, splitBytes, helpers, leaves, maxWrongGuesses, piece }) => {
      const scenario = make(draft);
      const module = await loadModule(scenario);
      for (const { bytes, feeding } of scenario.files as File[]) {
        const all = new Uint8Array(Buffer.concat(Array<Uint8Array>(repeats).fill(bytes)));
        const { skipInvalidRecords, batchRecords, messages, maxRecordBytes } = feeding;
        const options = {
          skipInvalidRecords,
          today: scenario.today,
          batchRecords,
          messages,
          ...(maxRecordBytes > 0 && { maxRecordBytes }),
        };
        const way = {
          splitBytes,
          helpers,
          ...(leaves < 3 && { leavesAfterTurns: leaves }),
          maxWrongGuesses: maxWrongGuesses === 0 ? 1 : Infinity,
          ...(piece > 0 && { piece }),
          holdsMessages: splitBytes % 3 > 0,
          onHeld: () => void seen.held++,
        };
        await compare({ module, bytes: all, options, resumeAt: feeding.resumeAt }, way);
      }
    },
  );
  await fc.assert(property, {
    numRuns: scaleRuns(runs),
    reporter: (details) => report(details, make),
  });
}

interface Read {
  module: SpecModule;
  bytes: Uint8Array;
  options: TransformOptions;
  resumeAt: number;
}

type Way = Omit<Parameters<typeof readSplitFile>[0], 'module' | 'bytes' | 'options'>;

/** Compares a whole file, and then the part after one of its batches. */
async function compare({ module, bytes, options, resumeAt }: Read, way: Way): Promise<void> {
  if (module.spec.splits === undefined) return;
  const expected = transform(module, [bytes.slice()], options);
  const batches = await readSplitFile({ module, bytes, options, ...way });
  seen.files++;
  if (way.piece !== undefined) seen.arriving++;
  seen.batches += batches.length;
  seen.splits += Math.floor(bytes.length / way.splitBytes);
  compareBatches(batches, expected, options);
  await compareTallies({ module, bytes, options, expected }, way);
  const from = batches[resumeAt % batches.length]?.next;
  if (from === undefined || batches.length < 2) return;
  const rest = transform(module, [bytes.slice(from.byteOffset)], { ...options, from });
  compareBatches(await readSplitFile({ module, bytes, options, ...way, from }), rest, { ...options, from });
}

/** Compares the listed records and the counts for any limit on the list. */
async function compareTallies(
  { module, bytes, options, expected }: Omit<Read, 'resumeAt'> & { expected: Batch[] },
  way: Way,
): Promise<void> {
  for (const errorLimit of [0, 1, 5]) {
    const checkpoint = createCheckpoint();
    const tally = createRunCounters(checkpoint, errorLimit);
    const batches = await readSplitFile({
      module,
      bytes,
      options,
      ...way,
      maxListed: () => errorLimit - checkpoint.errors.length,
      onBatch: (batch) => tally.add(batch),
    });
    seen.counted += batches.filter(({ counted }) => counted !== undefined).length;
    assert.deepEqual(checkpoint, tallied(expected, errorLimit));
  }
}

function tallied(batches: readonly Batch[], errorLimit: number): Checkpoint {
  const checkpoint = createCheckpoint();
  const tally = createRunCounters(checkpoint, errorLimit);
  for (const batch of batches) tally.add(batch);
  return checkpoint;
}

function compareBatches(batches: Batch[], expected: Batch[], options: TransformOptions): void {
  if (options.from === undefined) checkBatches(batches, options.batchRecords ?? 1000);
  assert.deepEqual(summarizeBatches(batches), summarizeBatches(expected));
  assert.deepEqual(batches.at(-1)?.next, expected.at(-1)?.next);
  assert.deepEqual(
    mergeWarnings(batches.flatMap(({ warnings }) => warnings)),
    mergeWarnings(expected.flatMap(({ warnings }) => warnings)),
  );
  assert.deepEqual(
    batches.flatMap(({ failure }) => failure ?? []),
    expected.flatMap(({ failure }) => failure ?? []),
  );
  batches.reduce((before, batch) => {
    assert.equal(batch.firstRecord, before + 1);
    return before + batch.records;
  }, options.from?.record ?? 0);
}

/** Prints a failure readably: the spec, the files, the split positions. */
function report<T, C>(details: fc.RunDetails<[T, C]>, make: (draft: T) => Scenario): void {
  if (!details.failed) return;
  const [draft, cuts] = details.counterexample ?? [];
  const scenario = draft && make(draft);
  const files = (scenario?.files as File[]).map(({ bytes, feeding }) => ({
    text: Buffer.from(bytes).toString('latin1'),
    ...feeding,
  }));
  const reason = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  const failure = new Error(
    `SPECMILL_SEED=${details.seed}\n${JSON.stringify({ spec: scenario?.spec, files, cuts }, null, 1)}\n${reason}`,
  );
  failure.stack = '';
  throw failure;
}

test.run();

import * as assert from 'node:assert/strict';
import type { Batch, Position, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { createCheckpoint } from '../../../runtime/base/model/checkpoint.ts';
import { createRunCounters } from '../../../runtime/reading/run/counters.ts';
import { transform } from '../parity/run-module.ts';
import { summarizeBatches } from '../parity/read-result.ts';
import type { Random } from '../../support/random.ts';
import { readSplitFile } from './split-file.ts';

/** A file of a spec with record types, and how it is read. */
export interface TypedSplitCase {
  module: SpecModule;
  bytes: Uint8Array;
  options: TransformOptions;
  random: Random;
  /** The text of a failure: the spec and the file. */
  place: string;
}

/** What was compared. */
export interface Compared {
  batches: number;
  /** Batches that end where a single reader can end a batch, so that their positions were compared. */
  positions: number;
}

/**
 * Checks that a file has the same records, issues, counts and positions in splits as with one reader, from its beginning
 * and from one of its batches on.
 */
export async function compareSplits(split: TypedSplitCase): Promise<Compared> {
  const { bytes, random } = split;
  const { batchEndsAtError: _, ...options } = split.options;
  const { batches, ...all } = await compareFrom({ ...split, options });
  const at = batches[random.below(batches.length)]?.next;
  const isOver = at === undefined || at.byteOffset >= bytes.length || batches.some(({ failure }) => failure !== null);
  // The values of UNIQUE rules are not part of a position.
  if (isOver || split.module.spec.hasUniqueRules === true) return { batches: batches.length, ...all };
  const from = JSON.parse(JSON.stringify(at)) as Position;
  const rest = await compareFrom({ ...split, options: { ...options, from } });
  return { batches: batches.length + rest.batches.length, positions: all.positions + rest.positions };
}

async function compareFrom({
  module,
  bytes,
  options,
  random,
  place,
}: TypedSplitCase): Promise<{ batches: Batch[]; positions: number }> {
  const { from, ...common } = options;
  const rest = () => [bytes.slice(from?.byteOffset ?? 0)];
  const way = {
    splitBytes: 1 + random.below(random.pick([30, 200, 1000])),
    helpers: random.below(3),
    ...(random.oneIn(4) && { leavesAfterTurns: random.below(4) }),
    maxWrongGuesses: random.oneIn(4) ? 1 : Infinity,
    holdsMessages: random.oneIn(2),
  };
  const where = `${JSON.stringify(way)}, from ${JSON.stringify(from ?? null)}: ${place}`;
  const expected = transform(module, rest(), options);
  const batches = await readSplitFile({ module, bytes, options: common, from: from ?? null, ...way });
  assert.deepEqual(countsOf(batches), countsOf(expected), where);
  assert.deepEqual(summarizeBatches(batches), summarizeBatches(expected), where);
  return {
    batches,
    positions: comparePositions(batches, transform(module, rest(), { ...options, batchRecords: 1 }), where),
  };
}

/** Returns the counts of the run and of each type, the issues, the last position, and the records of the messages. */
function countsOf(batches: readonly Batch[]): object {
  const checkpoint = createCheckpoint();
  const counters = createRunCounters(checkpoint, Infinity);
  for (const batch of batches) counters.add(batch);
  return { ...checkpoint, messageRecords: batches.flatMap(({ typed }) => [...(typed?.messageRecords ?? [])]) };
}

/**
 * Compares the positions after batches with those of a single reader, whose batches have one record each. Returns how
 * many were compared.
 */
function comparePositions(batches: readonly Batch[], single: readonly Batch[], where: string): number {
  const expected = new Map(single.slice(0, -1).map(({ next }) => [next.byteOffset, next]));
  let compared = 0;
  for (const { next } of batches.slice(0, -1)) {
    const same = expected.get(next.byteOffset);
    if (same === undefined) continue;
    compared++;
    assert.equal(JSON.stringify(next), JSON.stringify(same), where);
  }
  return compared;
}

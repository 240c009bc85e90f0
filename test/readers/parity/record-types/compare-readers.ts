import * as assert from 'node:assert/strict';
import type { Batch, SpecModule, TransformOptions } from '../../../../compiler/kernel/model/contract.ts';
import { createDiskKeys } from '../../../../runtime/reading/unique-keys/disk-keys.ts';
import type { Random } from '../../../support/random.ts';
import { compareBatches } from '../compare-batches.ts';
import { cutChunks } from '../run-module.ts';

/** What a reader found. */
export interface Reading {
  batches: Batch[];
  fastRecords: number;
}

/** A file, and how it is read. */
export interface ReadersCase {
  bytes: Uint8Array;
  options: TransformOptions;
  random: Random;
  hasUniqueRules: boolean;
  /** The text of a failure: the spec and the file. */
  place: string;
  /** The number of batches after which reading resumes, at most. Default: all. */
  resumes?: number;
  /** How many times longer than 60 and 200 bytes the chunks are, at most. Default: 1. */
  chunks?: number;
}

/**
 * Checks that the fast and the careful reader agree on a file with record types, also if reading resumes after a batch.
 * Returns what the fast reader found.
 */
export function compareReaders(module: SpecModule, readers: ReadersCase): Reading {
  const { bytes, options, random, hasUniqueRules, place, resumes = Infinity, chunks = 1 } = readers;
  const sizes = random.oneIn(2) ? [] : [1 + random.below(60 * chunks), 1 + random.below(200 * chunks)];
  // The keys of UNIQUE rules are in one memory as texts and in the other as bytes.
  const keys = hasUniqueRules ? createDiskKeys() : null;
  const fast = read(module, cutChunks(bytes, sizes), keys === null ? options : { ...options, uniqueKeys: keys });
  keys?.close();
  const careful = read(module, cutChunks(bytes, sizes), { ...options, fast: false });
  assert.equal(careful.fastRecords, 0);
  compareBatches(fast.batches, careful.batches, place);
  // The values of UNIQUE rules are not part of a position.
  if (hasUniqueRules) return fast;
  const count = fast.batches.length - 1;
  const chosen = Array.from({ length: Math.min(count, resumes) }, (_, i) =>
    count <= resumes ? i : random.below(count),
  );
  for (const at of chosen) {
    const { next } = fast.batches[at] ?? assert.fail();
    const from = JSON.parse(JSON.stringify(next)) as typeof next;
    const rest = read(module, cutChunks(bytes.slice(from.byteOffset), sizes), { ...options, from });
    const same = read(module, cutChunks(bytes.slice(from.byteOffset), sizes), { ...options, from, fast: false });
    compareBatches(rest.batches, same.batches, `resumed after batch ${at}: ${place}`);
  }
  return fast;
}

/** Draws the options of a reading. */
export function drawOptions(random: Random): TransformOptions {
  return {
    today: '2024-02-29',
    batchRecords: 1 + random.below(30),
    skipInvalidRecords: random.oneIn(2),
    rejectedKeys: random.oneIn(3),
    lineFeeds: random.oneIn(3),
    ...(random.oneIn(6) && { messages: false }),
    ...(random.oneIn(6) && { keys: false }),
    ...(random.oneIn(6) && { maxMessageBytes: 20 + random.below(60) }),
    ...(random.oneIn(6) && { maxRecordBytes: 8 + random.below(10) }),
    ...(random.oneIn(6) && { batchEndsAtError: 1 + random.below(3) }),
  };
}

function read(module: SpecModule, chunks: readonly Uint8Array[], options: TransformOptions): Reading {
  // Internal, not part of the module contract.
  const transformer = module.createTransformer(options) as ReturnType<SpecModule['createTransformer']> & {
    fastRecords: number;
  };
  const batches: Batch[] = [];
  for (const chunk of chunks) {
    batches.push(...transformer.push(chunk));
    if (batches.at(-1)?.failure) break;
    chunk.fill(0x22);
  }
  if (!batches.at(-1)?.failure) batches.push(...transformer.end());
  return { batches, fastRecords: transformer.fastRecords };
}

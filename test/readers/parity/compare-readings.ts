import * as assert from 'node:assert/strict';
import type { Batch, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { transform } from './run-module.ts';

/** Reads a file twice: with the fast reader enabled, and with the careful reader only. Throws if the batches differ. */
export function compareReadings(module: SpecModule, chunks: readonly Uint8Array[], options: TransformOptions): void {
  const copies = chunks.map((chunk) => chunk.slice());
  compareFast(module, copies, options, readCarefully(module, chunks, options));
}

/** Returns what the careful reader reads, as lines. */
export function readCarefully(
  module: SpecModule,
  chunks: readonly Uint8Array[],
  options: TransformOptions,
): readonly string[] {
  return transform(module, chunks, { ...options, fast: false }).flatMap(lines);
}

/** Reads a file with the fast reader enabled. Throws if the result differs from that of the careful reader. */
export function compareFast(
  module: SpecModule,
  chunks: readonly Uint8Array[],
  options: TransformOptions,
  careful: readonly string[],
): void {
  const fast = transform(module, chunks, options).flatMap(lines);
  // Reports the first difference only, because a full comparison would print megabytes.
  const place = careful.findIndex((line, i) => line !== fast[i]);
  if (place >= 0) assert.equal(fast[place], careful[place], `line ${place} of the results`);
  assert.equal(fast.length, careful.length);
}

/** Returns a batch as lines: its messages and keys, then everything else. */
function lines({ bytes, ends, keys, keyEnds, ...rest }: Batch): string[] {
  const parts = (all: Uint8Array, places: Uint32Array) =>
    [...places].map((end, i) => Buffer.from(all.subarray(i === 0 ? 0 : places[i - 1], end)).toString('utf8'));
  return [
    ...parts(bytes, ends),
    ...parts(keys, keyEnds),
    ...rest.recordIssues.map((problem) => JSON.stringify(problem)),
    JSON.stringify({ ...rest, problems: rest.recordIssues.length }),
  ];
}

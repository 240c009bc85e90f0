import * as assert from 'node:assert/strict';
import type { Batch, SpecModule, TransformOptions } from '../../compiler/kernel/model/contract.ts';
import { transform } from './run-module.ts';

/** Reads a file twice, fast where that goes and carefully throughout: the batches are the same. */
export function compareReadings(module: SpecModule, chunks: readonly Uint8Array[], options: TransformOptions): void {
  const fast = transform(
    module,
    chunks.map((chunk) => chunk.slice()),
    options,
  ).flatMap(lines);
  const careful = transform(module, chunks, { ...options, fast: false }).flatMap(lines);
  // Only the first difference: a comparison of all would be told in megabytes.
  const place = careful.findIndex((line, i) => line !== fast[i]);
  if (place >= 0) assert.equal(fast[place], careful[place], `line ${place} of what is told`);
  assert.equal(fast.length, careful.length);
}

/** A batch as lines: its messages and keys, then the rest. */
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

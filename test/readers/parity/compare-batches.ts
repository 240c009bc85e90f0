import * as assert from 'node:assert/strict';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { summarizeBatches } from './read-result.ts';

/** Checks that two readings have the same batches. It is faster than `deepEqual` if they do. */
export function compareBatches(fast: readonly Batch[], careful: readonly Batch[], place = ''): void {
  assert.equal(fast.length, careful.length, `batches ${place}`);
  for (const [i, { bytes, ends, keys, keyEnds, ...rest }] of careful.entries()) {
    const other = fast[i] ?? assert.fail();
    const { bytes: _, ends: __, keys: ___, keyEnds: ____, ...otherRest } = other;
    if (
      isSame(bytes, other.bytes) &&
      isSame(ends, other.ends) &&
      isSame(keys, other.keys) &&
      isSame(keyEnds, other.keyEnds) &&
      JSON.stringify(rest) === JSON.stringify(otherRest)
    )
      continue;
    assert.deepEqual(
      summarizeBatches([other]),
      summarizeBatches([{ bytes, ends, keys, keyEnds, ...rest }]),
      `batch ${i} ${place}`,
    );
    assert.deepEqual(otherRest, rest, `batch ${i} ${place}`);
    assert.fail(`batch ${i} differs in its bytes ${place}`);
  }
}

function isSame(one: Uint8Array | Uint32Array, other: Uint8Array | Uint32Array): boolean {
  return Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(
    Buffer.from(other.buffer, other.byteOffset, other.byteLength),
  );
}

import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import { sizeOfKeys } from '../../base/model/recorded-keys.ts';
import { type PackedIssues, packIssues, unpackIssues, packedIssuesSize } from './packed-issues.ts';

/**
 * A batch, converted for another thread. `parts` contains its messages and keys; null if the batch only counts them.
 * `recordIssues` is null if no record has issues.
 *
 * The buffers are copied, not transferred. After a transfer, V8 checks every access of the thread to any buffer, which
 * makes reading 20 % slower.
 */
export type PackedBatch = Omit<CountedBatch, 'recordIssues' | 'held' | Part> & {
  recordIssues: PackedIssues | null;
  parts: Pick<Batch, Part> | null;
  /** Size of the messages in bytes, if the other thread holds them. Otherwise 0. */
  heldBytes: number;
};
type Part = 'bytes' | 'ends' | 'keys' | 'keyEnds';

/** Converts a batch, so that it can be sent to another thread. With `holds`, its messages are not sent. */
export function packBatch(
  { recordIssues, bytes, ends, keys, keyEnds, held: _, ...rest }: CountedBatch,
  holds = false,
): PackedBatch {
  const sent = holds ? NO_BYTES : bytes;
  const parts = bytes.length === 0 && keys.length === 0 ? null : { bytes: sent, ends, keys, keyEnds };
  return {
    ...rest,
    parts,
    recordIssues: recordIssues.length === 0 ? null : packIssues(recordIssues),
    heldBytes: bytes.length - sent.length,
  };
}

const NO_BYTES = new Uint8Array(0);

/** Converts a packed batch back. */
export function unpackBatch({ parts, recordIssues, heldBytes: _, ...rest }: PackedBatch): CountedBatch {
  return {
    ...rest,
    ...(parts ?? countedOnly(rest.count)),
    recordIssues: recordIssues === null ? [] : unpackIssues(recordIssues),
  };
}

/** Returns the approximate size of a packed batch, in bytes. */
export function packedSize({ count, parts, recordIssues, heldBytes, uniqueKeys }: PackedBatch): number {
  return (
    heldBytes +
    sizeOfKeys(uniqueKeys) +
    (parts === null ? 0 : parts.bytes.length + parts.keys.length + 8 * count) +
    (recordIssues === null ? 0 : packedIssuesSize(recordIssues))
  );
}

/** Returns the parts of a batch that has `count` messages without any bytes. */
function countedOnly(count: number): Pick<Batch, Part> {
  return {
    bytes: new Uint8Array(0),
    ends: new Uint32Array(count),
    keys: new Uint8Array(0),
    keyEnds: new Uint32Array(count),
  };
}

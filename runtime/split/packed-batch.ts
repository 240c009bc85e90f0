import type { Batch } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../model/issue-counts.ts';
import { type PackedIssues, packIssues, unpackIssues, packedIssuesSize } from './packed-issues.ts';

/**
 * A batch on its way to another thread. `parts` null: messages are only counted. `recordIssues` null: there are none.
 * It is copied, and none of its buffers moved: once a thread has given one away, V8 looks at every access to any
 * buffer of that thread whether it is still there, and all reading takes a fifth longer.
 */
export type PackedBatch = Omit<CountedBatch, 'recordIssues' | Part> & {
  recordIssues: PackedIssues | null;
  parts: Pick<Batch, Part> | null;
};
type Part = 'bytes' | 'ends' | 'keys' | 'keyEnds';

/** Makes a batch ready to be sent. */
export function packBatch({ recordIssues, bytes, ends, keys, keyEnds, ...rest }: CountedBatch): PackedBatch {
  const parts = bytes.length === 0 && keys.length === 0 ? null : { bytes, ends, keys, keyEnds };
  return { ...rest, parts, recordIssues: recordIssues.length === 0 ? null : packIssues(recordIssues) };
}

/** The batch that was packed. */
export function unpackBatch({ parts, recordIssues, ...rest }: PackedBatch): CountedBatch {
  return {
    ...rest,
    ...(parts ?? countedOnly(rest.count)),
    recordIssues: recordIssues === null ? [] : unpackIssues(recordIssues),
  };
}

/** About how many bytes it holds. */
export function packedSize({ count, parts, recordIssues }: PackedBatch): number {
  return (
    (parts === null ? 0 : parts.bytes.length + parts.keys.length + 8 * count) +
    (recordIssues === null ? 0 : packedIssuesSize(recordIssues))
  );
}

/** Messages of which nothing is kept: each ends where it begins. */
function countedOnly(count: number): Pick<Batch, Part> {
  return {
    bytes: new Uint8Array(0),
    ends: new Uint32Array(count),
    keys: new Uint8Array(0),
    keyEnds: new Uint32Array(count),
  };
}

import type { Batch } from '../../compiler/kernel/contract.ts';
import { type PackedProblems, packProblems, unpackProblems, weighPackedProblems } from './packed-problems.ts';

/** A batch on its way to another thread. `parts` null: messages are only counted. `problems` null: there are none. */
export type PackedBatch = Omit<Batch, 'problems' | Part> & { problems: PackedProblems | null; parts: Pick<Batch, Part> | null };
type Part = 'bytes' | 'ends' | 'keys' | 'keyEnds';

/** A batch whose buffers may be moved, and the buffers. */
export function packBatch({ problems, bytes, ends, keys, keyEnds, ...rest }: Batch): { packed: PackedBatch; transfer: ArrayBuffer[] } {
  const parts = bytes.length === 0 && keys.length === 0 ? null : { bytes, ends, keys, keyEnds };
  const packed = { ...rest, parts, problems: problems.length === 0 ? null : packProblems(problems) };
  const views = [...(parts === null ? [] : [bytes, ends, keys, keyEnds]), ...(packed.problems === null ? [] : [packed.problems.numbers, packed.problems.entries])];
  const buffers = new Set(views.map(({ buffer }) => buffer).filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer && buffer.byteLength > 0));
  return { packed, transfer: [...buffers] };
}

/** The batch that was packed. */
export function unpackBatch({ parts, problems, ...rest }: PackedBatch): Batch {
  return { ...rest, ...(parts ?? countedOnly(rest.count)), problems: problems === null ? [] : unpackProblems(problems) };
}

/** About how many bytes it holds. */
export function weighPacked({ count, parts, problems }: PackedBatch): number {
  return (parts === null ? 0 : parts.bytes.length + parts.keys.length + 8 * count) + (problems === null ? 0 : weighPackedProblems(problems));
}

/** Messages of which nothing is kept: each ends where it begins. */
function countedOnly(count: number): Pick<Batch, Part> {
  return { bytes: new Uint8Array(0), ends: new Uint32Array(count), keys: new Uint8Array(0), keyEnds: new Uint32Array(count) };
}

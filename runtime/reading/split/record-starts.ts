import type { Splits } from '../../../compiler/kernel/model/contract.ts';
import type { ReadAt } from '../source/disk/read-ahead.ts';

const WINDOW_BYTES = 8 * 1024;
const CR = 0x0d;

/**
 * Returns the next offset at which a record may start; Infinity if there is none before the end of the file. For lines,
 * it is the first line start after `at`, even if that is inside quotes. For records of fixed length, it is the first
 * multiple of that length, counted from `known`, that is at or after `at`. `known` is an offset at which a record
 * starts.
 */
export async function findRecordStart(
  readAt: ReadAt,
  splits: Splits,
  { at, known }: { at: number; known: number },
): Promise<number> {
  if (splits.kind === 'LINES') return findLineStart(readAt, splits.lineEnds, at);
  const start = known + Math.ceil((at - known) / splits.bytes) * splits.bytes;
  return (await readAt(Buffer.alloc(1), start)) === 0 ? Infinity : start;
}

/** Returns the offset of the first line that starts after `at`; Infinity if there is none. */
async function findLineStart(readAt: ReadAt, lineEnds: readonly number[], at: number): Promise<number> {
  const buffer = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  for (let from = at; ; ) {
    const bytes = buffer.subarray(0, await readAt(buffer, from));
    if (bytes.length === 0) return Infinity;
    const end = firstOf(bytes, lineEnds);
    // A line end has up to two bytes. The byte after them shows whether another line follows.
    if (end >= 0 && end + 2 < bytes.length) return from + end + lineEndLength(bytes, end, lineEnds);
    if (end >= 0 && end > 0) from += end;
    else if (end === 0)
      return bytes.length > lineEndLength(bytes, 0, lineEnds) ? from + lineEndLength(bytes, 0, lineEnds) : Infinity;
    else from += bytes.length;
  }
}

function firstOf(bytes: Buffer, lineEnds: readonly number[]): number {
  const places = lineEnds.map((byte) => bytes.indexOf(byte)).filter((place) => place >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

function lineEndLength(bytes: Buffer, at: number, lineEnds: readonly number[]): number {
  const next = bytes[at + 1] ?? CR;
  return bytes[at] === CR && next !== CR && lineEnds.includes(next) ? 2 : 1;
}

import type { Position } from '../../../compiler/kernel/model/contract.ts';

/** What the first reading has found in a piece of a file. */
export interface PieceCount {
  /**
   * Where reading began; null for the start of the file. If the offset is only a guess where a record starts, the line
   * and the record are those of an earlier position.
   */
  from: Position | null;
  /** The position after the last record, counted from `from`. */
  end: Position;
  /** The offset after the last byte that was read; null if the file was read to its end. */
  readTo: number | null;
  /** Whether nothing follows, because the file has ended or cannot be read further. */
  isLast: boolean;
  durationMs: number;
  processorMs: number;
}

/** A piece of a file with its exact limits. */
export interface PieceRange extends Omit<PieceCount, 'isLast'> {}

/** Every piece has exact limits, or one piece must be read again from an exact position. */
export type Cut =
  | {
      kind: 'cut';
      /** Null for a piece that has nothing to read. */
      ranges: (PieceRange | null)[];
    }
  | { kind: 'recount'; piece: number; from: Position };

/**
 * Goes through the pieces of a file in order, and adds the lines and records before each piece. If the piece before
 * does not end where a piece was guessed to start, that piece must be read again.
 */
export function cutPieces(counts: readonly PieceCount[]): Cut {
  const ranges: (PieceRange | null)[] = [];
  let at: Position | null = null;
  let isOver = false;
  for (const [piece, { isLast, ...count }] of counts.entries()) {
    if (isOver) {
      ranges.push(null);
      continue;
    }
    if (at !== null && !isSamePlace(count.from, at)) return { kind: 'recount', piece, from: at };
    const end: Position = shift(count.end, count.from, at);
    const isEmpty = count.readTo !== null && at !== null && count.readTo <= at.byteOffset;
    ranges.push(isEmpty ? null : { ...count, from: at, end });
    at = end;
    isOver = isLast;
  }
  return { kind: 'cut', ranges };
}

/** Returns true if two positions are the same except for the numbers of lines and records. */
function isSamePlace(guess: Position | null, at: Position): boolean {
  // Before the first record, a position is only valid as a whole.
  if (guess === null || guess.record > 0 !== at.record > 0) return false;
  return guess.byteOffset === at.byteOffset && JSON.stringify(guess.state) === JSON.stringify(at.state);
}

/** Returns true if two positions are the same. */
export function isSamePosition(one: Position, other: Position): boolean {
  return (
    one.byteOffset === other.byteOffset &&
    one.line === other.line &&
    one.record === other.record &&
    JSON.stringify(one.state) === JSON.stringify(other.state)
  );
}

function shift(end: Position, from: Position | null, at: Position | null): Position {
  if (from === null || at === null) return end;
  return { ...end, line: end.line - from.line + at.line, record: end.record - from.record + at.record };
}

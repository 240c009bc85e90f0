import type { Failure, LongDocument, Position } from '../../../compiler/kernel/model/contract.ts';

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

/** A record whose value of a UNIQUE rule is also that of an earlier record. */
export interface RepeatedValue {
  /** The number of the rule. */
  rule: number;
  record: number;
  /** The number of the first record with the value. */
  first: number;
}

/** A piece of a file that was read as a whole: the records between two positions. */
export interface FilePiece {
  /** Where it starts; null for the start of the file. */
  readonly from: Position | null;
  /** The position after its last record; null for the end of the file. */
  readonly end: Position | null;
  /** What UNIQUE rules have found in its records. */
  readonly repeated: readonly RepeatedValue[];
  /** Its documents that are too long to be held, whose outcomes the first reading has found. Absent: there are none. */
  readonly longDocuments?: readonly LongDocument[];
}

/** A piece of a file that was read as a whole, as the store has it. */
export interface PlannedRange extends FilePiece {
  readonly bytes: number;
  /** Its share of the time of the first reading. */
  readonly durationMs: number;
  readonly processorMs: number;
  /** Why the run stops after the piece, before the end of the file. Absent: it does not. */
  readonly stop?: Failure;
}

/**
 * How the pieces of a file are found: their number, if each can be counted on its own. UNKNOWN: an instance reads the whole
 * file. `surveyed`: the number of pieces that are surveyed first, because records depend on earlier ones.
 */
export type FirstPieces = number | 'UNKNOWN' | { readonly surveyed: number };

/** Returns whether the limits of a piece were noted by a reader of the whole file. */
export function isPlanned(range: PieceRange | PlannedRange): range is PlannedRange {
  return 'repeated' in range;
}

/** Returns the size of a piece, in bytes. */
export function bytesOf(range: PieceRange | PlannedRange): number {
  return isPlanned(range) ? range.bytes : range.end.byteOffset - (range.from?.byteOffset ?? 0);
}

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

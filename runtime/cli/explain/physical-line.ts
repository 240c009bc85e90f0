import type { TextRange } from '../../../compiler/index.ts';

/** A physical line of a record, and the part of a cell on it. */
export interface PhysicalLine {
  text: string;
  /** Number of lines of the record before this one. */
  index: number;
  cell: TextRange | null;
}

/** Returns the line of a record on which a cell starts, without its line end; the first line if there is no cell. */
export function findPhysicalLine(record: string, cell: TextRange | null): PhysicalLine {
  const at = cell?.start ?? 0;
  let index = 0;
  let start = 0;
  for (const { 0: lineEnd, index: found } of record.matchAll(/\r\n|\r|\n/g)) {
    const next = found + lineEnd.length;
    if (next > at) return toLine(record.slice(start, found), start, { index, cell });
    start = next;
    index++;
  }
  return toLine(record.slice(start), start, { index, cell });
}

function toLine(text: string, start: number, { index, cell }: { index: number; cell: TextRange | null }): PhysicalLine {
  if (cell === null) return { text, index, cell };
  const inLine = (offset: number) => Math.min(offset - start, text.length);
  return { text, index, cell: { start: inLine(cell.start), end: inLine(cell.end) } };
}

import type { TextRange } from '../../../compiler/index.ts';

/** A physical line of a record. `cell` is the range of the cell on this line; null if there is no cell. */
export interface PhysicalLine {
  text: string;
  /** Index of the line in the record, from 0. */
  index: number;
  cell: TextRange | null;
}

/**
 * Returns the physical line of a record on which a cell starts, without its line end. If `cell` is null, returns the
 * first line.
 */
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

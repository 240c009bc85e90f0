import { widthOf } from './terminal.ts';

/** Describes one column of a table. */
export interface Column {
  title: string;
  /** Absent: cells are aligned to the left. */
  align?: 'right';
  /** Maximum width in terminal columns. It applies only if the table has a limited width. */
  maxWidth?: number;
}

/** One cell: its text, and a function that colours the text. Colours do not count as width. */
export interface Cell {
  text: string;
  paint?: (text: string) => string;
}

const GAP = '  ';
/**
 * Minimum widths on a narrow terminal, in terminal columns: that of the last column, and that of other columns which
 * are cut.
 */
const MIN_LAST_WIDTH = 20;
const MIN_CUT_WIDTH = 8;

/**
 * Returns the lines of a table. `width` is the maximum width in terminal columns; Infinity means no limit. If the table
 * is too wide, columns with a `maxWidth` are cut and the last column is wrapped. On a very narrow terminal, the table
 * may still be wider than `width`.
 */
export function formatTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): string[] {
  const titles = columns.map(({ title }) => ({ text: title }));
  const widths = measure(columns, [titles, ...rows], width);
  return [titles, ...rows].flatMap((row) => formatRow(row, columns, widths));
}

function measure(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): number[] {
  const widths = columns.map(({ maxWidth = Infinity }, index) => {
    const needed = rows.reduce((widest, row) => Math.max(widest, widthOf(row[index]?.text ?? '')), 1);
    return width === Infinity ? needed : Math.min(needed, maxWidth);
  });
  const last = widths.length - 1;
  const minLast = Math.min(widths[last] ?? 1, MIN_LAST_WIDTH);
  const room = () => width - widths.slice(0, -1).reduce((sum, one) => sum + one + GAP.length, 0);
  for (
    let widest = widestToCut(columns, widths);
    room() < minLast && widest >= 0;
    widest = widestToCut(columns, widths)
  ) {
    widths[widest] = (widths[widest] ?? 1) - 1;
  }
  widths[last] = Math.min(widths[last] ?? 1, Math.max(minLast, room()));
  return widths;
}

/** Returns the index of the widest column that can still be cut; -1 if there is none. */
function widestToCut(columns: readonly Column[], widths: readonly number[]): number {
  let found = -1;
  let maxWidth = MIN_CUT_WIDTH;
  columns.forEach((column, index) => {
    const width = widths[index] ?? 0;
    if (column.maxWidth !== undefined && width > maxWidth) [found, maxWidth] = [index, width];
  });
  return found;
}

function formatRow(row: readonly Cell[], columns: readonly Column[], widths: readonly number[]): string[] {
  const last = row.length - 1;
  const texts = row.map(({ text }, index) =>
    index === last ? wrap(text, widths[index] ?? 1) : [truncate(text, widths[index] ?? 1)],
  );
  const height = texts[last]?.length ?? 1;
  return Array.from({ length: height }, (_, line) => {
    const cells = row.map(({ paint }, index) => {
      const text = texts[index]?.[line] ?? '';
      const blanks = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)));
      const painted = paint === undefined || text === '' ? text : paint(text);
      return columns[index]?.align === 'right' ? blanks + painted : painted + blanks;
    });
    return cells.join(GAP).trimEnd();
  });
}

function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let room = width - 1;
  for (const character of text) {
    room -= widthOf(character);
    if (room < 0) break;
    kept += character;
  }
  return `${kept}…`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => split(one, width))) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

// Breaks a word that is wider than the line.
function split(word: string, width: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && widthOf(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

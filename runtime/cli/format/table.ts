import { widthOf } from './terminal.ts';

/** A column of a table. */
export interface Column {
  title: string;
  align?: 'right';
  /** Most columns of the terminal that it takes where the table has to fit. */
  most?: number;
}

/** One cell: what stands in it, and how it is painted once its width is known. */
export interface Cell {
  text: string;
  paint?: (text: string) => string;
}

const GAP = '  ';
/** What the last column has at least, and what a cut one keeps, where a terminal is narrow. */
const LAST_LEAST = 20;
const CUT_LEAST = 8;

/** The lines of a table that is `width` wide at most (Infinity: as wide as it gets). Its last column is wrapped, others are cut. */
export function layTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): string[] {
  const titles = columns.map(({ title }) => ({ text: title }));
  const widths = measure(columns, [titles, ...rows], width);
  return [titles, ...rows].flatMap((row) => layRow(row, columns, widths));
}

function measure(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): number[] {
  const widths = columns.map(({ most = Infinity }, index) => {
    const needed = rows.reduce((widest, row) => Math.max(widest, widthOf(row[index]?.text ?? '')), 1);
    return width === Infinity ? needed : Math.min(needed, most);
  });
  const last = widths.length - 1;
  const wanted = Math.min(widths[last] ?? 1, LAST_LEAST);
  const room = () => width - widths.slice(0, -1).reduce((sum, one) => sum + one + GAP.length, 0);
  for (
    let widest = widestToCut(columns, widths);
    room() < wanted && widest >= 0;
    widest = widestToCut(columns, widths)
  ) {
    widths[widest] = (widths[widest] ?? 1) - 1;
  }
  widths[last] = Math.min(widths[last] ?? 1, Math.max(wanted, room()));
  return widths;
}

/** The widest column that may still be cut; -1 where there is none. */
function widestToCut(columns: readonly Column[], widths: readonly number[]): number {
  let found = -1;
  let most = CUT_LEAST;
  columns.forEach((column, index) => {
    const width = widths[index] ?? 0;
    if (column.most !== undefined && width > most) [found, most] = [index, width];
  });
  return found;
}

function layRow(row: readonly Cell[], columns: readonly Column[], widths: readonly number[]): string[] {
  const last = row.length - 1;
  const texts = row.map(({ text }, index) =>
    index === last ? wrap(text, widths[index] ?? 1) : [cut(text, widths[index] ?? 1)],
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

function cut(text: string, width: number): string {
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

// A word that no line can take is broken where it must be.
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

import type { TextRange } from '../../../compiler/index.ts';
import { visible, widthOf } from '../format/terminal.ts';

/** A line of a file, ready to print, and the line of carets below it. */
export interface MarkedLine {
  text: string;
  /** A line with `^` below each column of the cell. Null if no cell is marked. */
  carets: string | null;
}

/**
 * Returns a line of a file, ready to print, and a line of carets below the cell. If `cell` is null, there are no
 * carets. Characters that could control the terminal are replaced by visible signs. If the line is wider than `width`
 * terminal columns, it is cut around the cell, with `…` at the cut ends.
 */
export function markCell(line: string, cell: TextRange | null, width: number): MarkedLine {
  const { start, end } = cell ?? { start: 0, end: 0 };
  // Some characters have no width, so the number of characters also needs a limit.
  const from = toBoundary(line, Math.max(0, start - MAX_UNITS));
  const middle = toBoundary(line, Math.min(end, start + MAX_UNITS));
  const to = toBoundary(line, Math.min(line.length, middle + MAX_UNITS));
  const parts = {
    before: toGlyphs(line.slice(from, start)),
    cell: toGlyphs(line.slice(start, middle)),
    after: toGlyphs(line.slice(middle, to)),
  };
  const isWhole = from === 0 && middle === end && to === line.length;
  const shown = isWhole && sum([...parts.before, ...parts.cell, ...parts.after]) <= width ? parts : cut(parts, width);
  const left = from > 0 || shown.before.length < parts.before.length ? '…' : '';
  const right = to < line.length || shown.after.length < parts.after.length || middle < end ? '…' : '';
  const text = left + [...shown.before, ...shown.cell, ...shown.after].map((glyph) => glyph.text).join('') + right;
  if (cell === null) return { text, carets: null };
  const indent = ' '.repeat(left.length + sum(shown.before));
  return { text, carets: indent + '^'.repeat(Math.max(1, sum(shown.cell))) };
}

const MAX_UNITS = 1000;

interface Glyph {
  text: string;
  width: number;
}

interface Parts {
  before: readonly Glyph[];
  cell: readonly Glyph[];
  after: readonly Glyph[];
}

/**
 * Cuts the parts of a line to the width, with room for `…` at both ends. If the cell itself must be cut, the text
 * before and after it is omitted.
 */
function cut({ before, cell, after }: Parts, width: number): Parts {
  const room = Math.max(1, width - 2);
  const shownCell = takeFirst(cell, room);
  if (shownCell.length < cell.length) return { before: [], cell: shownCell, after: [] };
  const rest = room - sum(shownCell);
  const shownBefore = takeFirst([...before].reverse(), Math.max(Math.floor(rest / 2), rest - sum(after))).reverse();
  return { before: shownBefore, cell: shownCell, after: takeFirst(after, rest - sum(shownBefore)) };
}

function takeFirst(glyphs: readonly Glyph[], width: number): Glyph[] {
  let room = width;
  const end = glyphs.findIndex((glyph) => (room -= glyph.width) < 0);
  return glyphs.slice(0, end < 0 ? glyphs.length : end);
}

function toGlyphs(text: string): Glyph[] {
  return Array.from(text, (character) => {
    const shown = visible(character);
    return { text: shown, width: widthOf(shown) };
  });
}

function sum(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((total, { width }) => total + width, 0);
}

/** Returns the offset `at`, or the next one if `at` is inside a surrogate pair. */
function toBoundary(text: string, at: number): number {
  return at > 0 && /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) && /[\ud800-\udbff]$/.test(text.slice(at - 1, at))
    ? at + 1
    : at;
}

import { isBlank } from '../../../kernel/values/text.ts';
import { isDateText, isTypedText } from '../column/typed-text.ts';
import type { SampleRow } from './rows.ts';

/** Properties of the typical row of a table. */
export interface RowShape {
  /** The usual number of cells. */
  readonly width: number;
  /** The median number of cells with a text. */
  readonly filled: number;
  /** The indexes, from 0, of columns in which most cells are numbers, dates or truth values. */
  readonly typed: ReadonlySet<number>;
  /** The indexes, from 0, of the typed columns in which most cells are dates. */
  readonly dates: ReadonlySet<number>;
}

const MAX_ROWS = 300;
const MOSTLY = 0.8;
/** The maximum number of rows at the beginning that do not count. */
const MAX_SKIPPED = 4;

/**
 * Describes the typical row among the rows with `width` cells. It skips the first half of them, but at most four, because
 * they may be titles or headers.
 */
export function describeRows(rows: readonly SampleRow[], width: number): RowShape {
  const usual = rows.filter(({ cells }) => cells.length === width);
  // Wide tables need fewer rows.
  const maxRows = Math.max(20, Math.min(MAX_ROWS, Math.floor(20_000 / width)));
  const examined = usual.slice(Math.min(MAX_SKIPPED, usual.length >> 1)).slice(0, maxRows);
  const counts = examined.map(({ cells }) => countFilled(cells)).sort((a, b) => a - b);
  const typed = new Set<number>();
  const dates = new Set<number>();
  for (let at = 0; at < width; at++) {
    const texts = examined.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== '');
    if (texts.length === 0 || texts.filter(isTypedText).length <= MOSTLY * texts.length) continue;
    typed.add(at);
    if (texts.filter(isDateText).length > MOSTLY * texts.length) dates.add(at);
  }
  return { width, filled: counts[counts.length >> 1] ?? 0, typed, dates };
}

/** Returns the number of cells that are not blank. */
export function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}

/** Whether a row has at most half as many texts as the typical row, or lacks more than one cell. */
export function isSparse({ cells }: SampleRow, { width, filled }: RowShape): boolean {
  return cells.length < width - 1 || countFilled(cells) <= filled / 2;
}

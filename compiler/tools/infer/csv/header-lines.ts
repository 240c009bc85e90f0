import { isBlank } from '../../../kernel/values/text.ts';
import { findPeriods, guessHeader } from '../column/header.ts';
import { isDateText, isTypedText, isUnit } from '../column/typed-text.ts';
import { describeRows, isSparse, type RowShape } from './row-shape.ts';
import { isRulerRow } from './rulers.ts';
import type { SampleRow } from './rows.ts';

/** The lines before the records of a table. */
export interface HeaderLines {
  /** The labels of the columns, or null if there is no header. */
  readonly labels: readonly string[] | null;
  /**
   * Whether the last header line alone contains these labels, so that a spec can find columns by name. False if there
   * is no header.
   */
  readonly isComplete: boolean;
  /** The number of rows before the first record, titles and headers included. */
  readonly end: number;
  /** Why it is uncertain whether there is a header, or null if it is certain. */
  readonly doubt: string | null;
}

const MAX_TITLES = 30;
const MAX_HEADER_LINES = 3;

/**
 * Finds the header of a table between its titles and its records. A header may have up to three lines. Up to two lines
 * above them may contain names of column groups.
 */
export function findHeader(rows: readonly SampleRow[], width: number): HeaderLines {
  const shape = describeRows(rows, width);
  const start = findFirst(rows, shape);
  const { hasHeader, doubt } = guessHeader(rows.slice(start).map(({ cells }) => cells));
  if (!hasHeader) {
    // If the skipped rows have all cells, they may be records with few values.
    const isTitled = rows.slice(0, start).every((row) => row.cells.length < width || isTitleLine(row, shape));
    const again = isTitled ? doubt : guessHeader(rows.map(({ cells }) => cells)).doubt;
    return { labels: null, isComplete: false, end: isTitled ? start : 0, doubt: again };
  }
  const first = groupsAbove(rows, start, shape);
  let last = start;
  while (last < start + MAX_HEADER_LINES - 1 && isHeaderLine(rows[last + 1], shape)) last++;
  const named = rows.slice(first, last + 1).filter(({ cells }) => !isRulerRow(cells));
  const labels = joinLabels(named.map(({ cells }) => cells.map((cell) => cell.trim())));
  if (isRulerRow(rows[last + 1]?.cells ?? [])) last++;
  return {
    ...labels,
    isComplete: labels.isComplete && !isRulerRow(rows[last]?.cells ?? []),
    end: last + 1,
    doubt,
  };
}

/** Returns the index of the header or the first record. A header may have names only above numbers: `;;2021;2022`. */
function findFirst(rows: readonly SampleRow[], shape: RowShape): number {
  const start = skipTitles(rows, shape);
  const above = rows[start - 1]?.cells.map((cell) => cell.trim()) ?? [];
  const below = rows.slice(start, start + MAX_TITLES).map(({ cells }) => cells.map((cell) => cell.trim()));
  return above.length === shape.width && findPeriods(above, below).size > 1 ? start - 1 : start;
}

/** Returns the index of the first row that may be a header or a record, after the titles. */
function skipTitles(rows: readonly SampleRow[], shape: RowShape): number {
  if (shape.width < 2) return 0;
  const start = rows.findIndex((row) => !isSparse(row, shape));
  if (start < 0 || start > MAX_TITLES) return 0;
  // Titles may have nearly as many cells as the header below them, or more.
  const first = rows.findIndex(({ cells }, at) => at >= start && cells.length === shape.width);
  const isTitle =
    first > start && first <= MAX_TITLES && guessHeader(rows.slice(first).map(({ cells }) => cells)).hasHeader;
  return skipLabels(rows, isTitle ? first : hasSparseHeader(rows, start, shape) ? start - 1 : start, shape);
}

/** Whether the row above the first full one is a header without names above some columns, as `id,,name,`. */
function hasSparseHeader(rows: readonly SampleRow[], start: number, { width }: RowShape): boolean {
  const above = rows[start - 1]?.cells.map((cell) => cell.trim()) ?? [];
  const names = above.filter((cell) => cell !== '');
  const hasHeader = (from: number) => guessHeader(rows.slice(from).map(({ cells }) => cells)).hasHeader;
  return (
    above.length === width &&
    names.length > 1 &&
    new Set(names).size === names.length &&
    !names.some(isTypedText) &&
    hasHeader(start - 1) &&
    !hasHeader(start)
  );
}

/**
 * Titles may have as many cells as the table below them: `Period:`, `2024-03`. Returns the index of the header if there are
 * such lines above it, or else `start`. A line above a header is a title if it has a value of another kind than its column.
 */
function skipLabels(rows: readonly SampleRow[], start: number, shape: RowShape): number {
  const candidates = rows.slice(0, MAX_TITLES + 1).flatMap((row, at) => (isHeaderLine(row, shape) ? [at] : []));
  const header = candidates.at(-1);
  if (header === undefined || header <= start || header === rows.length - 1) return start;
  const above = rows.slice(start, header);
  // A record without a number looks like a header: the lines above it are records then.
  if (above.filter((row) => isRecordLine(row, shape)).length >= MIN_RECORDS) return start;
  return above.some((row) => isLabelLine(row, shape)) ? header : start;
}

/** The number of lines with values of their columns from which they are records, and no titles. */
const MIN_RECORDS = 3;

/** Whether a row of at least three cells has values of their kind in all columns, and is no label with a value. */
function isRecordLine({ cells }: SampleRow, { width, typed, filled }: RowShape): boolean {
  const texts = cells.map((cell) => cell.trim());
  const isFull = width > 2 && texts.length === width && 2 * texts.filter((text) => text !== '').length > filled;
  const isLabelled = texts[0]?.endsWith(':') === true;
  return isFull && typed.size > 0 && !isLabelled && [...typed].every((at) => isTypedText(texts[at] ?? ''));
}

/** Whether a row of a wider table has only one text, which is no value of its column. */
function isTitleLine({ cells }: SampleRow, { filled, typed, dates }: RowShape): boolean {
  const at = cells.findIndex((cell) => !isBlank(cell));
  const text = (cells[at] ?? '').trim();
  const isValue = isTypedText(text) && isDateText(text) === dates.has(at);
  return filled > 2 && cells.filter((cell) => !isBlank(cell)).length < 2 && (at < 0 || (typed.has(at) && !isValue));
}

/** Whether the first cell of a row is a label, and a later cell has a date in a column of numbers, or the reverse. */
function isLabelLine({ cells }: SampleRow, { typed, dates }: RowShape): boolean {
  const [label = ''] = cells.map((cell) => cell.trim());
  if (label === '' || isTypedText(label)) return false;
  const isOdd = cells.some(
    (cell, at) => at > 0 && typed.has(at) && isTypedText(cell.trim()) && isDateText(cell.trim()) !== dates.has(at),
  );
  return isOdd || (label.endsWith(':') && label.length > 1);
}

/** Returns the index of the first header line: `start`, or the index of a line with names of column groups above it. */
function groupsAbove(rows: readonly SampleRow[], start: number, shape: RowShape): number {
  let first = start;
  while (first > 0 && start - first < MAX_HEADER_LINES - 1 && isGroupLine(rows[first - 1], shape)) first--;
  return first;
}

/**
 * Whether a line contains the names of column groups: texts with empty cells between them. A title has texts only in
 * its first cells.
 */
function isGroupLine(row: SampleRow | undefined, { width }: RowShape): boolean {
  if (row === undefined || Math.abs(row.cells.length - width) > 1) return false;
  const isFilled = row.cells.map((cell) => !isBlank(cell));
  const last = isFilled.lastIndexOf(true);
  return (
    last > 0 &&
    isFilled.slice(0, last).includes(false) &&
    !row.cells.some((cell) => isTypedText(cell.trim()) && !/^\d{4}$/.test(cell.trim()))
  );
}

/**
 * Whether a row belongs to the header: it has texts in many columns in which records have numbers, dates or truth
 * values.
 */
function isHeaderLine(row: SampleRow | undefined, { width, typed }: RowShape): boolean {
  if (row === undefined || Math.abs(row.cells.length - width) > 1) return false;
  const texts = row.cells.map((cell) => cell.trim());
  if (texts.some(isTypedText)) return false;
  const contradicting = texts.filter((text, at) => text !== '' && typed.has(at)).length;
  return (
    (contradicting >= Math.min(2, typed.size) || areUnits(texts)) &&
    contradicting > 0 &&
    2 * contradicting >= typed.size
  );
}

/**
 * Joins the lines of a header to one label per column. The lines contain group names, column names, and units or types,
 * in this order.
 */
function joinLabels(lines: readonly (readonly string[])[]): Pick<HeaderLines, 'labels' | 'isComplete'> {
  const at = Math.max(
    0,
    lines.findLastIndex((cells) => !areUnits(cells)),
  );
  const own = lines[at] ?? [];
  const isLast = at === lines.length - 1;
  const counts = new Map<string, number>();
  for (const label of own) counts.set(label, (counts.get(label) ?? 0) + 1);
  const isUnique = own.every((label) => label !== '' && counts.get(label) === 1);
  if (isLast && (isUnique || lines.length === 1)) return { labels: own, isComplete: true };
  const groups = fillForward(lines[at - 1] ?? []);
  const labels = own.map((label, column) => {
    const group = groups[column] ?? '';
    if (label === '') return group;
    return counts.get(label) === 1 ? label : `${group} ${label}`.trim();
  });
  return { labels, isComplete: false };
}

function areUnits(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length > 0 && filled.filter(isUnit).length >= 0.6 * filled.length;
}

/**
 * Copies each group name to the empty cells after it. A group name is written only above the first column of its group.
 */
function fillForward(cells: readonly string[]): string[] {
  let group = '';
  return cells.map((cell) => (group = cell === '' ? group : cell));
}

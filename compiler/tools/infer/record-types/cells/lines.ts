import { readRows, type SampleRow } from '../../csv/rows.ts';
import { findStructure, listTypes, type PlacedType } from '../structure.ts';

/** A record of a delimited file with several record types. Its first cell is its record type. */
export interface CellLine {
  readonly kind: string;
  readonly cells: readonly string[];
  /** The number of lines that continue the record. */
  readonly continuations: number;
}

/** The records of a delimited file, and how they are written. */
export interface CellFile {
  readonly lines: readonly CellLine[];
  readonly delimiter: string;
  readonly hasQuotes: boolean;
  /** The record type of the lines that continue the record before them, or null if there is none. */
  readonly continuation: string | null;
  /** The character after the last cell of the first and the last record, or null if there is none. */
  readonly terminator: string | null;
}

const DELIMITERS = [',', ';', '\t', '|', '^', '~', '*'];
/** A record type, which blanks may fill up to the length of the others: `H ` above `D1`. */
const MARK = /^[A-Za-z0-9]{1,8} *$/;
const MIN_LINES = 5;
const MAX_KINDS = 16;
const MAX_ROWS = 50_000;
/** The maximum length of a number with its leading zeros. */
const MAX_NUMBER = 40;

/**
 * Reads a delimited text whose lines begin with a record type. Returns null if the first cells show no types with any usual
 * delimiter.
 */
export function readCellFile(text: string): CellFile | null {
  for (const delimiter of DELIMITERS) {
    const plain = readRows(text, { delimiter, quote: '', escape: '', comment: '' }, MAX_ROWS);
    const hasQuotes = plain.some(hasQuotedCell);
    const rows = hasQuotes ? readRows(text, { delimiter, quote: '"', escape: '"', comment: '' }, MAX_ROWS) : plain;
    if (rows.length < MAX_ROWS && areTyped(rows)) return describe(rows, delimiter, hasQuotes);
  }
  return null;
}

/** Whether a cell begins with a quote, and the same one or a later one ends with a quote. */
function hasQuotedCell({ cells }: SampleRow): boolean {
  const first = cells.findIndex((cell) => cell.startsWith('"'));
  return first >= 0 && cells.slice(first).some((cell) => cell.length > 1 && cell.endsWith('"'));
}

function areTyped(rows: readonly SampleRow[]): boolean {
  if (rows.length < MIN_LINES) return false;
  const kinds = new Set<string>();
  for (const { cells } of rows) {
    const [mark = ''] = cells;
    if (cells.length < 2 || !MARK.test(mark)) return false;
    kinds.add(mark);
    if (kinds.size > MAX_KINDS) return false;
  }
  // Equally long types are not the first words of sentences.
  return kinds.size > 2 && new Set([...kinds].map(({ length }) => length)).size === 1;
}

function describe(rows: readonly SampleRow[], delimiter: string, hasQuotes: boolean): CellFile {
  const continuation = findContinuation(rows.map(({ cells }) => cells[0] ?? ''));
  const lines: { kind: string; cells: readonly string[]; continuations: number }[] = [];
  for (const { cells } of rows) {
    const [kind = ''] = cells;
    const last = lines.at(-1);
    if (kind === continuation && last !== undefined) last.continuations++;
    else lines.push({ kind, cells, continuations: 0 });
  }
  return { lines, delimiter, hasQuotes, continuation, terminator: findTerminator(rows) };
}

function findTerminator(rows: readonly SampleRow[]): string | null {
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row?.cells.at(-1)?.trimEnd().at(-1) ?? '');
  return first !== undefined && first === last && /^[/\\;|~^*$#!]$/.test(first) ? first : null;
}

/** Whether records do not end at the end of a line: they have a terminator, or other lines continue them. */
export function hasOwnEnds({ continuation, terminator }: CellFile): boolean {
  return continuation !== null || terminator !== null;
}

/** Returns the number in a cell, or null. A terminator after it does not count. */
export function numberIn(cell: string | undefined, terminator: string | null): number | null {
  const text = withoutTerminator(cell ?? '', terminator);
  return text.length <= MAX_NUMBER && /^[+-]?0*\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The maximum number of decimals of an amount. */
export const AMOUNT_DECIMALS = 4;

/** How numbers are written: with decimals after `separator`, and in groups with `group` between them. Null: without. */
export interface AmountForm {
  readonly separator: '.' | ',' | null;
  readonly group: ',' | '.' | "'" | ' ' | null;
}

/** Digits in groups of three. */
const GROUPED: Readonly<Record<NonNullable<AmountForm['group']>, RegExp>> = {
  ',': /^[+-]?\d{1,3}(?:,\d{3})*$/,
  '.': /^[+-]?\d{1,3}(?:\.\d{3})*$/,
  "'": /^[+-]?\d{1,3}(?:'\d{3})*$/,
  ' ': /^[+-]?\d{1,3}(?: \d{3})*$/,
};

/** Returns the amount in a cell, in units of its fourth decimal, or null. */
export function amountIn(
  cell: string | undefined,
  { terminator }: CellFile,
  { separator, group }: AmountForm,
): number | null {
  const text = withoutTerminator(cell ?? '', terminator);
  const [sent = '', decimals = '', ...others] = separator === null ? [text] : text.split(separator);
  const isGrouped = group !== null && GROUPED[group].test(sent);
  const whole = isGrouped ? sent.replaceAll(group, '') : sent;
  if (others.length > 0 || !/^[+-]?\d{1,11}$/.test(whole) || !/^\d{0,4}$/.test(decimals)) return null;
  return Number(`${whole}${decimals.padEnd(AMOUNT_DECIMALS, '0')}`);
}

/** Returns the text of a cell without the blanks around it and the terminator after it. */
function withoutTerminator(cell: string, terminator: string | null): string {
  const text = cell.trim();
  return terminator !== null && text.endsWith(terminator) ? text.slice(0, -1).trimEnd() : text;
}

/**
 * Finds the record type of lines that continue the record before them. Without these lines, record types ascend in each
 * group: `02` encloses `03`, and `98` ends it. The lines are out of this order: `88` before `49`. Returns null if no type or
 * more than one type is like this.
 */
function findContinuation(kinds: readonly string[]): string | null {
  const [first = '', last = ''] = [kinds[0], kinds.at(-1)];
  const found = [...new Set(kinds)].filter((kind) => kind !== first && kind !== last && isOutOfOrder(kinds, kind));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isOutOfOrder(kinds: readonly string[], kind: string): boolean {
  const structure = findStructure(kinds.filter((other) => other !== kind));
  if (structure === null) return false;
  const types = listTypes(structure);
  const trailers = new Map(
    types.filter(({ node }) => node.isTrailer).map(({ node, parent }) => [parent?.kind, node.kind]),
  );
  if (trailers.size < 2 || !types.every((type) => ascends(type, trailers))) return false;
  const ends = new Set(trailers.values());
  let next = '';
  // From the end, so that the next trailer is known.
  for (let at = kinds.length - 1; at >= 0; at--) {
    const one = kinds[at] ?? '';
    if (one === kind && next >= kind) return false;
    if (ends.has(one)) next = one;
  }
  return true;
}

function ascends({ node, parent }: PlacedType, trailers: ReadonlyMap<string | undefined, string>): boolean {
  const trailer = trailers.get(parent?.kind);
  return (parent === null || parent.kind < node.kind) && (trailer === undefined || node.kind <= trailer);
}

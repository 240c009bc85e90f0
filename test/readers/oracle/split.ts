import { parse } from 'csv-parse/sync';
import { countBytes } from './lines.ts';
import type { Line, Text } from './lines.ts';
import type { Spec } from './spec.ts';

/** A record of a CSV file: its cells, or the defect of its quotes or length. `next` is where the next record begins. */
export interface SplitRecord {
  cells: string[];
  /** The indexes of cells without quotes. */
  bare: number[];
  /** Whether a quoted cell is longer than the limit, or not closed. `closes`: it is closed validly, at this code point. */
  isLongCell: boolean;
  closes: number | null;
  fault: 'MALFORMED_QUOTES' | 'RECORD_TOO_LONG' | null;
  from: number;
  to: number;
  next: number;
}

interface Walk {
  cells: string[];
  bare: number[];
  /** The range of each quoted cell. An unclosed one ends at Infinity. */
  quoted: { from: number; to: number }[];
  /** Where text follows a closing quote; null if the quotes are valid. */
  brokenAt: number | null;
  to: number;
  next: number;
}

/** Splits the record that begins with `line`. It may span lines up to code point `end`. */
export function splitRecord(text: Text, line: Line, end: number, spec: Spec): SplitRecord {
  const walk = walkRecord(text.chars, line.from, end, spec);
  const fault = findFault({ text, line, walk, end }, spec.maxRecordBytes);
  if (fault !== null) {
    const long = walk.quoted.find(({ from, to }) => isOpenAt({ text, line }, from, to, spec.maxRecordBytes));
    const isLongCell = long !== undefined && fault === 'RECORD_TOO_LONG' && long.to > line.to;
    const last = long?.to ?? Infinity;
    const after = text.chars[last];
    const isValid = last >= end || after === spec.delimiter || after === '\n' || after === '\r';
    const closes = last < Infinity && isValid ? last : null;
    return { cells: [], bare: [], isLongCell, closes, fault, from: line.from, to: line.to, next: line.next };
  }
  checkAgainstCsvParse(text.chars.slice(line.from, walk.to).join(''), walk.cells, spec);
  return {
    cells: walk.cells,
    bare: walk.bare,
    isLongCell: false,
    closes: null,
    fault,
    from: line.from,
    to: walk.to,
    next: walk.next,
  };
}

function isOpenAt({ text, line }: { text: Text; line: Line }, from: number, to: number, limit: number): boolean {
  const size = (at: number) => countBytes(text, line.from, at);
  return size(from) < limit && (to === Infinity || size(to) > limit);
}

function findFault(
  { text, line, walk, end }: { text: Text; line: Line; walk: Walk; end: number },
  limit: number,
): SplitRecord['fault'] {
  const size = (to: number) => countBytes(text, line.from, to);
  if (size(line.to) > limit) return 'RECORD_TOO_LONG';
  const openAtLimit = walk.quoted.some(({ from, to }) => isOpenAt({ text, line }, from, to, limit));
  if (openAtLimit && size(end) > limit) return 'RECORD_TOO_LONG';
  const broken = walk.brokenAt !== null && size(walk.brokenAt) < limit;
  if (openAtLimit || broken) return 'MALFORMED_QUOTES';
  return size(walk.to) > limit ? 'RECORD_TOO_LONG' : null;
}

/** Reads cells from `from` to a line end outside quotes, to `end`, or to text after a closing quote. */
function walkRecord(chars: string[], from: number, end: number, spec: Spec): Walk {
  const walk: Walk = { cells: [], bare: [], quoted: [], brokenAt: null, to: end, next: end };
  const endsCell = (at: number) =>
    at >= end || chars[at] === spec.delimiter || chars[at] === '\n' || chars[at] === '\r';
  let at = from;
  for (;;) {
    const cell =
      at < end && chars[at] === spec.quote ? readQuoted(chars, at, end, spec) : readBare(chars, at, endsCell);
    walk.cells.push(cell.text);
    if (cell.quoted) walk.quoted.push({ from: at, to: cell.to });
    else walk.bare.push(walk.cells.length - 1);
    if (cell.to === Infinity) return walk;
    at = cell.to;
    if (!endsCell(at)) return { ...walk, brokenAt: at };
    if (at >= end) return walk;
    if (chars[at] !== spec.delimiter)
      return { ...walk, to: at, next: chars[at] === '\r' && at + 1 < end && chars[at + 1] === '\n' ? at + 2 : at + 1 };
    at += 1;
  }
}

interface Cell {
  text: string;
  quoted: boolean;
  to: number;
}

function readBare(chars: string[], from: number, endsCell: (at: number) => boolean): Cell {
  let to = from;
  while (!endsCell(to)) to += 1;
  return { text: chars.slice(from, to).join(''), quoted: false, to };
}

function readQuoted(chars: string[], from: number, end: number, spec: Spec): Cell {
  let text = '';
  for (let at = from + 1; at < end; at++) {
    const char = chars[at];
    const following = at + 1 < end ? chars[at + 1] : undefined;
    const escapes =
      char === spec.escape && following !== undefined && (following === spec.quote || following === spec.escape);
    if (escapes) {
      text += following;
      at += 1;
    } else if (char === spec.quote) return { text, quoted: true, to: at + 1 };
    else text += char;
  }
  return { text, quoted: true, to: Infinity };
}

/** Compares the cells with those of csv-parse if both define the dialect in the same way. */
function checkAgainstCsvParse(source: string, cells: string[], spec: Spec): void {
  // csv-parse drops an escape before any character. Specmill drops it only if it escapes something.
  if (spec.escape !== spec.quote && spec.escape !== null && source.includes(spec.escape)) return;
  const recordEnd = '\u0001end of record\u0001';
  const rows: string[][] = parse(source + recordEnd, {
    delimiter: spec.delimiter,
    quote: spec.quote ?? false,
    escape: spec.escape ?? '"',
    record_delimiter: recordEnd,
    relax_column_count: true,
    relax_quotes: true,
  });
  const same = rows.length === 1 && JSON.stringify(rows[0]) === JSON.stringify(cells);
  if (!same)
    throw new Error(
      `csv-parse splits ${JSON.stringify(source)} into ${JSON.stringify(rows)}, the oracle into ${JSON.stringify(cells)}`,
    );
}

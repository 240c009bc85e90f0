import { isBlank } from './blanks.ts';
import { asksHeader, isHeader, matchHeader } from './header.ts';
import type { Columns } from './header.ts';
import { readTitles, splitLines, decodeText, findOffset, isMalformed } from './lines.ts';
import type { Line, Text } from './lines.ts';
import { endEmpty } from './reading.ts';
import type { RawRecord, Reading } from './reading.ts';
import type { Spec } from './spec.ts';
import { splitRecord } from './split.ts';
import type { SplitRecord } from './split.ts';

/** A file being read, without the lines that skipLines drops. */
interface Source {
  spec: Spec;
  text: Text;
  /** All physical lines except the last `skipLines.bottom`. */
  lines: Line[];
  /** The end of the last of them. */
  end: number;
}

/** Reads a whole CSV file. */
export function readCsv(spec: Spec, bytes: Uint8Array): Reading {
  const text = decodeText(bytes, spec.encoding);
  const all = splitLines(text.chars);
  const lines = all.slice(0, Math.max(0, all.length - spec.skipBottom));
  const source: Source = { spec, text, lines, end: lines.at(-1)?.next ?? 0 };
  const top = Math.min(spec.skipTop, lines.length);
  const first = Math.max(top, declaredDelimiter(source) === null ? 0 : 1);
  const start = spec.hasHeader ? findHeader(source, first) : first;
  const titles = readTitles(text, lines.slice(0, start), {
    maxRecordBytes: spec.maxRecordBytes,
    inLines: true,
    isBroken: ({ from, to }) => isMalformed(text, from, to),
  });
  const reading: Reading = { records: [], otherLines: start, titles, warnings: warnOfDelimiter(source), failure: null };
  if (spec.hasHeader && spec.searchesHeader && spec.byName && start - top > 1000)
    return { ...reading, otherLines: top + 1001, failure: { code: 'MISSING_HEADER', message: '' } };
  if (!spec.hasHeader) return readRecords(source, start, matchHeader(spec, null), reading, all.length);

  const header = readHeader(source, start, reading);
  if (header === null) {
    const cutOff = start === lines.length ? all.length - lines.length : 0;
    return { ...reading, otherLines: start + cutOff, failure: { code: 'MISSING_HEADER', message: '' } };
  }
  const ends =
    spec.trailingDelimiter !== 'NO' && header.cells.length > 1 && header.cells.at(-1) === '' && asksHeader(spec);
  const columns = matchHeader(spec, ends ? header.cells.slice(0, -1) : header.cells);
  reading.warnings.push(...columns.warnings);
  if (columns.failure !== null) return { ...reading, failure: columns.failure };
  const trailing =
    spec.trailingDelimiter !== 'AUTO' ? spec.trailingDelimiter === 'YES' : ends && spec.byName ? true : null;
  return readRecords(source, header.nextLine, columns, reading, all.length, {
    header: header.text,
    trailing,
    followedTo: header.followedTo,
  });
}

/** Returns the delimiter that the first line declares. */
function declaredDelimiter(source: Source): string | null {
  const line = source.lines[0];
  if (line === undefined) return null;
  const { from, to } = withoutMark(source, line);
  const chars = source.text.chars.slice(from, to);
  const bare = chars[0] === '"' && chars.at(-1) === '"' ? chars.slice(1, -1) : chars;
  return bare.length === 5 && bare.slice(0, 4).join('').toLowerCase() === 'sep=' ? (bare[4] ?? null) : null;
}

function warnOfDelimiter(source: Source): Reading['warnings'] {
  const declared = declaredDelimiter(source);
  return declared === null || declared === source.spec.delimiter ? [] : [{ code: 'DELIMITER_DIFFERS', message: '' }];
}

/** Returns the line of the header. The number of lines if there is none. */
function findHeader(source: Source, first: number): number {
  const { spec, lines, text } = source;
  for (let at = first + countSkipped(source, first); at < lines.length; at += 1 + countSkipped(source, at + 1)) {
    if (!spec.searchesHeader || !spec.byName) return at;
    const line = lines[at] as Line;
    const split = splitRecord(text, withoutMark(source, line), source.end, spec);
    if (split.fault !== null || isMalformed(text, split.from, split.to)) continue;
    const ends = spec.trailingDelimiter !== 'NO' && split.cells.length > 1 && split.cells.at(-1) === '';
    if (isHeader(spec, ends ? split.cells.slice(0, -1) : split.cells)) return at;
  }
  return lines.length;
}

/** The names of a header in one text. Blanks of ASCII around them, and empty ones at the end, do not matter. */
function namesOf({ text }: Source, { cells, from, to }: SplitRecord): string {
  if (cells.length < 2) return text.chars.slice(from, to).join('');
  const names = cells.map((cell) => cell.replace(/^[\t-\r ]+|[\t-\r ]+$/gu, ''));
  while (names.at(-1) === '') names.pop();
  return names.join('\n');
}

/** A byte order mark at the start of a line belongs to no cell. */
function withoutMark({ text }: Source, line: Line): Line {
  return hasMark(text, line) ? { ...line, from: line.from + 1 } : line;
}

function hasMark({ chars }: Text, { from, to }: Line): boolean {
  return from < to && chars[from] === '\ufeff';
}

interface HeaderLine {
  cells: string[];
  nextLine: number;
  text: string;
  /** Where a quoted cell ends that is too long. -1: none is. */
  followedTo: number;
}

function readHeader(source: Source, at: number, reading: Reading): HeaderLine | null {
  const line = source.lines[at];
  if (line === undefined) return null;
  const split = splitRecord(source.text, withoutMark(source, line), source.end, source.spec);
  const malformed = split.fault !== null || isMalformed(source.text, split.from, split.to);
  const closes = split.isLongCell ? split.closes : null;
  if (malformed && asksHeader(source.spec)) return null;
  if (closes !== null) reading.warnings.push({ code: 'QUOTE_TOO_LONG', message: '' });
  return {
    cells: split.cells,
    nextLine: at + countLines(source, split, line),
    text: split.fault === null ? namesOf(source, split) : '',
    followedTo: closes ?? -1,
  };
}

function readRecords(
  source: Source,
  start: number,
  columns: Columns,
  reading: Reading,
  allLines: number,
  known: { header: string; trailing: boolean | null; followedTo: number } = {
    header: '',
    followedTo: -1,
    trailing: source.spec.trailingDelimiter === 'YES',
  },
): Reading {
  const counts = { HEADER_REPEATED: 0, QUOTE_AFTER_BLANK: 0 };
  let { trailing, followedTo } = known;
  let hasLongCell = false;
  let at = start;
  let hasOthers = false;
  while (at < source.lines.length) {
    const skipped = countSkipped(source, at);
    at += skipped;
    reading.otherLines += skipped;
    const line = source.lines[at];
    if (line === undefined) break;
    const split = splitRecord(source.text, withoutMark(source, line), source.end, source.spec);
    if (split.isLongCell && split.from >= followedTo) {
      followedTo = split.closes ?? followedTo;
      hasLongCell ||= split.closes !== null;
    }
    const isRecord = isSelected(source, split, columns);
    if (isRecord) {
      const isRead = split.fault === null && !isMalformed(source.text, split.from, split.to);
      if (isRead) {
        const { cells } = split;
        trailing ??=
          cells.length === columns.width + 1 && cells.every((cell, i) => (cell === '') === (i === columns.width));
        if (known.header !== '' && namesOf(source, split) === known.header) counts.HEADER_REPEATED++;
        if (columns.cells.some((cell) => cell !== null && isQuoteAfterBlank(source.spec, split, cell)))
          counts.QUOTE_AFTER_BLANK++;
      }
      const isEnd = trailing === true && split.cells.length === columns.width + 1 && split.cells.at(-1) === '';
      reading.records.push(createRecord(source, split, { line: at + 1, from: line }, columns, isEnd));
    } else reading.otherLines += countLines(source, split, line);
    hasOthers ||= !isRecord;
    at += countLines(source, split, line);
  }
  reading.otherLines += allLines - source.lines.length;
  if (hasLongCell && known.followedTo < 0) reading.warnings.push({ code: 'QUOTE_TOO_LONG', message: '' });
  for (const [code, count] of Object.entries(counts))
    if (count > 0) reading.warnings.push({ code, message: '', count });
  return endEmpty(reading, source.spec.onNoRecords, hasOthers);
}

function isQuoteAfterBlank({ quote, delimiter }: Spec, { cells, bare }: SplitRecord, cell: number): boolean {
  const text = cells[cell] ?? '';
  const after = delimiter === '\t' ? text.replace(/^ +/u, '') : text.replace(/^[ \t]+/u, '');
  return quote !== null && quote !== '' && bare.includes(cell) && after !== text && after.startsWith(quote);
}

/** Returns how many lines from line `at` on are comments or blank. */
function countSkipped({ spec, text, lines }: Source, at: number): number {
  const rest = lines.slice(at);
  const found = rest.findIndex(({ from, to }) => {
    const line = text.chars.slice(from, to);
    const comment = spec.comment !== null && line[0] === spec.comment;
    const blank = spec.skipBlankLines && isBlank(line.join('')) && !line.includes(spec.delimiter);
    return !comment && !blank && !(to === text.chars.length && line.every((char) => char === '\x1a'));
  });
  return found < 0 ? rest.length : found;
}

function countLines({ lines }: Source, split: SplitRecord, first: Line): number {
  return lines.filter(({ from }) => from >= first.from && from < split.next).length;
}

/** Returns whether recordWhen selects the line. A malformed line counts as selected. */
function isSelected({ spec, text }: Source, split: SplitRecord, columns: Columns): boolean {
  if (spec.recordWhen === null || split.fault !== null) return true;
  return spec.recordWhen.every(({ selects }, i) => {
    const cell = split.cells[columns.selectors[i] ?? -1];
    if (cell === undefined) return false;
    const unknown = cell.includes('\uFFFD') && isMalformed(text, split.from, split.to);
    return unknown || selects(cell);
  });
}

function createRecord(
  { spec, text }: Source,
  split: SplitRecord,
  { line, from }: { line: number; from: Line },
  columns: Columns,
  isEnd: boolean,
): RawRecord {
  const byteOffset = findOffset(text, from.from);
  const place = { line, byteOffset, byteLength: findOffset(text, split.next) - byteOffset };
  if (split.fault !== null) return { ...place, structure: { code: split.fault, severity: 'FATAL' }, texts: [] };
  if (isMalformed(text, split.from, split.to))
    return { ...place, structure: { code: 'INVALID_ENCODING', severity: 'FATAL' }, texts: [] };
  const width = compareWidth(split.cells.length - (isEnd ? 1 : 0), columns.width, spec);
  const structure: RawRecord['structure'] =
    hasMark(text, from) && width?.severity !== 'FATAL' ? { code: 'BYTE_ORDER_MARK', severity: 'ERROR' } : width;
  const texts =
    structure?.severity === 'FATAL'
      ? []
      : columns.cells.map((cell) => (cell === null ? null : (split.cells[cell] ?? null)));
  return { ...place, structure, texts };
}

function compareWidth(found: number, due: number, spec: Spec): RawRecord['structure'] {
  if (found === due) return null;
  const severity = found < due ? spec.onMissingColumns : spec.onExtraColumns;
  return { code: found < due ? 'TOO_FEW_COLUMNS' : 'TOO_MANY_COLUMNS', severity };
}

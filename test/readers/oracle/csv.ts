import { isBlank } from './blanks.ts';
import { asksHeader, matchHeader } from './header.ts';
import type { Columns } from './header.ts';
import { splitLines, decodeText, findOffset, isMalformed } from './lines.ts';
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
  const start = spec.hasHeader ? top + countSkipped(source, top) : top;
  const reading: Reading = { records: [], otherLines: start, warnings: [], failure: null };
  if (!spec.hasHeader) return readRecords(source, start, matchHeader(spec, null), reading, all.length);

  const header = readHeader(source, start);
  if (header === null) {
    const cutOff = start === lines.length ? all.length - lines.length : 0;
    return { ...reading, otherLines: start + cutOff, failure: { code: 'MISSING_HEADER', message: '' } };
  }
  const columns = matchHeader(spec, header.cells);
  reading.warnings.push(...columns.warnings);
  if (columns.failure !== null) return { ...reading, failure: columns.failure };
  return readRecords(source, header.nextLine, columns, reading, all.length);
}

function readHeader(source: Source, at: number): { cells: string[]; nextLine: number } | null {
  const line = source.lines[at];
  if (line === undefined) return null;
  const split = splitRecord(source.text, line, source.end, source.spec);
  const malformed = split.fault !== null || isMalformed(source.text, split.from, split.to);
  if (malformed && asksHeader(source.spec)) return null;
  return { cells: split.cells, nextLine: at + countLines(source, split) };
}

function readRecords(source: Source, start: number, columns: Columns, reading: Reading, allLines: number): Reading {
  let at = start;
  let hasOthers = false;
  while (at < source.lines.length) {
    const skipped = countSkipped(source, at);
    at += skipped;
    reading.otherLines += skipped;
    const line = source.lines[at];
    if (line === undefined) break;
    const split = splitRecord(source.text, line, source.end, source.spec);
    const isRecord = isSelected(source, split, columns);
    if (isRecord) reading.records.push(createRecord(source, split, at + 1, columns));
    else reading.otherLines += countLines(source, split);
    hasOthers ||= !isRecord;
    at += countLines(source, split);
  }
  reading.otherLines += allLines - source.lines.length;
  return endEmpty(reading, source.spec.onNoRecords, hasOthers);
}

/** Returns how many lines from line `at` on are comments or blank. */
function countSkipped({ spec, text, lines }: Source, at: number): number {
  const rest = lines.slice(at);
  const found = rest.findIndex(({ from, to }) => {
    const line = text.chars.slice(from, to);
    const comment = spec.comment !== null && line[0] === spec.comment;
    const blank = spec.skipBlankLines && isBlank(line.join('')) && !line.includes(spec.delimiter);
    return !comment && !blank;
  });
  return found < 0 ? rest.length : found;
}

function countLines({ lines }: Source, split: SplitRecord): number {
  return lines.filter(({ from }) => from >= split.from && from < split.next).length;
}

/** Returns whether recordWhen selects the line. A malformed line counts as selected. */
function isSelected({ spec, text }: Source, split: SplitRecord, columns: Columns): boolean {
  if (spec.recordWhen === null || split.fault !== null) return true;
  const cell = columns.selector === null ? undefined : split.cells[columns.selector];
  if (cell === undefined) return false;
  const unknown = cell.includes('\uFFFD') && isMalformed(text, split.from, split.to);
  return unknown || spec.recordWhen.values.includes(cell);
}

function createRecord({ spec, text }: Source, split: SplitRecord, line: number, columns: Columns): RawRecord {
  const byteOffset = findOffset(text, split.from);
  const place = { line, byteOffset, byteLength: findOffset(text, split.next) - byteOffset };
  if (split.fault !== null) return { ...place, structure: { code: split.fault, severity: 'FATAL' }, texts: [] };
  if (isMalformed(text, split.from, split.to))
    return { ...place, structure: { code: 'INVALID_ENCODING', severity: 'FATAL' }, texts: [] };
  const structure = compareWidth(split.cells.length, columns.width, spec);
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

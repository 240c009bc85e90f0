import { decodeEbcdic, isEbcdic } from './ebcdic.ts';
import {
  countBytes,
  readTitles,
  splitLines,
  decodeText,
  findMark,
  findOffset,
  isMalformed,
  restoreControls,
} from './lines.ts';
import type { Line, Text } from './lines.ts';
import { endEmpty } from './reading.ts';
import type { RawRecord, Reading } from './reading.ts';
import type { Field, Spec } from './spec.ts';

/**
 * Reads a whole fixed-width file: lines, or with lineTerminator NONE blocks of recordLength characters, split into
 * fields by their columns.
 */
export function readFixedWidth(spec: Spec, bytes: Uint8Array): Reading {
  const inLines = spec.lineTerminator === 'AUTO';
  const marked = findMark(bytes);
  const text =
    marked === null && isEbcdic(spec.encoding)
      ? decodeEbcdic(bytes, spec.encoding, inLines)
      : cutCharacters(bytes, marked ?? spec.encoding);
  const all = inLines ? splitLines(text.chars) : cutBlocks(text.chars.length, spec.recordLength);
  const lines = all.slice(0, Math.max(0, all.length - spec.skipBottom));
  const titles = readTitles(text, lines.slice(0, spec.skipTop), {
    maxRecordBytes: spec.maxRecordBytes,
    inLines,
    isBroken: (line) => isBroken(text, line),
  });
  const otherLines = all.length - lines.length;
  const reading: Reading = { records: [], otherLines, titles, warnings: [], failure: null };
  let headerDue = spec.hasHeader;
  let hasOthers = false;
  let header = '';
  let repeated = 0;
  let countLong = 0;
  lines.forEach((line, i) => {
    if (i < spec.skipTop || (inLines && spec.skipBlankLines && line.from === line.to)) reading.otherLines += 1;
    else if (inLines && isEndMark(text, line)) reading.otherLines += 1;
    else if (headerDue) {
      headerDue = false;
      header = text.chars.slice(line.from, line.to).join('').trimEnd();
    } else if (isSelected(spec, text, withoutMark(text, line, inLines))) {
      const own = withoutMark(text, line, inLines);
      const record = createRecord(spec, { text, line: own, number: i + 1 });
      const isFatal = record.structure?.severity === 'FATAL';
      const isRead = !isFatal || !['RECORD_TOO_LONG', 'INVALID_ENCODING'].includes(record.structure?.code ?? '');
      if (header !== '' && isRead && text.chars.slice(own.from, own.to).join('').trimEnd() === header) repeated++;
      if (!isFatal && own.to - own.from >= spec.recordLength) countLong++;
      const byteOffset = findOffset(text, line.from);
      const byteLength = findOffset(text, line.next) - byteOffset;
      const structure: RawRecord['structure'] =
        own.from > line.from && !isFatal ? { code: 'BYTE_ORDER_MARK', severity: 'ERROR' } : record.structure;
      reading.records.push({ ...record, byteOffset, byteLength, structure });
    } else {
      reading.otherLines += 1;
      hasOthers = true;
    }
  });
  if (repeated > 0) reading.warnings.push({ code: 'HEADER_REPEATED', message: '', count: repeated });
  const short = reading.records.filter(({ structure }) => structure?.severity !== 'FATAL').length - countLong;
  if (short > 0 && spec.onShortRecord === '' && spec.recordLength < Infinity)
    reading.warnings.push({ code: 'SHORT_RECORDS', message: '', count: short });
  if (headerDue) return { ...reading, failure: { code: 'MISSING_HEADER', message: '' } };
  return endEmpty(reading, spec.onNoRecords, hasOthers);
}

function withoutMark({ chars }: Text, line: Line, inLines: boolean): Line {
  return inLines && chars[line.from] === '\ufeff' && line.from < line.to ? { ...line, from: line.from + 1 } : line;
}

/** A last line of U+001A is no record. */
function isEndMark({ chars }: Text, { from, to }: Line): boolean {
  return to === chars.length && from < to && chars.slice(from, to).every((char) => char === '\x1a');
}

function cutBlocks(length: number, recordLength: number): Line[] {
  return Array.from({ length: Math.ceil(length / recordLength) }, (_, i) => {
    const next = Math.min(length, (i + 1) * recordLength);
    return { from: i * recordLength, to: next, next };
  });
}

/**
 * Returns the characters of a file and the byte offset where each ends. A malformed sequence ends at the first byte
 * from which the rest decodes to the same text as before, after one U+FFFD.
 */
function cutCharacters(bytes: Uint8Array, encoding: string): Text {
  const text = { ...decodeText(new Uint8Array(0), encoding), bytes };
  const decode = (from: number, to: number, fatal: boolean) => {
    // In two steps, because in one Node.js decodes windows-1252 as ISO 8859-1.
    const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal });
    return restoreControls(decoder.decode(bytes.subarray(from, to), { stream: true }) + decoder.decode(), encoding);
  };
  text.start = decodeText(bytes, encoding).start;
  for (let at = text.start; at < bytes.length; ) {
    const sizes = [1, 2, 3, 4].filter((size) => at + size <= bytes.length);
    const whole = sizes.find((size) => isGood(() => decode(at, at + size, true)));
    const said = decode(at, at + 12, false);
    const size =
      whole ?? sizes.find((length) => said === `\uFFFD${decode(at + length, at + 12, false)}`) ?? bytes.length - at;
    const chars = whole === undefined ? ['\uFFFD'] : [...decode(at, at + whole, false)];
    at += size;
    for (const char of chars) {
      text.chars.push(char);
      text.ends.push(at);
    }
  }
  return text;
}

function isGood(decode: () => string): boolean {
  try {
    return decode() !== '';
  } catch {
    return false;
  }
}

function isBroken(text: Text, { from, to }: Line): boolean {
  return !isEbcdic(text.encoding) && isMalformed(text, from, to);
}

function isTooLong(spec: Spec, text: Text, { from, to }: Line): boolean {
  return countBytes(text, from, to) > spec.maxRecordBytes;
}

/** Returns whether recordWhen selects the line: always if it is too long, and if it is malformed and could match. */
function isSelected(spec: Spec, text: Text, line: Line): boolean {
  if (spec.recordWhen === null || isTooLong(spec, text, line)) return true;
  return spec.recordWhen.every(({ start, length, selects }) => {
    const cell = text.chars.slice(line.from, line.to).slice(start - 1, start - 1 + length);
    return (isBroken(text, line) && cell.includes('\uFFFD')) || selects(cell.join(''), cell.length === length);
  });
}

function createRecord(spec: Spec, { text, line, number }: { text: Text; line: Line; number: number }): RawRecord {
  const byteOffset = findOffset(text, line.from);
  const chars = text.chars.slice(line.from, line.to);
  const structure = isTooLong(spec, text, line)
    ? { code: 'RECORD_TOO_LONG', severity: 'FATAL' as const }
    : isBroken(text, line)
      ? { code: 'INVALID_ENCODING', severity: 'FATAL' as const }
      : compareLength(chars.length, spec);
  const texts = structure?.severity === 'FATAL' ? [] : spec.fields.map((field) => cutField(chars, field));
  return { line: number, byteOffset, byteLength: findOffset(text, line.next) - byteOffset, structure, texts };
}

/** A line must reach the field that ends last. A block must be complete. */
function compareLength(found: number, spec: Spec): RawRecord['structure'] {
  const lastFirst = spec.fields.toSorted((a, b) => b.start + b.length - (a.start + a.length) || b.start - a.start);
  const due = spec.lineTerminator === 'AUTO' ? (lastFirst[0]?.start ?? 1) : spec.recordLength;
  if (found < due) return { code: 'RECORD_TOO_SHORT', severity: spec.onMissingColumns };
  if (found > spec.recordLength) return { code: 'TOO_MANY_COLUMNS', severity: spec.onExtraColumns };
  return null;
}

/**
 * Returns the text in the columns of the field, without its padding. If a field is padded with zeros only, one zero
 * remains.
 */
function cutField(chars: string[], { start, length, align, padChar }: Field): string | null {
  const cell = chars.slice(start - 1, start - 1 + length);
  if (cell.length === 0) return null;
  const ordered = align === 'LEFT' ? cell.toReversed() : cell;
  const first = ordered.findIndex((char) => char !== padChar);
  const kept = first >= 0 ? ordered.slice(first) : padChar === '0' ? ['0'] : [];
  return (align === 'LEFT' ? kept.toReversed() : kept).join('');
}

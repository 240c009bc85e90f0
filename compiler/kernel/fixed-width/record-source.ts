import { BlockFinder } from './block-finder.ts';
import { LengthFinder, type RecordLengths } from './length-finder.ts';
import { stateOf } from '../lines/line-parser.ts';
import type { Position } from '../model/contract.ts';
import type { FixedWidthLine } from './line.ts';
import { type FixedWidthDialect, FixedWidthLineParser } from './line-parser.ts';
import { RecordSplitter } from '../lines/record-splitter.ts';
import { type LineFormat, NOT_BLANK } from '../lines/line-format.ts';
import type { ByteInput } from '../input/byte-input.ts';
import { createOtherLines } from './other-lines.ts';
import { joinLines } from '../lines/joined-records.ts';
import { LineRecordSource } from '../lines/record-source.ts';
import { createTitleLines } from '../lines/title-lines.ts';
import { type LineScanner, LineFinder } from '../lines/line-finder.ts';
import type { OtherLines } from '../model/fast-source.ts';
import type { RecordSource } from '../model/record-source.ts';

/** A source that returns the records of a fixed-width file one after another. */
export type FixedWidthRecordSource = RecordSource<FixedWidthLine>;

/**
 * Creates a source for a file in which each record is a line. `from` is the position at which a resumed run continues.
 * Undefined: the beginning of the file.
 */
export function createFixedWidthRecordSource(
  dialect: FixedWidthDialect,
  input: ByteInput,
  from: Position | undefined,
): FixedWidthRecordSource {
  return recordsOf({ dialect, input, scanner: new LineFinder(input.window), from: from ?? null });
}

/**
 * Creates a source for a file without line ends, in which each record has `maxLength` characters. Line numbers count
 * records. `from` is the position at which a resumed run continues. Undefined: the beginning of the file.
 */
export function createFixedWidthBlockSource(
  dialect: FixedWidthDialect,
  input: ByteInput,
  from: Position | undefined,
): FixedWidthRecordSource {
  return recordsOf({ dialect, input, scanner: new BlockFinder(input.window, dialect.maxLength), from: from ?? null });
}

/**
 * Creates a source for a file whose records have their length before them. Line numbers count records. `from` is the
 * position at which a resumed run continues. Throws RangeError if not each byte of the encoding is a character.
 */
export function createFixedWidthLengthSource(
  dialect: FixedWidthDialect,
  input: ByteInput,
  { from, ...lengths }: RecordLengths & { encoding: string; from: Position | undefined },
): FixedWidthRecordSource {
  const blockLeft = stateOf(from ?? null)?.blockLeft;
  return recordsOf({ dialect, input, scanner: new LengthFinder(input.window, lengths, blockLeft), from: from ?? null });
}

interface FixedWidthFile {
  dialect: FixedWidthDialect;
  input: ByteInput;
  scanner: LineScanner;
  from: Position | null;
}

function recordsOf({ dialect, input, scanner, from }: FixedWidthFile): FixedWidthRecordSource {
  const form: LineFormat = {
    settings: dialect,
    isText: scanner instanceof LineFinder,
    titles: createTitleLines(dialect, from),
    scanner,
    endFinder: null,
    isComment: () => false,
    findBlankEnd: (start) => (dialect.skipBlankLines ? start : NOT_BLANK),
  };
  const { hasHeader, onNoRecords, maxRecordBytes, continuation, filler, skipsUnknown = false } = dialect;
  const splitter = new RecordSplitter(input, form, from?.line ?? 0);
  // Records without line ends are never short, except for the last one, which is RECORD_TOO_SHORT.
  const isFixed = form.isText && dialect.maxLength < Infinity && dialect.onShortRecord !== null;
  const shortBelow = isFixed ? dialect.maxLength : 0;
  const lengths = dialect.types?.map(({ maxLength }) => (maxLength < Infinity ? maxLength : 0)) ?? [];
  const shortBelowByType =
    form.isText && dialect.onShortRecord !== null && lengths.some((length) => length > 0) ? lengths : null;
  const rejectsShort = dialect.onShortRecord !== undefined;
  const lines = {
    ...{ input, splitter, hasHeader, onNoRecords, from, shortBelow, shortBelowByType, rejectsShort },
    skipsRepeatedHeader: dialect.skipsRepeatedHeader === true,
  };
  const parser = new FixedWidthLineParser(dialect);
  if (continuation === undefined && filler === undefined)
    return new LineRecordSource({ ...lines, parser, others: form.isText ? othersOf(dialect) : null });
  return joinLines(lines, parser, { maxRecordBytes, skipsUnknown, hasContinuation: continuation !== undefined });
}

/** Null if only the text of a line says whether it is a record: several conditions select, or positions are bytes. */
function othersOf({ recordWhen, widthOf, types, maxRecordBytes }: FixedWidthDialect): OtherLines | null {
  if (recordWhen === null || recordWhen.all !== undefined || widthOf !== undefined || types !== undefined) return null;
  return createOtherLines(recordWhen, maxRecordBytes);
}

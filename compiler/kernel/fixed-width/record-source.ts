import { BlockFinder } from './block-finder.ts';
import type { Position } from '../model/contract.ts';
import type { FixedWidthLine } from './line.ts';
import { type FixedWidthDialect, FixedWidthLineParser } from './line-parser.ts';
import { RecordSplitter } from '../lines/record-splitter.ts';
import { type LineFormat, NOT_BLANK } from '../lines/line-format.ts';
import type { ByteInput } from '../input/byte-input.ts';
import { joinLines } from '../lines/joined-records.ts';
import { LineRecordSource } from '../lines/record-source.ts';
import { type LineScanner, LineFinder } from '../lines/line-finder.ts';
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

interface FixedWidthFile {
  dialect: FixedWidthDialect;
  input: ByteInput;
  scanner: LineScanner;
  from: Position | null;
}

function recordsOf({ dialect, input, scanner, from }: FixedWidthFile): FixedWidthRecordSource {
  const form: LineFormat = {
    settings: dialect,
    scanner,
    endFinder: null,
    isComment: () => false,
    findBlankEnd: (start) => (dialect.skipBlankLines ? start : NOT_BLANK),
  };
  const { hasHeader, onNoRecords, maxRecordBytes, continuation, filler, skipsUnknown = false } = dialect;
  const splitter = new RecordSplitter(input, form, from?.line ?? 0);
  const lines = { input, splitter, hasHeader, onNoRecords, from };
  const parser = new FixedWidthLineParser(dialect);
  if (continuation === undefined && filler === undefined) return new LineRecordSource({ ...lines, parser });
  return joinLines(lines, parser, { maxRecordBytes, skipsUnknown, hasContinuation: continuation !== undefined });
}

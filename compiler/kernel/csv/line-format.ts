import type { Position } from '../model/contract.ts';
import { Utf8Decoder } from '../bytes/utf8.ts';
import type { CsvCharacters } from './split-cells.ts';
import { QuotedRecordFinder } from './quoted-record-finder.ts';
import { type LineSettings, type LineFormat, NOT_BLANK, type RecordEndFinder } from '../lines/line-format.ts';
import { createTitleLines } from '../lines/title-lines.ts';
import { createLineScanner } from '../lines/separator-finder.ts';
import { CR, LF } from '../bytes/ascii.ts';
import { isBlankUnit } from '../values/text.ts';
import { type ByteWindow, CharacterFinder } from '../bytes/window.ts';

/** The settings that decide where CSV records begin and end, and which lines are skipped. */
export interface CsvLineDialect extends CsvCharacters, LineSettings {
  /** The character at the start of a comment line. Empty if there are no comments. */
  comment: string;
  skipBlankLines: boolean;
  /** The text at the end of each record, instead of a line end. Absent: line ends. */
  separator?: string;
}

/** What differs in a file whose record types have several delimiters. */
interface SeveralDelimiters {
  readonly delimiters: readonly string[];
  readonly endFinder: RecordEndFinder;
}

/** Where reading begins, and what differs from other files. */
interface CsvLineOptions {
  readonly several?: SeveralDelimiters | null;
  readonly from: Position | null;
}

/** Creates the line format of a CSV file. It recognises comments, blank lines, and line ends inside quotes. */
export function createCsvLineFormat(
  window: ByteWindow,
  dialect: CsvLineDialect,
  { several = null, from }: CsvLineOptions,
): LineFormat {
  const comment = dialect.comment === '' ? null : new CharacterFinder(dialect.comment);
  const endFinder = several?.endFinder ?? new QuotedRecordFinder(window, dialect, dialect.maxRecordBytes);
  const delimiters = (several?.delimiters ?? [dialect.delimiter]).map((character) => new CharacterFinder(character));
  return {
    settings: dialect,
    isText: true,
    titles: createTitleLines(dialect, from),
    ...(isStart(from) && { declaredDelimiter: (start, end) => readDeclaration(window.bytes, start, end) }),
    scanner: createLineScanner(window, dialect),
    ...(dialect.separator !== undefined && { skipsLineEnds: true }),
    endFinder: dialect.quote === '' ? null : endFinder,
    isComment: (at, limit) =>
      comment !== null &&
      comment.isAt(window.bytes, dialect.separator === undefined ? at : skipLineEnds(window.bytes, at, limit), limit),
    findBlankEnd: (start, end) =>
      dialect.skipBlankLines ? findBlanksEnd(window, { start, end }, delimiters) : NOT_BLANK,
  };
}

function skipLineEnds(bytes: Uint8Array, from: number, limit: number): number {
  let at = from;
  while (at < limit && (bytes[at] === LF || bytes[at] === CR)) at++;
  return at;
}

function isStart(from: Position | null): boolean {
  return from === null || (from.byteOffset === 0 && from.line === 0);
}

/** Length of the longest line that declares a delimiter, in bytes: a byte order mark, quotes, and four bytes. */
const MAX_DECLARATION = 13;
const DECLARATION = /^(?:sep=(.)|"sep=(.)")$/isu;

/** Returns the delimiter that a line such as `sep=;` or `"sep=;"` declares to spreadsheets. Null: it declares none. */
function readDeclaration(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start > MAX_DECLARATION) return null;
  const text = new Utf8Decoder().decode(bytes, start, end) ?? '';
  const [, bare, quoted] = DECLARATION.exec(text.replace(/^\ufeff/u, '')) ?? [];
  return bare ?? quoted ?? null;
}

/**
 * Returns the index of the first byte from `start` on that is not part of a blank, or `end`. A delimiter is not a
 * blank, even if it is a tab.
 */
function findBlanksEnd(
  { bytes }: ByteWindow,
  { start, end }: { start: number; end: number },
  delimiters: readonly CharacterFinder[],
): number {
  let at = start;
  while (at < end) {
    const length = blankLength(bytes, at, end);
    const index = at;
    if (length === 0 || delimiters.some((delimiter) => delimiter.isAt(bytes, index, end))) return at;
    at += length;
  }
  return at;
}

/**
 * Returns the length in bytes of the blank (Unicode White_Space) at index `at` of UTF-8 bytes. Returns 0 if there is no
 * blank or it extends beyond `end`.
 */
function blankLength(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return first === 0x20 || (first >= 0x09 && first <= 0x0d) ? 1 : 0;
  const second = at + 1 < end ? (bytes[at + 1] ?? 0) : 0;
  if (first === 0xc2) return second === 0x85 || second === 0xa0 ? 2 : 0;
  const third = at + 2 < end ? (bytes[at + 2] ?? 0) : 0;
  if (first < 0xe1 || first > 0xe3 || (second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80) return 0;
  return isBlankUnit(((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)) ? 3 : 0;
}

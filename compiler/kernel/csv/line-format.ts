import type { CsvCharacters } from './split-cells.ts';
import { QuoteFramer } from './quoted-records.ts';
import { type FrameSettings, type LineForm, NOT_BLANK } from '../lines/line-format.ts';
import { blankLength, LineFinder } from '../lines/line-finder.ts';
import { type ByteWindow, CharacterFinder } from '../bytes/window.ts';

/** What makes the lines of a CSV file records or none. */
export interface CsvLineDialect extends CsvCharacters, FrameSettings {
  /** The character that begins a line which is no record; empty where there is none. */
  comment: string;
  skipBlankLines: boolean;
}

/** The lines of a CSV file: comments, blank lines, and quotes that hold line ends. */
export function csvLines(window: ByteWindow, dialect: CsvLineDialect): LineForm {
  const comment = dialect.comment === '' ? null : new CharacterFinder(dialect.comment);
  const delimiter = new CharacterFinder(dialect.delimiter);
  return {
    settings: dialect,
    finder: new LineFinder(window),
    framer: dialect.quote === '' ? null : new QuoteFramer(window, dialect, dialect.maxRecordBytes),
    isComment: (at, limit) => comment !== null && comment.isAt(window.bytes, at, limit),
    blankTo: (start, end) => (dialect.skipBlankLines ? blankTo(window, { start, end }, delimiter) : NOT_BLANK),
  };
}

/** How far a line holds nothing but blanks; a delimiter is none, even where it is a tab. */
function blankTo(
  { bytes }: ByteWindow,
  { start, end }: { start: number; end: number },
  delimiter: CharacterFinder,
): number {
  let at = start;
  while (at < end) {
    const length = blankLength(bytes, at, end);
    if (length === 0 || delimiter.isAt(bytes, at, end)) return at;
    at += length;
  }
  return at;
}

import type { FormatSpec } from '../model/format-kind.ts';
import { lineKeys, skipRepeatedHeader } from '../model/line-keys.ts';
import {
  boolean,
  character,
  characterOrNone,
  characters,
  choice,
  list,
  optional,
  text,
} from '../../shape/create-shape.ts';

/** The keys of a spec that apply to CSV, including those that CSV shares with FIXED_WIDTH. */
export const csvKeys = {
  hasHeader: lineKeys.hasHeader,
  delimiter: optional(
    characters(
      'CSV: the character between cells, or up to eight of them. AUTO: comma, semicolon, tab or `|`, as the first lines decide: with a header, the one that gives all required columns, else the one that gives each line as many cells as the spec has fields; a first line `sep=;` decides alone. If several do and would read the lines differently (`delimiter_ambiguous`), or none does (`delimiter_unknown`), the run is FAILED. The run warning DELIMITER_CHOSEN names it. Default: a comma.',
      8,
    ),
  ),
  quote: optional(
    characterOrNone('CSV: the character around quoted cells. `""` disables quoting. Default: a double quote.'),
  ),
  escape: optional(
    character(
      'CSV: the character before a quote inside a quoted cell. Default: the quote itself, doubled; with `escapeOutsideQuotes`, a backslash.',
    ),
  ),
  escapeOutsideQuotes: optional(
    boolean(
      'CSV: whether `escape` also escapes a delimiter, a quote or itself in cells without quotes: `\\,` is a comma of the value. Before any other character, it is a character of the value. Default: `false`.',
    ),
  ),
  wholeRowQuoted: optional(
    boolean(
      'CSV: whether a line that is one quoted cell contains the cells of the record: `"1,""Smith, J"",2"` has three. Lines that are not one quoted cell are read as usual. Default: `false`.',
    ),
  ),
  comment: optional(character('CSV: the character that begins a comment line, which is not a record. Default: none.')),
  recordSeparator: optional(
    characters(
      'CSV: one to four characters that end each record, instead of a line end. Line ends after it belong to no record. A separator in a quoted cell is a part of its value. Each record counts as a line. Default: a record ends with its line.',
      4,
    ),
  ),
  skipLines: lineKeys.skipLines,
  skipBlankLines: lineKeys.skipBlankLines,
  skipBlanks: optional(
    boolean(
      'CSV: whether blanks and tabs around the delimiter, and before an opening or after a closing quote, belong to no cell. Default: `false`, and the run warning QUOTE_AFTER_BLANK counts records with a blank before a quote.',
    ),
  ),
  skipRepeatedHeader,
  trailingDelimiter: optional(
    choice(
      'CSV: whether each record may have one empty cell more than the header, because it ends with a delimiter. AUTO: if the header ends with an empty cell, or the first record has exactly one cell more than the header, which is empty while all others are not. Default: `AUTO` with a header, else `NO`.',
      ['AUTO', 'YES', 'NO'],
    ),
  ),
  headerMatch: optional(
    choice(
      'CSV: when a name of the header is that of a field. EXACT: if both are equal. IGNORE_CASE: if they differ only in blanks and in the case of letters. Default: `EXACT`.',
      ['EXACT', 'IGNORE_CASE'],
    ),
  ),
  ignoreColumns: optional(
    list(
      'CSV: the names of header columns that are known and that no field reads. They get no warning. Default: none.',
      text('The name of a column. The empty text is a column without a name.'),
    ),
  ),
  columnMatch: optional(
    choice(
      'CSV: how fields find their columns. NAME: by the names in the header. POSITION: in the order of the fields. Default: NAME with a header, else POSITION.',
      ['NAME', 'POSITION'],
    ),
  ),
  onExtraColumns: lineKeys.onExtraColumns,
  onMissingColumns: lineKeys.onMissingColumns,
  onNoRecords: lineKeys.onNoRecords,
  recordWhen: lineKeys.recordWhen,
};

/** A CSV spec, limited to its fields and the keys that apply to CSV. */
export type CsvSpec = FormatSpec<typeof csvKeys>;

import type { FormatSpec } from '../model/format-kind.ts';
import { lineKeys } from '../model/line-keys.ts';
import { boolean, character, characterOrNone, choice, list, optional, text } from '../../shape/create-shape.ts';

/** The keys of a spec that apply to CSV, including those that CSV shares with FIXED_WIDTH. */
export const csvKeys = {
  hasHeader: lineKeys.hasHeader,
  delimiter: optional(character('CSV: the character between cells. Default: a comma.')),
  quote: optional(
    characterOrNone('CSV: the character around quoted cells. `""` disables quoting. Default: a double quote.'),
  ),
  escape: optional(
    character('CSV: the character before a quote inside a quoted cell. Default: the quote itself, doubled.'),
  ),
  comment: optional(character('CSV: the character that begins a comment line, which is not a record. Default: none.')),
  skipLines: lineKeys.skipLines,
  skipBlankLines: lineKeys.skipBlankLines,
  skipBlanks: optional(
    boolean(
      'CSV: whether blanks and tabs around the delimiter, and before an opening or after a closing quote, belong to no cell. Default: `false`, and the run warning QUOTE_AFTER_BLANK counts records with a blank before a quote.',
    ),
  ),
  skipRepeatedHeader: optional(
    boolean(
      'CSV: whether a record that equals the header line is another line. Default: `false`, and the run warning HEADER_REPEATED counts them.',
    ),
  ),
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

import type { FormatSpec } from '../model/format-kind.ts';
import { lineKeys } from '../model/line-keys.ts';
import { character, characterOrNone, choice, optional } from '../../shape/create-shape.ts';

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

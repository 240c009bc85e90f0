import type { KeyShapes } from '../../shape/shape.ts';
import { structureSettings } from './structure-severity.ts';
import { boolean, choice, integer, list, object, optional, text } from '../../shape/create-shape.ts';

/**
 * The largest number that a spec may contain as a length of a record, or as a position in a record. In bytes for
 * `maxRecordBytes`, otherwise in characters.
 */
export const MAX_RECORD_LENGTH = 1_073_741_824;

/** The key `onNoRecords`, which all formats share: how a file without records is treated. */
export const onNoRecords = optional(
  choice(
    'How a file is treated that has lines or elements, but no record. FATAL: the run ends as FAILED, `no_record_found`. WARNING: a warning of the run. A file without lines is always the warning EMPTY_FILE. Default: `FATAL`.',
    ['FATAL', 'WARNING'],
  ),
);

/** The key `skipRepeatedHeader`, which formats with a header line share. */
export const skipRepeatedHeader = optional(
  boolean(
    'Whether a record that equals the header line is another line, whatever its quotes and the blanks around its names. Default: `false`, and the run warning HEADER_REPEATED counts them.',
  ),
);

/** The keys that say what a value must be so that it selects a line. */
export const selectingKeys = {
  startsWith: optional(
    list(
      'CSV, FIXED_WIDTH, JSON: beginnings of the value. A value that begins with one of them is selected. In FIXED_WIDTH without length, values and pattern, the value is as long as the longest of them. Default: none.',
      text('A text, which is compared exactly.', { min: 1 }),
      { min: 1 },
    ),
  ),
  pattern: optional(
    text(
      'CSV, FIXED_WIDTH, JSON: a regular expression as in REGEX. A value that it matches as a whole is selected. Default: none.',
      { min: 1 },
    ),
  ),
};

/** Creates the key `all`. `keys` say where the value of a condition is, and its exact values. */
export function allKey<Keys extends KeyShapes>(keys: Keys) {
  return optional(
    list(
      'CSV, FIXED_WIDTH, JSON: conditions that must all hold, each for a value of the record: a place, and values, startsWith or pattern. The keys beside it are one more condition. Default: none.',
      object('A condition for a value of the line.', { ...keys, ...selectingKeys }),
      { min: 1 },
    ),
  );
}

const recordWhenKeys = {
  start: optional(
    integer(
      'FIXED_WIDTH: the position of the value’s first character in the record, from 1. In EBCDIC, positions are bytes.',
      { min: 1, max: MAX_RECORD_LENGTH },
    ),
  ),
  length: optional(
    integer('FIXED_WIDTH: the length of the value in characters. In EBCDIC, lengths are bytes.', {
      min: 1,
      max: MAX_RECORD_LENGTH,
    }),
  ),
  column: optional(text('CSV: the name of the column in the header, or its number from 1.', { min: 1, max: 10_000 })),
  values: optional(
    list(
      'The values that select a record. Other lines are skipped. Required without startsWith, pattern and all.',
      text('A text, which is compared exactly.'),
      { min: 1 },
    ),
  ),
};

/** The keys of a spec that CSV and FIXED_WIDTH share. */
export const lineKeys = {
  hasHeader: optional(
    boolean('CSV, FIXED_WIDTH: whether the first line is a header. Default: `true` for CSV, `false` for FIXED_WIDTH.'),
  ),
  skipLines: optional(
    object('CSV, FIXED_WIDTH: physical lines to skip. Default: none.', {
      top: optional(
        integer('The number of lines before the header or the first record. Default: 0.', { min: 0, max: 1_000_000 }),
      ),
      until: optional(
        choice(
          'CSV: HEADER skips the lines before the first line that has all columns the run needs, and at least one that a field reads. At most 1,000 lines are skipped; without such a line, the run is FAILED, MISSING_HEADER. Default: the first line is the header.',
          ['HEADER'],
        ),
      ),
      bottom: optional(integer('The number of lines at the end of the file. Default: 0.', { min: 0, max: 1_000_000 })),
    }),
  ),
  skipBlankLines: optional(
    boolean(
      'CSV, FIXED_WIDTH: whether to skip blank lines. In CSV, a line of blanks is blank. In FIXED_WIDTH, only a line without characters is. Default: `true`.',
    ),
  ),
  onExtraColumns: optional(
    choice(
      'CSV, FIXED_WIDTH: the severity of a record with too many cells, or with text after recordLength. IGNORE reports nothing. Default: `FATAL`.',
      structureSettings,
    ),
  ),
  onMissingColumns: optional(
    choice(
      'CSV, FIXED_WIDTH: the severity of a record with too few cells, or that ends before its last field begins. IGNORE reports nothing. With FATAL or ERROR, a column that the header lacks fails the run. Default: `FATAL`.',
      structureSettings,
    ),
  ),
  onNoRecords,
  recordWhen: optional(
    object(
      'CSV, FIXED_WIDTH: selects the lines that are records by one of their values, or by several. Default: all lines are records.',
      { ...recordWhenKeys, ...selectingKeys, all: allKey(recordWhenKeys) },
    ),
  ),
};

import type { WarningSeverities } from '../../../kernel/model/contract.ts';
import { choice, object, optional } from '../../shape/create-shape.ts';

/** What the language reference says about a warning of a run. */
interface RunWarning {
  /** What the file has, as a sentence without its full stop. */
  readonly meaning: string;
  /** Whether records cause the warning, so that a file must be read to its end before the warning is known. */
  readonly isLate: boolean;
}

/** The warnings of a run that a spec can silence or make FATAL, by their codes. */
export const runWarnings = {
  ENCODING_SUSPECT: {
    meaning: 'the file seems to be in another encoding than the spec says; its first 4 MiB decide',
    isLate: false,
  },
  DOUBLE_ENCODED: { meaning: 'the file seems to contain text that was encoded as UTF-8 twice', isLate: false },
  UNKNOWN_COLUMN: {
    meaning:
      'no field reads a column of the header, or a path of XML: an element, an attribute or a text of records, once per path; after 100 of them, one warning counts the others. If the spec has a sensitive field, the warning has the number of the column instead of its name',
    isLate: false,
  },
  MISSING_COLUMN: {
    meaning: 'the header lacks a column whose field is not required, and `onMissingColumns` is WARNING or IGNORE',
    isLate: false,
  },
  TWO_DIGIT_YEAR: {
    meaning:
      'a pattern of the spec has `yy` without `centuryStart`, so that years of two digits are read as 2000 to 2099, as `check` says (`two_digit_year`); in runs of the command line, the service and the page. `read()` in TypeScript has no run, so there only `check` warns',
    isLate: false,
  },
  DELIMITER_DIFFERS: {
    meaning: 'the first line of a CSV file declares another delimiter for spreadsheets (`sep=;`) than the spec has',
    isLate: false,
  },
  DELIMITER_CHOSEN: {
    meaning: 'the first lines of a CSV file have decided its delimiter, because the spec has `delimiter: AUTO`',
    isLate: false,
  },
  EMPTY_FILE: {
    meaning:
      'the file has nothing but header, blank, comment and skipped lines; without the header line that it should have, as with 0 bytes, it is MISSING_HEADER',
    isLate: false,
  },
  no_record_found: {
    meaning: 'the file has other lines or elements, but no record, and `onNoRecords` is WARNING',
    isLate: false,
  },
  SHORT_RECORDS: {
    meaning: 'lines of FIXED_WIDTH are shorter than `recordLength`, and `onShortRecord` is not set; counts records',
    isLate: true,
  },
  HEADER_REPEATED: {
    meaning:
      'records have the cells of the header line, whatever their quotes and the blanks around names; counts records',
    isLate: true,
  },
  QUOTE_TOO_LONG: {
    meaning:
      'a quoted cell of CSV is longer than `maxRecordBytes` and is closed within 64 MiB: lines of this cell may have been read as records',
    isLate: true,
  },
  QUOTE_AFTER_BLANK: {
    meaning: 'a cell of CSV begins with a blank and a quote, so that its value contains the quotes; counts records',
    isLate: true,
  },
  SEVERAL_MATCHES: {
    meaning:
      'the path of an XML field without `separator` matches more than once in a record, so only the first value counts; counts records',
    isLate: true,
  },
  VALUE_AFTER_RECORD: {
    meaning: 'a value of XML comes after the records that should have it, so they have none; counts records',
    isLate: true,
  },
  ENCLOSING_WITHOUT_RECORD: {
    meaning:
      'elements that enclose XML records elsewhere in the file enclose none, or documents that follow each other have another document element than the records; counts elements',
    isLate: true,
  },
  RECORD_ON_OTHER_PATH: {
    meaning:
      'elements outside of XML records have the name of a record, but are on another path, so they are no records; counts elements',
    isLate: true,
  },
  HIDDEN_CELLS: {
    meaning:
      'the sheet of a workbook that is read is hidden, or hidden rows or columns of it have values: a person does not see them; counts rows',
    isLate: true,
  },
  PATH_NEVER_MATCHED: {
    meaning: 'the path of an XML field matches nothing in a file of at least 100 records',
    isLate: true,
  },
} as const satisfies Readonly<Record<string, RunWarning>>;

const severity = choice('The severity of the warning.', ['FATAL', 'WARNING', 'IGNORE']);

/** The key `runWarnings` of a spec. */
export const runWarningsKey = optional(
  object(
    'The severities of run warnings, by their codes. FATAL: the run is FAILED with this code. IGNORE: no report contains the warning. Default: FATAL for `ENCODING_SUSPECT`, WARNING for all others.',
    // The object has the same keys.
    Object.fromEntries(Object.keys(runWarnings).map((code) => [code, optional(severity)])) as {
      [Code in keyof typeof runWarnings]: ReturnType<typeof optional<typeof severity>>;
    },
  ),
);

/** The code of a warning of a run. */
export type RunWarningCode = keyof typeof runWarnings;

/**
 * Returns the FATAL warnings of a spec that are known only after its records: the run reads the file twice. `lateCodes`:
 * the warnings that records cause in files of its format.
 */
export function findLateWarnings(
  severities: WarningSeverities | undefined,
  lateCodes: readonly string[] = [],
): string[] {
  return Object.entries<RunWarning>(runWarnings)
    .filter(([code, { isLate }]) => (isLate || lateCodes.includes(code)) && severities?.[code] === 'FATAL')
    .map(([code]) => code);
}

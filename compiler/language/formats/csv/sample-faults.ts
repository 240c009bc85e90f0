import { MAX_RECORD_BYTES } from '../../plan/plan.ts';
import { quoteText, writeLine } from './sample-cells.ts';
import { type CsvFile, endOf, headOf, writeCsvRecord } from './sample-file.ts';
import {
  type Cell,
  type FaultyFile,
  joinBytes,
  joinRecords,
  type WrittenRecord,
} from '../model/samples/file-writer.ts';
import { findMalformedBytes } from '../model/samples/malformed-bytes.ts';

interface Ends {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** The maximum length of a generated line, in bytes. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024;

/**
 * Creates files with one fault each: files in which the second record has a structure issue, and files that fail or get
 * a warning as a whole. Several files may have the same fault. `cells` is a valid record. `ends` are the bytes before
 * and after the records. Returns an empty list if the record cannot be written.
 */
export function writeCsvFaults(file: CsvFile, cells: readonly Cell[], ends: Ends): FaultyFile[] {
  const good = writeCsvRecord(file, cells);
  if (good === null) return [];
  const issue = (code: string, shows: string, line: string | Uint8Array | null, otherHead?: string): FaultyFile[] => {
    const bytes = typeof line === 'string' ? file.encode(line + endOf(file.dialect)) : line;
    const head = otherHead === undefined ? ends.head : file.encode(otherHead);
    if (bytes === null || head === null) return [];
    return [{ code, as: 'issue', shows, bytes: joinRecords(head, [good, { bytes, start: 0 }, good], ends.tail).bytes }];
  };
  const texts = file.columns.map(({ cellOf }) => cellOf(cells));
  return [
    ...issue(
      'TOO_MANY_COLUMNS',
      'a record has one cell more than the others',
      writeLine([...texts, 'one more'], file.dialect),
    ),
    ...writeTooFew(file, cells, ends),
    ...issue('MALFORMED_QUOTES', 'text follows a closing quote', brokenQuotes(file, texts)),
    ...findMalformedBytes(file.spec.encoding).flatMap((malformed) =>
      issue(
        'INVALID_ENCODING',
        'a record has bytes that are malformed in its encoding',
        withBytes(file, texts, malformed),
      ),
    ),
    ...issue('RECORD_TOO_LONG', 'a line is longer than maxRecordBytes', tooLong(file)),
    ...(file.isNamed ? writeHeaderFaults(file, good, ends) : []),
    ...(file.dialect.hasHeader
      ? [{ code: 'MISSING_HEADER', as: 'failure', shows: 'the file is empty', bytes: new Uint8Array(0) } as const]
      : []),
    { code: 'EMPTY_FILE', as: 'warning', shows: 'the file has no record', bytes: joinBytes([ends.head, ends.tail]) },
  ];
}

/**
 * Creates up to two files in which the second record has one cell fewer than the others. In the first file, it lacks
 * the cell of the last column. In the second file, the records have an additional column that no field reads, and the
 * second record lacks its cell. Omits a file that cannot be written.
 */
function writeTooFew(file: CsvFile, cells: readonly Cell[], { head, tail }: Ends): FaultyFile[] {
  const shows = 'a record has one cell fewer than the others';
  const texts = file.columns.map(({ cellOf }) => cellOf(cells));
  const whole = (line: readonly string[]) => toRecord(file, line);
  const tries: [Uint8Array | null, (WrittenRecord | null)[]][] = [
    [head, [whole(texts), whole(texts.slice(0, -1)), whole(texts)]],
    [
      file.encode(headOf(file, [...file.columns.map(({ name }) => name), 'not read by any field']) ?? '\ud800'),
      [whole([...texts, '-']), whole(texts), whole([...texts, '-'])],
    ],
  ];
  return tries.flatMap(([start, records]) => {
    const written = records.filter((record) => record !== null);
    return start === null || written.length < records.length
      ? []
      : [{ code: 'TOO_FEW_COLUMNS', as: 'issue', shows, bytes: joinRecords(start, written, tail).bytes } as const];
  });
}

function toRecord({ dialect, encode }: CsvFile, texts: readonly string[]): WrittenRecord | null {
  const line = texts.length === 0 ? null : writeLine(texts, dialect);
  const bytes = line === null ? null : encode(line + endOf(dialect));
  return bytes === null ? null : { bytes, start: 0 };
}

function brokenQuotes({ dialect }: CsvFile, texts: readonly string[]): string | null {
  if (dialect.quote === '') return null;
  const rest = writeLine(['', ...texts.slice(1)], dialect);
  return rest === null ? null : `${quoteText('a', dialect)}b${rest}`;
}

/** Writes a record with malformed bytes appended to its last cell. Returns null if it cannot be encoded. */
function withBytes({ dialect, encode }: CsvFile, texts: readonly string[], malformed: Uint8Array): Uint8Array | null {
  const line = writeLine(texts, dialect);
  const [text, end] = [line === null ? null : encode(line), encode(endOf(dialect))];
  return text === null || end === null ? null : joinBytes([text, malformed, end]);
}

function tooLong({ spec, dialect, columns }: CsvFile): string | null {
  const length = (spec.maxRecordBytes ?? MAX_RECORD_BYTES) + 1;
  const filler = dialect.comment === 'x' || dialect.delimiter.includes('x') ? 'y' : 'x';
  return length > MAX_LINE_LENGTH || columns.length === 0 ? null : filler.repeat(length);
}

/**
 * Creates files with a renamed header column, one for each of the first 100 columns, and one file with a repeated
 * column.
 */
function writeHeaderFaults(file: CsvFile, good: WrittenRecord, { tail }: Ends): FaultyFile[] {
  const names = file.columns.map(({ name }) => name);
  const withHeader = (fault: Omit<FaultyFile, 'bytes'>, header: readonly string[]): FaultyFile[] => {
    const head = header.length === 0 ? null : file.encode(headOf(file, header) ?? '\ud800');
    return head === null ? [] : [{ ...fault, bytes: joinRecords(head, [good, good, good], tail).bytes }];
  };
  const missing = names.slice(0, 100).flatMap((_, at) =>
    withHeader(
      { code: 'MISSING_COLUMN', as: 'failure', shows: 'the header lacks a column' },
      names.map((name, place) => (place === at ? `${name} (renamed)` : name)),
    ),
  );
  return [
    ...missing,
    ...withHeader({ code: 'DUPLICATE_COLUMN', as: 'failure', shows: 'the header contains a column twice' }, [
      ...names,
      names[0] ?? '',
    ]),
  ];
}

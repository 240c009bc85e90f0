import { MAX_RECORD_BYTES } from '../../plan/plan.ts';
import { type Cell, type FaultyFile, joinBytes, joinRecords } from '../model/samples/file-writer.ts';
import {
  encodeRecord,
  type FixedWidthFile,
  positionsOf,
  writeFixedWidthLine,
  writeFixedWidthRecord,
} from './sample-file.ts';
import { findMalformedBytes } from '../model/samples/malformed-bytes.ts';

interface Ends {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

const MAX_LINE_LENGTH = 4 * 1024 * 1024;

/**
 * Creates files with one fault each: files in which the second record has a structure issue, and files that fail or get
 * a warning as a whole. Several files may have the same fault. `cells` is a valid record. Returns an empty list if that
 * record cannot be written.
 */
export function writeFixedWidthFaults(
  file: FixedWidthFile,
  cells: readonly Cell[],
  { head, tail }: Ends,
): FaultyFile[] {
  const good = writeFixedWidthRecord(file, cells);
  const line = writeFixedWidthLine(file, cells);
  if (good === null || line === null) return [];
  const { encode, lineEnd, frame, plan } = file;
  const minLength = plan.dialect.minLength;
  const issue = (code: string, shows: string, record: Uint8Array | null): FaultyFile[] => {
    if (record === null) return [];
    const broken = { bytes: record, start: 0 };
    // Without line ends, a short record shifts all records after it. So it must be the last one.
    const records = lineEnd === '' && frame === null ? [good, broken] : [good, broken, good];
    return [{ code, as: 'issue', shows, bytes: joinRecords(head, records, tail).bytes }];
  };
  const characters = positionsOf(line, file.widthOf);
  return [
    ...issue(
      'RECORD_TOO_SHORT',
      'a record ends before its last field',
      encodeRecord(file, characters.slice(0, minLength - 1).join('')),
    ),
    ...(frame === null ? [] : writeWrongLengths(good.bytes, { head, tail })),
    ...(lineEnd === ''
      ? []
      : [
          ...issue('TOO_MANY_COLUMNS', 'a record is longer than the others', encode(`${line}x${lineEnd}`)),
          ...findMalformedBytes(file.spec.encoding).flatMap((malformed) =>
            issue(
              'INVALID_ENCODING',
              'a record has bytes that are malformed in its encoding',
              joinAll([encode(line), malformed, encode(lineEnd)]),
            ),
          ),
          ...issue('RECORD_TOO_LONG', 'a line is longer than maxRecordBytes', tooLong(file, line)),
        ]),
    ...(plan.dialect.hasHeader
      ? [{ code: 'MISSING_HEADER', as: 'failure', shows: 'the file is empty', bytes: new Uint8Array(0) } as const]
      : []),
    { code: 'EMPTY_FILE', as: 'warning', shows: 'the file has no record', bytes: joinBytes([head, tail]) },
  ];
}

/** Files that end inside of a record, or have a length that cannot be right. */
function writeWrongLengths(good: Uint8Array, { head, tail }: Ends): FaultyFile[] {
  const file = (code: string, shows: string, record: Uint8Array): FaultyFile => ({
    ...{ code, as: 'failure', shows },
    bytes: joinBytes([head, good, record, tail]),
  });
  return [
    file('truncated_record', 'the file ends inside of a record', good.subarray(0, good.length - 1)),
    file('wrong_record_length', 'a length is less than that of its own bytes', new Uint8Array(good.length)),
  ];
}

function tooLong({ spec, encode, lineEnd }: FixedWidthFile, line: string): Uint8Array | null {
  const length = (spec.maxRecordBytes ?? MAX_RECORD_BYTES) + 1;
  return length > MAX_LINE_LENGTH ? null : encode(line.padEnd(length, 'x') + lineEnd);
}

function joinAll(parts: readonly (Uint8Array | null)[]): Uint8Array | null {
  const known = parts.filter((part) => part !== null);
  return known.length < parts.length ? null : joinBytes(known);
}

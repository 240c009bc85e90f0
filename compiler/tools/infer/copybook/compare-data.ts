import { codePageTable, findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import type { CopybookData, RecordForm } from './record-form.ts';

/** The names of bytes that mean null. */
type NullStorage = NonNullable<Field['nullStorage']>[number];

/** A field as it is compared with data. `starts` are its places in a record, in bytes from 0. */
export interface ComparedField<Key> {
  /** What identifies the field in the result. */
  readonly key: Key;
  readonly name: string;
  readonly starts: readonly number[];
  readonly length: number;
  /** Whether it is a packed or zoned number, whose bytes may be blank. */
  readonly isDecimal: boolean;
  readonly isText: boolean;
}

/** What the data show about fields. */
export interface DataFacts<Key = unknown> {
  /** The bytes that mean null in packed and zoned numbers, by the key of the field. */
  readonly nulls: ReadonlyMap<Key, readonly NullStorage[]>;
  readonly undecided: readonly string[];
}

/** A text field with more of such values than this share is probably at another place. */
const MAX_SHARE = 0.05;

/** Compares the fields of a copybook with the bytes of records. */
export function compareData<Key>(
  fields: readonly ComparedField<Key>[],
  { bytes }: CopybookData,
  { ranges }: Pick<RecordForm, 'ranges'>,
  encoding: string,
): DataFacts<Key> {
  const nulls = new Map<Key, readonly NullStorage[]>();
  const undecided: string[] = [];
  const page = findCodePage(encoding);
  const blank = page === undefined ? 0x20 : 0x40;
  for (const field of fields) {
    const cells = ranges.flatMap(([start, end]) =>
      field.starts.map((at) => bytes.subarray(Math.min(end, start + at), Math.min(end, start + at + field.length))),
    );
    if (field.isDecimal) {
      const found = NULLS.filter(([, byte]) => cells.some((cell) => isFilledWith(cell, byte ?? blank)));
      if (found.length > 0)
        nulls.set(
          field.key,
          found.map(([name]) => name),
        );
    }
    if (!field.isText) continue;
    const strange = cells.filter((cell) => !isText(cell, page)).length;
    if (strange > MAX_SHARE * cells.length) undecided.push(describeStrange(field, strange, cells.length));
  }
  return { nulls, undecided: [...undecided, ...describeEncoding(bytes, page !== undefined)] };
}

function describeStrange<Key>({ name, starts, length }: ComparedField<Key>, strange: number, cells: number): string {
  const [start = 0] = starts;
  return `${name} (bytes ${start + 1} to ${start + length}) has bytes that are no text in ${strange} of ${cells} values`;
}

/** Each name with its byte; null is a blank. */
const NULLS: readonly (readonly [NullStorage, number | null])[] = [
  ['BLANKS', null],
  ['LOW', 0x00],
  ['HIGH', 0xff],
];

function isFilledWith(cell: Uint8Array, byte: number): boolean {
  return cell.length > 0 && cell.every((one) => one === byte);
}

/** Whether bytes are characters, or all low values, which files have where nothing was written. */
function isText(cell: Uint8Array, page: ReturnType<typeof findCodePage>): boolean {
  if (cell.every((byte) => byte === 0)) return true;
  if (page === undefined) return cell.every((byte) => byte >= 0x20 && byte !== 0x7f);
  const points = codePageTable(page);
  return cell.every((byte) => {
    const point = points[byte] ?? 0;
    return point >= 0x20 && (point < 0x7f || point > 0x9f);
  });
}

const LOOKED_AT = 65_536;

/** Reports data that are in the other family of encodings: the frequent letters, digits and blanks are those of it. */
function describeEncoding(bytes: Uint8Array, isEbcdic: boolean): string[] {
  const looked = bytes.subarray(0, LOOKED_AT);
  let ascii = 0;
  let ebcdic = 0;
  for (const byte of looked) {
    if (byte === 0x20 || (byte >= 0x30 && byte <= 0x39)) ascii++;
    if (byte === 0x40 || byte >= 0xf0) ebcdic++;
  }
  if (isEbcdic && ascii > 4 * ebcdic + 16) return ['the data look like ASCII: try --encoding ISO-8859-1'];
  return !isEbcdic && ebcdic > 4 * ascii + 16 ? ['the data look like EBCDIC: leave --encoding out'] : [];
}

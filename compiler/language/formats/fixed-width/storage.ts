import type { Report } from '../../../diagnostics/diagnostic.ts';
import { quoted } from '../../../diagnostics/messages/text.ts';
import { code, type Code, literal } from '../../../emitting/code/literal.ts';
import { findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import { findEncoding } from '../../../kernel/input/encodings/text-decoder.ts';
import { hasCharacterForEachByte, STORED_NULLS, type ZonedSign } from '../../../kernel/fixed-width/storage.ts';
import { boolean, choice, either, list, object, optional, required } from '../../shape/create-shape.ts';
import type { KeyValues } from '../../shape/shape.ts';
import { typeKinds } from '../../types/type-kinds.ts';

const kinds = choice('How the bytes are read.', ['PACKED', 'ZONED', 'BINARY', 'FLOAT']);

/** The keys of a field whose number is stored as bytes that are no text. */
export const storageKeys = {
  storage: optional(
    either(
      'FIXED_WIDTH, INTEGER and DECIMAL: the number is stored as bytes that are no text, as mainframes do. PACKED (COMP-3): two digits a byte, the last four bits are the sign (C, A, E, F: plus; D, B: minus). ZONED: digits in EBCDIC, the first four bits of one byte are the sign. BINARY (COMP, COMP-4): 2, 4 or 8 bytes, the most significant first. `start` and `length` count bytes, and `scale` says how many digits are decimals. FLOAT is not read. Bytes that are no number are TYPE_MISMATCH, which shows them in hexadecimal. Requires `lineTerminator: NONE` or `records`, and an encoding with a character for each byte, such as IBM037. Byte order marks, compression and encodings are not detected. Default: the number is a text.',
      kinds,
      object('', {
        kind: required(kinds),
        sign: optional(
          choice(
            'ZONED: where the sign is: in the last or the first byte of the digits, or in a byte of its own before or after them. Default: `TRAILING`.',
            ['TRAILING', 'LEADING', 'SEPARATE_LEADING', 'SEPARATE_TRAILING'],
          ),
        ),
        unsigned: optional(
          boolean(
            'PACKED, BINARY: whether the number has no sign. Then a minus in a PACKED number is TYPE_MISMATCH. Default: false.',
          ),
        ),
      }),
    ),
  ),
  nullStorage: optional(
    list(
      'FIXED_WIDTH: the bytes of a field with `storage` that mean null, if all of them are equal. BLANKS: blanks in the encoding. LOW: 00. HIGH: FF. Default: none, and such bytes are TYPE_MISMATCH if they are no number.',
      choice('One of these.', ['BLANKS', 'LOW', 'HIGH']),
      { min: 1 },
    ),
  ),
};

type StorageField = KeyValues<typeof storageKeys> & {
  readonly name: string;
  readonly type?: string;
  readonly length?: number;
};
type Storage = Exclude<NonNullable<StorageField['storage']>, string>;

/** How a number is stored, with all defaults. `nulls` is a sum of STORED_NULLS. */
export interface StoragePlan {
  kind: 'PACKED' | 'ZONED' | 'BINARY';
  sign: ZonedSign;
  isUnsigned: boolean;
  nulls: number;
}

/** Returns how the number of a field is stored; null if it is a text. */
export function planStorage({ storage, nullStorage = [] }: StorageField): StoragePlan | null {
  if (storage === undefined) return null;
  const { kind, sign = 'TRAILING', unsigned = false } = toObject(storage);
  if (kind === 'FLOAT') return null;
  const nulls = [...new Set(nullStorage)].reduce((sum, name) => sum + STORED_NULLS[name], 0);
  return { kind, sign, isUnsigned: unsigned, nulls };
}

function toObject(storage: NonNullable<StorageField['storage']>): Storage {
  return typeof storage === 'string' ? { kind: storage } : storage;
}

/** Describes how a number is stored, for people who send files. */
export function describeStorage(
  storage: NonNullable<StorageField['storage']>,
  nullStorage: StorageField['nullStorage'] = [],
): string {
  const { kind, sign = 'TRAILING', unsigned = false } = toObject(storage);
  const form = kind === 'ZONED' ? `, sign ${sign}` : unsigned ? ', unsigned' : '';
  const nulls = nullStorage.length === 0 ? '' : `; null: ${nullStorage.join(', ')}`;
  return `${kind}${form}${nulls}`;
}

/** Returns whether records have a number that is stored as bytes that are no text. */
export function storesBytes(fields: readonly StorageField[]): boolean {
  return fields.some(({ storage }) => storage !== undefined);
}

/** Returns an expression for the number of a field as text. */
export function emitStored({ kind, sign, isUnsigned, nulls }: StoragePlan, place: Code): Code {
  switch (kind) {
    case 'PACKED':
      return code`stored.readPacked(line, ${place}, ${isUnsigned ? code`true` : code`false`}, ${nulls})`;
    case 'ZONED':
      return code`stored.readZoned(line, ${place}, ${literal(sign)}, ${nulls})`;
    case 'BINARY':
      return code`stored.readBinary(line, ${place}, ${isUnsigned ? code`true` : code`false`}, ${nulls})`;
    default:
      return kind satisfies never;
  }
}

/** Returns an expression that writes the number of a field as text for the fast reader. `place` counts from 0. */
export function emitStoredText({ kind, sign, isUnsigned, nulls }: StoragePlan, place: Code): Code {
  const unsigned = isUnsigned ? code`true` : code`false`;
  switch (kind) {
    case 'PACKED':
      return code`columns.packed(${place}, ${unsigned}, ${nulls})`;
    case 'ZONED':
      return code`columns.zoned(${place}, ${literal(sign)}, ${nulls})`;
    case 'BINARY':
      return code`columns.binary(${place}, ${unsigned}, ${nulls})`;
    default:
      return kind satisfies never;
  }
}

/** The settings of a spec that fields with storage depend on. */
interface StorageSpec {
  readonly fields: readonly StorageField[];
  readonly encoding?: string;
  readonly lineTerminator?: 'AUTO' | 'NONE';
  readonly records?: object;
  readonly recordLength?: number;
  readonly skipLines?: { readonly bottom?: number };
}

/** Reports fields whose `storage` cannot be read. */
export function checkStorage(spec: StorageSpec, report: Report): void {
  const { fields, encoding = 'UTF-8' } = spec;
  const hasLineEnds = spec.lineTerminator !== 'NONE' && spec.records === undefined;
  for (const [index, field] of fields.entries()) {
    const pointer = `/fields/${index}`;
    const refuse = (key: string, because: string): void =>
      report('storage_unsupported', `${pointer}/${key}`, { field: field.name, because });
    if (field.storage === undefined) {
      if (field.nullStorage !== undefined) refuse('nullStorage', 'nullStorage requires storage');
      continue;
    }
    const because =
      findFault(field, toObject(field.storage)) ?? findSettingFault(toObject(field.storage), encoding, hasLineEnds);
    if (because !== null) refuse('storage', because);
    const notation = NOTATION.find((key) => key in field);
    if (notation !== undefined) refuse(notation, `${notation} describes numbers that are text`);
  }
}

/** The keys of a field that say how a number is written as text. */
const NOTATION = [
  'align',
  'padChar',
  'decimalSeparator',
  'groupSeparator',
  'grouping',
  'sign',
  'exponent',
  'affixes',
] as const;

const BINARY_LENGTHS = [2, 4, 8];

function findFault({ type, length = 0 }: StorageField, { kind, sign, unsigned }: Storage): string | null {
  if (type !== undefined && Object.hasOwn(typeKinds, type) && !typeKinds[type as keyof typeof typeKinds].isNumber)
    return `a ${type} is not stored so: only INTEGER and DECIMAL are`;
  if (kind === 'FLOAT')
    return 'FLOAT (COMP-1, COMP-2) is not read: its values are not exact. Ask for a packed number or a text';
  if (sign !== undefined && kind !== 'ZONED') return `only ZONED has a sign to place, not ${kind}`;
  if (unsigned !== undefined && kind === 'ZONED')
    return 'ZONED has no unsigned: digits without a sign are read as plus';
  if (kind === 'BINARY' && length !== 0 && !BINARY_LENGTHS.includes(length))
    return `a BINARY number has 2, 4 or 8 bytes, not ${length}`;
  if (sign?.startsWith('SEPARATE') && length === 1) return 'a sign in a byte of its own needs a length of at least 2';
  return null;
}

function findSettingFault({ kind }: Storage, encoding: string, hasLineEnds: boolean): string | null {
  if (hasLineEnds) return 'a line end can be a part of a number. Set lineTerminator: NONE and recordLength, or records';
  const codePage = findCodePage(encoding);
  if (kind === 'ZONED' && codePage === undefined)
    return `ZONED is EBCDIC, and ${quoted(encoding)} is not. For text in ASCII, use sign: OVERPUNCH instead`;
  return findEncodingFault(encoding);
}

function findEncodingFault(encoding: string): string | null {
  const name = findCodePage(encoding) ?? findEncoding(encoding);
  return name === undefined || hasCharacterForEachByte(name)
    ? null
    : `not each byte is a character in ${quoted(encoding)}. Set an encoding such as IBM037 or ISO-8859-1`;
}

/** Reports lengths of records that cannot be read. */
export function checkRecordLengths(spec: StorageSpec, report: Report): void {
  const { records, encoding = 'UTF-8', lineTerminator, skipLines } = spec;
  if (records === undefined) return;
  const because =
    lineTerminator !== undefined
      ? 'lineTerminator says how records end that have no length'
      : (skipLines?.bottom ?? 0) > 0
        ? 'skipLines.bottom requires records with line ends, or of one length'
        : findEncodingFault(encoding);
  if (because !== null) report('record_lengths_unsupported', '/records', { because });
}

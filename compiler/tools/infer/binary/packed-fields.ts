/**
 * A range of bytes in each record that contains no characters. `start` is inclusive and counts from 0. `end` is
 * exclusive.
 */
export interface BinaryField {
  readonly start: number;
  readonly end: number;
  /** Whether the bytes are packed decimals (COMP-3): two digits per byte, and the sign in the last half byte. */
  readonly isPacked: boolean;
}

const MAX_RECORDS = 500;
/** A byte position is binary if more than this share of the records has no character there. */
const BINARY = 0.1;
const PACKED = 0.95;

/** Finds the binary fields of EBCDIC records that all have the same length in bytes. Examines at most 500 records. */
export function findBinaryFields(bytes: Uint8Array, length: number): BinaryField[] {
  const count = Math.min(MAX_RECORDS, Math.floor(bytes.length / length));
  const records = Array.from({ length: count }, (_, at) => bytes.subarray(at * length, (at + 1) * length));
  const isBinary = Array.from(
    { length },
    (_, at) => records.filter((record) => !isCharacter(record[at] ?? 0x40)).length > BINARY * count,
  );
  const fields: BinaryField[] = [];
  for (let at = 0; at < length; at++) {
    if (isBinary[at] !== true) continue;
    const last = fields.at(-1);
    // Some bytes of a packed decimal look like characters. So ranges that are one byte apart belong together.
    if (last !== undefined && at - last.end <= 1) fields[fields.length - 1] = { ...last, end: at + 1 };
    else fields.push({ start: at, end: at + 1, isPacked: false });
  }
  return fields.map((field) => ({
    ...field,
    isPacked: records.filter((one) => isPacked(one, field)).length >= PACKED * count,
  }));
}

/** Whether a byte is a letter, a digit, a blank or a common punctuation mark in EBCDIC. */
function isCharacter(byte: number): boolean {
  const low = byte & 0x0f;
  if (byte === 0x40 || (byte >= 0xf0 && byte <= 0xf9)) return true;
  if (byte >= 0x4a && byte <= 0x7f)
    return low >= 0x0a || byte === 0x50 || byte === 0x60 || byte === 0x61 || byte === 0x79;
  const isLetter = low >= 1 && low <= 9 && ((byte >= 0x81 && byte <= 0xa9) || (byte >= 0xc1 && byte <= 0xe9));
  return isLetter || byte === 0xc0 || byte === 0xd0 || byte === 0xe0 || byte === 0xb0 || byte === 0xba || byte === 0xbb;
}

/**
 * Whether the bytes are one or more packed decimals: half bytes that are digits, with a sign (C, D or F) at the end of
 * each.
 */
function isPacked(record: Uint8Array, { start, end }: BinaryField): boolean {
  const halves = [...record.subarray(start, end)].flatMap((byte) => [byte >> 4, byte & 0x0f]);
  const last = halves.at(-1) ?? 0;
  return (
    (last === 0x0c || last === 0x0d || last === 0x0f) &&
    halves.every((half, at) => half <= 9 || (at % 2 === 1 && (half === 0x0c || half === 0x0d || half === 0x0f)))
  );
}

/**
 * Describes binary fields in a clause: "its records of 25 bytes have packed decimals (COMP-3) at bytes 21 to 25, which
 * have no type".
 */
export function describeBinaryRecords(length: number, fields: readonly BinaryField[]): string {
  const places = (some: readonly BinaryField[]) =>
    some.map(({ start, end }) => (end - start === 1 ? `${end}` : `${start + 1} to ${end}`)).join(', ');
  const packed = fields.filter((field) => field.isPacked);
  const others = fields.filter((field) => !field.isPacked);
  const what = [
    ...(packed.length === 0 ? [] : [`packed decimals (COMP-3) at bytes ${places(packed)}`]),
    ...(others.length === 0 ? [] : [`binary data at bytes ${places(others)}`]),
  ].join(' and ');
  return `its records of ${length} bytes have ${what}, which have no type`;
}

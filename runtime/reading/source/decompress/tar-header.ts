/** Bytes of a block of a tar archive. Each header is one block, and contents are padded to blocks. */
export const BLOCK_BYTES = 512;

/** The header of a member (POSIX.1-2017, pax, ustar interchange format; GNU tar, old and new). */
export interface TarHeader {
  name: string;
  bytes: number;
  /** The type flag: `0` is a file, `5` a folder, `x`, `g`, `L` and `K` describe the next member. */
  type: string;
}

const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE_AT = 156;
const MAGIC = [257, 6] as const;
const PREFIX = [345, 155] as const;

/** Returns whether the bytes begin with the header of a member, whose sum of bytes is right. */
export function isTarHeader(block: Uint8Array): boolean {
  return block.length >= BLOCK_BYTES && block[0] !== 0 && readTarHeader(block) !== null;
}

/** Returns the header in a block; null if it is damaged. */
export function readTarHeader(block: Uint8Array): TarHeader | null {
  const bytes = readNumber(block, SIZE);
  if (readNumber(block, CHECKSUM) !== sumOf(block) || bytes === null) return null;
  const prefix = textAt(block, MAGIC) === 'ustar' ? textAt(block, PREFIX) : '';
  const name = textAt(block, NAME);
  const type = String.fromCharCode(block[TYPE_AT] ?? 0);
  return { name: prefix === '' ? name : `${prefix}/${name}`, bytes, type: typeOf(type, name) };
}

/** Old archives have no type of files, and mark folders by their name. */
function typeOf(type: string, name: string): string {
  return type === '\0' || type === '0' || type === '7' ? (name.endsWith('/') ? '5' : '0') : type;
}

/** Returns the sum of the bytes of a header, in which the checksum counts as blanks. */
function sumOf(block: Uint8Array): number {
  const [from, length] = CHECKSUM;
  let sum = 0;
  for (let i = 0; i < BLOCK_BYTES; i++) sum += i >= from && i < from + length ? 0x20 : (block[i] ?? 0);
  return sum;
}

/** Returns a number in octal digits, or in the base 256 of GNU tar; null if it is neither, or too large. */
function readNumber(block: Uint8Array, [from, length]: readonly [number, number]): number | null {
  if (((block[from] ?? 0) & 0x80) !== 0) {
    let number = (block[from] ?? 0) & 0x7f;
    for (let i = from + 1; i < from + length; i++) number = number * 256 + (block[i] ?? 0);
    return Number.isSafeInteger(number) ? number : null;
  }
  const text = Buffer.from(block.buffer, block.byteOffset + from, length).toString('latin1');
  const digits = /^ *([0-7]*)[ \0]*$/u.exec(text)?.[1];
  return digits === undefined ? null : digits === '' ? 0 : Number.parseInt(digits, 8);
}

/** Returns the text before the first NUL. */
function textAt(block: Uint8Array, [from, length]: readonly [number, number]): string {
  const bytes = Buffer.from(block.buffer, block.byteOffset + from, length);
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? length : end).trimEnd();
}

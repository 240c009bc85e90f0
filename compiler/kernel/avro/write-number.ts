/**
 * The functions write to a byte array from index `at` on, and return the index after the written bytes. The array must
 * have room for them.
 */

/** The number of digits that a double represents exactly, whatever they are. */
export const EXACT_DIGITS = 15;
/** The bytes of the longest varint. */
export const MAX_VARINT = 10;

/** Writes an int or a long of Avro: a zigzag varint. `value` is a whole number below 2 to the power of 52. */
export function writeAvroLong(output: Uint8Array, at: number, value: number): number {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let end = at;
  while (rest > 0x7fff_ffff) {
    output[end++] = (rest & 0x7f) | 0x80;
    rest = Math.floor(rest / 128);
  }
  while (rest > 0x7f) {
    output[end++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  output[end] = rest;
  return end + 1;
}

/** Writes a whole number of at most 64 bits as a long of Avro. `digits` are its digits, with a sign if it is negative. */
export function writeAvroDigits(output: Uint8Array, at: number, digits: string): number {
  if (digits.length <= EXACT_DIGITS) return writeAvroLong(output, at, Number(digits));
  const value = BigInt(digits);
  let rest = value < 0n ? -2n * value - 1n : 2n * value;
  let end = at;
  for (; rest > 0x7fn; rest >>= 7n) output[end++] = Number(rest & 0x7fn) | 0x80;
  output[end] = Number(rest);
  return end + 1;
}

/** Writes a number in units of its last decimal as `bytes` of Avro: their number, then the two’s complement, big-endian. */
export function writeAvroUnits(output: Uint8Array, at: number, units: number): number {
  let size = 1;
  for (let bound = 0x80; units < -bound || units >= bound; bound *= 0x100) size++;
  output[at] = 2 * size;
  let rest = units;
  for (let i = at + size; i > at; i--) {
    output[i] = rest & 0xff;
    rest = Math.floor(rest / 0x100);
  }
  return at + 1 + size;
}

/** Writes a DECIMAL that fits `scale` as `bytes` of Avro. */
export function writeAvroDecimal(output: Uint8Array, at: number, text: string, scale: number): number {
  const digits = unitsOf(text, scale);
  if (digits.length <= EXACT_DIGITS) return writeAvroUnits(output, at, Number(digits));
  const units = BigInt(digits);
  let size = 1;
  while (BigInt.asIntN(8 * size, units) !== units) size++;
  const start = writeAvroLong(output, at, size);
  let rest = units;
  for (let i = start + size - 1; i >= start; i--) {
    output[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return start + size;
}

/** Returns the bytes that writeAvroDecimal() needs at most. A byte has more than two digits. */
export function sizeOfDecimal(text: string, scale: number): number {
  return MAX_VARINT + ((text.length + scale) >> 1) + 1;
}

/** Returns the digits of a number in units of its decimal `scale`. Decimals after it are zeros. */
function unitsOf(text: string, scale: number): string {
  const point = text.indexOf('.');
  if (point < 0) return text + '0'.repeat(scale);
  return text.slice(0, point) + text.slice(point + 1, point + 1 + scale).padEnd(scale, '0');
}

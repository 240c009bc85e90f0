/**
 * Returns the CRC-32C (Castagnoli, RFC 3720) of a range of bytes as an unsigned 32-bit number. `to` is the offset after
 * the last byte.
 */
export function crc32c(bytes: Uint8Array, from: number, to: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return ~advanceCrc(-1, view, { from, to }) >>> 0;
}

/**
 * Returns the CRC-32C remainder after a range of bytes. `crc` is the remainder before it, and `to` the offset after the
 * last byte.
 */
export function advanceCrc(crc: number, bytes: DataView, { from, to }: { from: number; to: number }): number {
  let at = from;
  for (const last = to - 8; at <= last; at += 8)
    crc = stepCrc(crc ^ bytes.getInt32(at, true), bytes.getInt32(at + 4, true));
  for (; at < to; at++) crc = T0[(crc ^ bytes.getUint8(at)) & 0xff]! ^ (crc >>> 8);
  return crc;
}

/** Like advanceCrc(), but also copies the bytes to offset `at` of `target` in the same pass. */
export function copyCrc(
  crc: number,
  source: DataView,
  { from, to }: { from: number; to: number },
  { target, at }: { target: DataView; at: number },
): number {
  let index = from;
  let place = at;
  for (const last = to - 8; index <= last; index += 8, place += 8) {
    const low = source.getInt32(index, true);
    const high = source.getInt32(index + 4, true);
    target.setInt32(place, low, true);
    target.setInt32(place + 4, high, true);
    crc = stepCrc(crc ^ low, high);
  }
  for (; index < to; index++, place++) {
    const byte = source.getUint8(index);
    target.setUint8(place, byte);
    crc = T0[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  }
  return crc;
}

/**
 * Returns the CRC-32C remainder after `zeros` zero bytes that follow the remainder `crc`. It combines two remainders:
 * the remainder of A followed by B is shiftCrc(remainder of A, length of B) XOR the remainder of B.
 */
export function shiftCrc(crc: number, zeros: number): number {
  let shifted = crc;
  for (let power = 0, rest = zeros; rest > 0; power++, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shifted = multiply(SHIFTS[power] ?? [], shifted);
  }
  return shifted;
}

/**
 * Creates a function that returns shiftCrc() for a fixed number of zero bytes. It uses lookup tables, so it is faster.
 */
export function createShift(zeros: number): (crc: number) => number {
  const tableOf = (bits: number): Int32Array =>
    Int32Array.from({ length: 256 }, (_, byte) => shiftCrc(byte << bits, zeros));
  const [a, b, c, d] = [tableOf(0), tableOf(8), tableOf(16), tableOf(24)];
  return (crc) => a[crc & 0xff]! ^ b[(crc >>> 8) & 0xff]! ^ c[(crc >>> 16) & 0xff]! ^ d[crc >>> 24]!;
}

// Each table is the previous one, advanced by one zero byte. The index assertions are safe, because all indexes are
// bytes.
const T0 = createTable();
const T1 = laterTable(T0);
const T2 = laterTable(T1);
const T3 = laterTable(T2);
const T4 = laterTable(T3);
const T5 = laterTable(T4);
const T6 = laterTable(T5);
const T7 = laterTable(T6);

function stepCrc(low: number, high: number): number {
  return (
    T7[low & 0xff]! ^
    T6[(low >>> 8) & 0xff]! ^
    T5[(low >>> 16) & 0xff]! ^
    T4[low >>> 24]! ^
    T3[high & 0xff]! ^
    T2[(high >>> 8) & 0xff]! ^
    T1[(high >>> 16) & 0xff]! ^
    T0[high >>> 24]!
  );
}

function createTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
    return crc;
  });
}

function laterTable(table: Int32Array): Int32Array {
  return table.map((crc) => (crc >>> 8) ^ T0[crc & 0xff]!);
}

/**
 * The element `i` is for 2^i zero bytes. It contains, for each bit of a remainder, the remainder that this bit becomes.
 */
const SHIFTS = createShifts();

function createShifts(): number[][] {
  const shifts = [Array.from({ length: 32 }, (_, bit) => T0[(1 << bit) & 0xff]! ^ ((1 << bit) >>> 8))];
  for (let power = 1; power < 32; power++) {
    const before = shifts[power - 1] ?? [];
    shifts.push(before.map((shifted) => multiply(before, shifted)));
  }
  return shifts;
}

function multiply(shift: readonly number[], crc: number): number {
  let product = 0;
  for (let bit = 0; bit < 32; bit++) if ((crc >>> bit) & 1) product ^= shift[bit] ?? 0;
  return product;
}

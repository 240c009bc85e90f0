const TABLES = makeTables();

/** CRC-32C (Castagnoli, RFC 3720) of bytes `from` to before `to`, as an unsigned number: eight bytes a step. */
export function crc32c(bytes: Uint8Array, from: number, to: number): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES;
  let crc = -1;
  let at = from;
  // In the loop every index is in range: the table has 256 entries, and `at + 7` lies before `to`.
  for (const last = to - 8; at <= last; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc = t7[crc & 0xff]! ^ t6[(crc >>> 8) & 0xff]! ^ t5[(crc >>> 16) & 0xff]! ^ t4[crc >>> 24]!
      ^ t3[bytes[at + 4]!]! ^ t2[bytes[at + 5]!]! ^ t1[bytes[at + 6]!]! ^ t0[bytes[at + 7]!]!;
  }
  for (; at < to; at++) crc = t0[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

type Table = Int32Array;
type Tables = readonly [Table, Table, Table, Table, Table, Table, Table, Table];

function makeTables(): Tables {
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
    return crc;
  });
  const next = (table: Table): Table => table.map((crc) => (crc >>> 8) ^ first[crc & 0xff]!);
  const t1 = next(first);
  const t2 = next(t1);
  const t3 = next(t2);
  const t4 = next(t3);
  const t5 = next(t4);
  const t6 = next(t5);
  return [first, t1, t2, t3, t4, t5, t6, next(t6)];
}

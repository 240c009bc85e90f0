/** The prefix code of a group: codes are numbers in the order of their lengths, then of their symbols. */
export interface CodeTable {
  /** For each value of the next 10 bits: the symbol times 32 plus the length of its code, or 0 if the code is longer. */
  short: Uint16Array;
  /** For each length: the first value of 20 bits that has a longer code. */
  limits: Int32Array;
  /** For each length: the number of its first code minus the place of that code's symbol. */
  bases: Int32Array;
  symbols: Uint16Array;
}

/** Number of bits that are looked up at once, and the most bits of a code. */
export const SHORT_BITS = 10;
export const MAX_BITS = 20;

/** Creates the table of a code from the lengths of its symbols, each 1 to 20. Returns null if they are no prefix code. */
export function createCodeTable(lengths: Uint8Array): CodeTable | null {
  const table = {
    short: new Uint16Array(1 << SHORT_BITS),
    limits: new Int32Array(MAX_BITS + 1),
    bases: new Int32Array(MAX_BITS + 1),
    symbols: new Uint16Array(lengths.length),
  };
  let place = 0;
  let code = 0;
  for (let length = 1; length <= MAX_BITS; length++) {
    table.bases[length] = code - place;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      if (code >= 1 << length) return null;
      if (length <= SHORT_BITS) {
        const from = code << (SHORT_BITS - length);
        table.short.fill((symbol << 5) | length, from, from + (1 << (SHORT_BITS - length)));
      }
      table.symbols[place++] = symbol;
      code++;
    }
    table.limits[length] = code << (MAX_BITS - length);
    code <<= 1;
  }
  return table;
}

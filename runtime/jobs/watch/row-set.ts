/** A set of row numbers. It uses one bit for each number up to the highest one, so ten million rows take 1.25 MB. */
export interface RowSet {
  add(number: number): void;
  has(number: number): boolean;
}

const FIRST_BYTES = 8192;

/** Creates an empty set. */
export function createRowSet(): RowSet {
  let bits = new Uint8Array(FIRST_BYTES);
  return {
    add(number) {
      const at = Math.floor(number / 8);
      if (at >= bits.length) {
        const larger = new Uint8Array(Math.max(at + 1, bits.length * 2));
        larger.set(bits);
        bits = larger;
      }
      bits[at] = (bits[at] ?? 0) | (1 << (number % 8));
    },
    has: (number) => ((bits[Math.floor(number / 8)] ?? 0) & (1 << (number % 8))) !== 0,
  };
}

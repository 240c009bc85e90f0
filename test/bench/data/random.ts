/** Pseudo-random numbers, the same for each seed (mulberry32). */
export interface Random {
  /** Returns an integer from 0 to `end` - 1. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    pick(list) {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new Error('there is nothing to pick from');
      return picked;
    },
  };
}

/** Returns a number as digits with leading zeros. */
export function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

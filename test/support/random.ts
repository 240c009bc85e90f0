/** Pseudo-random numbers, the same for each seed. */
export interface Random {
  /** Returns an integer from 0 to `limit` - 1. */
  below(limit: number): number;
  /** Returns true in one of `times` cases on average. */
  oneIn(times: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
}

/** Returns the random generator for input `index` of a series. */
export function randomOf(seed: number, index: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % Math.max(1, Math.floor(limit));
  return { below, oneIn: (times) => below(times) === 0, pick: (list) => list[below(list.length)] ?? list[0] };
}

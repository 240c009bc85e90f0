import type { Warning } from './contract.ts';

/** Numbers what is found in a file, so that its warnings are in the order of their places, wherever batches end. */
export class FindingPlaces {
  #last = 0;

  /** Returns the place of what was just found. It is after all earlier ones. */
  next(): number {
    return ++this.#last;
  }
}

/** The place of what is only known at the end of the file. */
export const AT_END = Infinity;

/** A warning, and the place of what it first reports. */
export interface PlacedWarning {
  readonly at: number;
  readonly warning: Warning;
}

/** Returns warnings in the order of their places. */
export function orderWarnings(placed: readonly PlacedWarning[]): Warning[] {
  const byPlace = (one: PlacedWarning, other: PlacedWarning): number =>
    one.at === other.at ? 0 : one.at < other.at ? -1 : 1;
  return [...placed].sort(byPlace).map(({ warning }) => warning);
}

/** Counts findings by a key since the last call of `take`. Each key has the place of its first finding. */
export class FindingCounts<Key> {
  readonly #places: FindingPlaces;
  readonly #counts = new Map<Key, { at: number; count: number }>();

  constructor(places: FindingPlaces) {
    this.#places = places;
  }

  add(key: Key, number = 1): void {
    const known = this.#counts.get(key);
    if (known !== undefined) known.count += number;
    else if (number > 0) this.#counts.set(key, { at: this.#places.next(), count: number });
  }

  /** Returns a warning for each key, and forgets the counts. */
  take(describe: (key: Key, count: number) => Warning): PlacedWarning[] {
    if (this.#counts.size === 0) return [];
    const placed = [...this.#counts].map(([key, { at, count }]) => ({ at, warning: describe(key, count) }));
    this.#counts.clear();
    return placed;
  }
}

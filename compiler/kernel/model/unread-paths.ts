import { AT_END, type FindingPlaces, type PlacedWarning } from './warning-order.ts';

/** Number of paths with a warning of their own. One warning counts the others. */
const MAX_LISTED = 100;
/** Number of paths that are kept. */
const MAX_PATHS = 1000;
const MAX_NAME_LENGTH = 100;

/** The paths in records that no field reads: each is the warning UNKNOWN_COLUMN once in a file. */
export class UnreadPathList {
  /** What the warning says of each path, and its place, in the order in which they were found. */
  readonly #found: Map<string, { at: number; message: string }>;
  readonly #places: FindingPlaces;
  #reported: number;

  /**
   * @param saved the result of `savedState` at a resume position
   * @param places those of all that is found in the file
   */
  constructor(saved: readonly string[], places: FindingPlaces) {
    this.#places = places;
    this.#found = new Map(saved.map((path) => [path, { at: 0, message: '' }]));
    this.#reported = Math.min(saved.length, MAX_LISTED);
  }

  /** Whether there is room for another path, besides `more` that are not added yet. */
  hasRoom(more = 0): boolean {
    return this.#found.size + more < MAX_PATHS;
  }

  /** Adds a path that is not known. `what` says what no field reads, such as `the element "a"`. */
  add(path: string, what: string): void {
    if (!this.#found.has(path)) this.#found.set(path, { at: this.#places.next(), message: `no field reads ${what}` });
  }

  /** Returns the warnings since the last call. `isEnd`: the file has ended. */
  take(isEnd: boolean): PlacedWarning[] {
    const { size } = this.#found;
    if (size === 0 || (this.#reported === Math.min(size, MAX_LISTED) && !isEnd)) return [];
    const warnings = [...this.#found]
      .slice(this.#reported, MAX_LISTED)
      .map(([path, { at, message }]): PlacedWarning => ({ at, warning: { code: 'UNKNOWN_COLUMN', path, message } }));
    this.#reported = Math.min(size, MAX_LISTED);
    if (isEnd && size > MAX_LISTED) {
      const others = `${size - MAX_LISTED}${size < MAX_PATHS ? ' more' : ' or more'}`;
      const message = `no field reads ${others} paths of records`;
      warnings.push({ at: AT_END, warning: { code: 'UNKNOWN_COLUMN', message } });
    }
    return warnings;
  }

  /** Returns what a resume position stores: the paths that need no further warning of their own. */
  savedState(): string[] {
    return [...this.#found.keys()].filter((_, index) => index < this.#reported || index >= MAX_LISTED);
  }
}

/** Returns a name as a path shows it: its first 100 characters. */
export function shortenName(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}

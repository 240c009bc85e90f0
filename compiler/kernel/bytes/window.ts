const FIRST_BYTES = 64 * 1024;

/** The part of the file that is in memory: bytes that have been added but not yet read. */
export class ByteWindow {
  bytes = new Uint8Array(0);
  /** Index of the first unread byte. */
  at = 0;
  /** Index after the last added byte. */
  end = 0;
  /** Offset of `bytes[0]` in the file. */
  base: number;

  constructor(base: number) {
    this.base = base;
  }

  /**
   * Appends bytes and moves the unread ones to the front. Indexes into `bytes` from before the call are invalid
   * afterwards.
   */
  add(chunk: Uint8Array): void {
    const rest = this.end - this.at;
    const needed = rest + chunk.length;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(
        Math.max(FIRST_BYTES, needed, needed < 1 << 20 ? 2 * needed : needed + (needed >> 2)),
      );
      grown.set(this.bytes.subarray(this.at, this.end));
      this.bytes = grown;
    } else {
      this.bytes.copyWithin(0, this.at, this.end);
    }
    this.base += this.at;
    this.at = 0;
    this.end = needed;
    this.bytes.set(chunk, rest);
  }
}

/**
 * Finds the next occurrence of a byte, or of either of two bytes, in a window that is read forward. It remembers the
 * last result, so that each byte is examined only once.
 */
export class ByteFinder {
  readonly #byte: number;
  readonly #other: number;
  /** The indexes from `#from` up to `#searchedTo` hold no match. `#isFound`: there is one at `#searchedTo`. */
  #from = 0;
  #searchedTo = 0;
  #isFound = false;

  constructor(byte: number, other = byte) {
    this.#byte = byte;
    this.#other = other;
  }

  /** Forgets the last result. Required whenever the window has moved. */
  reset(): void {
    this.#from = 0;
    this.#searchedTo = 0;
    this.#isFound = false;
  }

  /** Returns the index of the first match from `from` up to but excluding `end`, or -1. */
  find(bytes: Uint8Array, from: number, end: number): number {
    const isKnown = from >= this.#from && from <= this.#searchedTo;
    if (!isKnown || (!this.#isFound && this.#searchedTo < end))
      this.#search(bytes, isKnown ? this.#from : from, isKnown ? this.#searchedTo : from, end);
    return this.#isFound && this.#searchedTo < end ? this.#searchedTo : -1;
  }

  #search(bytes: Uint8Array, from: number, start: number, end: number): void {
    const byte = this.#byte;
    const other = this.#other;
    let at = start;
    while (at < end && bytes[at] !== byte && bytes[at] !== other) at++;
    this.#from = from;
    this.#searchedTo = at;
    this.#isFound = at < end;
  }
}

/** Finds a character, encoded as UTF-8, in a window that is read forward. */
export class CharacterFinder {
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #finder: ByteFinder;

  constructor(character: string) {
    this.#bytes = new TextEncoder().encode(character);
    this.length = this.#bytes.length;
    this.#finder = new ByteFinder(this.#bytes[0] ?? 0);
  }

  reset(): void {
    this.#finder.reset();
  }

  find(bytes: Uint8Array, from: number, limit: number): number {
    let at = this.#finder.find(bytes, from, limit);
    while (at >= 0 && this.length > 1 && !this.isAt(bytes, at, limit)) at = this.#finder.find(bytes, at + 1, limit);
    return at;
  }

  isAt(bytes: Uint8Array, at: number, limit: number): boolean {
    if (at + this.length > limit) return false;
    for (let i = 0; i < this.length; i++) {
      if (bytes[at + i] !== this.#bytes[i]) return false;
    }
    return true;
  }
}

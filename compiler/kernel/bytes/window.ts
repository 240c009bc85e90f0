const FIRST_BYTES = 64 * 1024;

/** The part of the file that is in memory, including all bytes that have been added but not yet read. */
export class ByteWindow {
  bytes = new Uint8Array(0);
  /** Index in `bytes` of the first unread byte. */
  at = 0;
  /** Index in `bytes` after the last added byte. */
  end = 0;
  /** Offset of `bytes[0]` in the file, or in the decoded bytes if the file is decoded. */
  base: number;

  constructor(base: number) {
    this.base = base;
  }

  /**
   * Appends a copy of `chunk`. Drops the bytes that have been read and moves the unread ones to index 0, so earlier
   * indexes into `bytes` become invalid.
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
 * Finds the next occurrence of a byte, or of either of two bytes, in a window that is read forward. It remembers its
 * last result. Repeated searches from ascending indexes therefore examine each byte only once.
 */
export class ByteFinder {
  readonly #byte: number;
  readonly #other: number;
  /**
   * The last result: the bytes from index `#from` up to but excluding `#searchedTo` do not match. If `#isFound`, the
   * byte at `#searchedTo` matches.
   */
  #from = 0;
  #searchedTo = 0;
  #isFound = false;

  constructor(byte: number, other = byte) {
    this.#byte = byte;
    this.#other = other;
  }

  /** Forgets the last result. The caller must call it when bytes are added to the window, which moves the others. */
  reset(): void {
    this.#from = 0;
    this.#searchedTo = 0;
    this.#isFound = false;
  }

  /** Returns the index of the first match from `from` up to but excluding `end`, or -1 if there is none. */
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

/** Finds a character in a window of UTF-8 that is read forward. `length` is the character's length in bytes. */
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

  /** Returns whether the bytes from `at` to `limit` are a part of the character, or none: more bytes decide. */
  isCutAt(bytes: Uint8Array, at: number, limit: number): boolean {
    if (at + this.length <= limit) return false;
    for (let i = at; i < limit; i++) if (bytes[i] !== this.#bytes[i - at]) return false;
    return true;
  }

  isAt(bytes: Uint8Array, at: number, limit: number): boolean {
    if (at + this.length > limit) return false;
    for (let i = 0; i < this.length; i++) {
      if (bytes[at + i] !== this.#bytes[i]) return false;
    }
    return true;
  }
}

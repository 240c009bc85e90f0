const FIRST_BYTES = 64 * 1024;

/** The part of the file that is in memory: what has been added and not yet been read. */
export class ByteWindow {
  bytes = new Uint8Array(0);
  /** Where the next record begins. */
  at = 0;
  /** End of what has been added. */
  end = 0;
  /** Offset of `bytes[0]` in the file. */
  base: number;

  constructor(base: number) {
    this.base = base;
  }

  /** Adds bytes behind the unread ones, which move to the front. Indexes taken before are void. */
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

/** Finds a byte, or one of two, again and again in a window that is read forward, each stretch looked at once, and none that is not asked for. */
export class ByteFinder {
  readonly #byte: number;
  readonly #other: number;
  /** From here on, up to `#seen`, there is none but at `#seen` itself, where `#isFound`. */
  #from = 0;
  #seen = 0;
  #isFound = false;

  constructor(byte: number, other = byte) {
    this.#byte = byte;
    this.#other = other;
  }

  /** Forgets what it knows: the window has moved. */
  reset(): void {
    this.#from = 0;
    this.#seen = 0;
    this.#isFound = false;
  }

  /** First place of the byte at or behind `from` and before `end`; -1 where there is none. */
  find(bytes: Uint8Array, from: number, end: number): number {
    const isKnown = from >= this.#from && from <= this.#seen;
    if (!isKnown || (!this.#isFound && this.#seen < end))
      this.#look(bytes, isKnown ? this.#from : from, isKnown ? this.#seen : from, end);
    return this.#isFound && this.#seen < end ? this.#seen : -1;
  }

  #look(bytes: Uint8Array, from: number, unseen: number, end: number): void {
    const byte = this.#byte;
    const other = this.#other;
    let at = unseen;
    while (at < end && bytes[at] !== byte && bytes[at] !== other) at++;
    this.#from = from;
    this.#seen = at;
    this.#isFound = at < end;
  }
}

/** Finds a character, as its UTF-8 bytes, in a window that is read forward. */
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

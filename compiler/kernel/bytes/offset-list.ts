/** A growing list of offsets, each an unsigned 32-bit integer. */
export class OffsetList {
  #offsets = new Uint32Array(64);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Removes all offsets but the first `count`. */
  truncate(count: number): void {
    this.#count = count;
  }

  push(offset: number): void {
    if (this.#count === this.#offsets.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#offsets[this.#count++] = offset;
  }

  /** Returns a copy of the list and empties the list. */
  take(): Uint32Array<ArrayBuffer> {
    const taken = this.#offsets.slice(0, this.#count);
    this.#count = 0;
    return taken;
  }
}

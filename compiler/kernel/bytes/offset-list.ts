/** Rising places in a buffer, as many as come. */
export class OffsetList {
  #places = new Uint32Array(64);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(place: number): void {
    if (this.#count === this.#places.length) {
      const grown = new Uint32Array(2 * this.#count);
      grown.set(this.#places);
      this.#places = grown;
    }
    this.#places[this.#count++] = place;
  }

  /** All of them; the list is empty then. */
  take(): Uint32Array<ArrayBuffer> {
    const taken = this.#places.slice(0, this.#count);
    this.#count = 0;
    return taken;
  }
}

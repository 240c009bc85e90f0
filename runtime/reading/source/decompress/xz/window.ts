/** The bytes that were decoded last, in a ring: matches repeat them. */
export class Window {
  readonly #bytes: Uint8Array;
  readonly #dictionaryBytes: number;
  #at = 0;
  #from = 0;
  /** Number of bytes since the last reset that a match may repeat. */
  #known = 0;

  /** @param chunkBytes the most bytes that are written before they are taken; a multiple of 16 */
  constructor(dictionaryBytes: number, chunkBytes: number) {
    this.#bytes = new Uint8Array(dictionaryBytes + chunkBytes);
    this.#dictionaryBytes = dictionaryBytes;
  }

  /** The place in the ring. Its lowest 4 bits are those of the number of bytes. */
  get at(): number {
    return this.#at;
  }

  /** Forgets all bytes, which must have been taken. */
  reset(): void {
    this.#at = 0;
    this.#from = 0;
    this.#known = 0;
  }

  add(byte: number): void {
    this.#bytes[this.#at] = byte;
    this.#at++;
    if (this.#at === this.#bytes.length) this.#at = 0;
    this.#known++;
  }

  /** Returns the byte at a distance: 0 is the last one. Returns 0 before the first one. */
  byteAt(distance: number): number {
    if (!this.has(distance)) return 0;
    const at = this.#at - distance - 1;
    return this.#bytes[at < 0 ? at + this.#bytes.length : at] as number;
  }

  has(distance: number): boolean {
    return distance >= 0 && distance < this.#known && distance < this.#dictionaryBytes;
  }

  /** Repeats `length` bytes from a distance, which must be known. They may overlap with those that they repeat. */
  repeat(distance: number, length: number): void {
    const bytes = this.#bytes;
    const size = bytes.length;
    let to = this.#at;
    let from = to - distance - 1;
    if (from < 0) from += size;
    for (let i = 0; i < length; i++) {
      bytes[to++] = bytes[from++] as number;
      if (to === size) to = 0;
      if (from === size) from = 0;
    }
    this.#at = to;
    this.#known += length;
  }

  /** Adds bytes as they are. */
  append(added: Uint8Array): void {
    const first = added.subarray(0, this.#bytes.length - this.#at);
    this.#bytes.set(first, this.#at);
    this.#bytes.set(added.subarray(first.length), 0);
    this.#at = (this.#at + added.length) % this.#bytes.length;
    this.#known += added.length;
  }

  /** Returns the bytes since the last call, in one or two parts. They are overwritten later. */
  take(): Uint8Array[] {
    const [from, at] = [this.#from, this.#at];
    this.#from = at;
    const parts =
      at >= from ? [this.#bytes.subarray(from, at)] : [this.#bytes.subarray(from), this.#bytes.subarray(0, at)];
    return parts.filter(({ length }) => length > 0);
  }
}

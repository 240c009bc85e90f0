/** No character and no malformed sequence of any encoding is longer. */
const ENOUGH = 4;

/**
 * Joins chunks that are very short. ICU, which decodes for Node.js up to 22, makes room for two UTF-16 units a byte, and
 * throws where the first byte of a chunk brings forth more: it may end a sequence of which each byte stands for itself.
 * The last bytes are held back, so that the rest of a file is not too short either.
 */
export class ShortChunkJoiner {
  #held = new Uint8Array(0);

  /** What can be decoded now. */
  takeWhole(chunk: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(this.#held.length + chunk.length);
    bytes.set(this.#held);
    bytes.set(chunk, this.#held.length);
    const end = bytes.length < 2 * ENOUGH ? 0 : bytes.length - ENOUGH;
    this.#held = bytes.slice(end);
    return bytes.subarray(0, end);
  }

  /** What was held back, at the end. */
  takeRest(): Uint8Array {
    return this.#held;
  }
}

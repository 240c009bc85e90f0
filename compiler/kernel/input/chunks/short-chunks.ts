/** Maximum length of a character or malformed sequence in any encoding, in bytes. */
const MAX_SEQUENCE_BYTES = 4;

/**
 * Joins very short chunks, to avoid an error of ICU, the library that decodes text in Node.js up to version 22. ICU
 * reserves two UTF-16 units per byte of a chunk. It throws if the first byte of a chunk yields more than two, which
 * happens when it completes a malformed sequence. The last bytes that have arrived are held back, so that the last
 * chunk of the file is not too short either.
 */
export class ShortChunkJoiner {
  #held = new Uint8Array(0);

  /** Adds a chunk. Returns the bytes that can be decoded now, including bytes that earlier calls held back. */
  takeWhole(chunk: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(this.#held.length + chunk.length);
    bytes.set(this.#held);
    bytes.set(chunk, this.#held.length);
    const end = bytes.length < 2 * MAX_SEQUENCE_BYTES ? 0 : bytes.length - MAX_SEQUENCE_BYTES;
    this.#held = bytes.slice(end);
    return bytes.subarray(0, end);
  }

  /** Returns the bytes that are still held back. Called at the end of the file. */
  takeRest(): Uint8Array {
    return this.#held;
  }
}

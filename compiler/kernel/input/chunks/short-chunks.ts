/** The longest character or malformed sequence of any encoding, in bytes. */
const MAX_SEQUENCE_BYTES = 4;

/**
 * Joins very short chunks, to avoid a fault of ICU, which decodes for Node.js up to 22. ICU reserves two UTF-16 units
 * per input byte. It throws if the first byte of a chunk yields more, which happens when this byte completes a
 * malformed sequence. The last bytes of the file so far are held back, so that its last chunk is not too short either.
 */
export class ShortChunkJoiner {
  #held = new Uint8Array(0);

  /** Returns the bytes that can be decoded now. */
  takeWhole(chunk: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(this.#held.length + chunk.length);
    bytes.set(this.#held);
    bytes.set(chunk, this.#held.length);
    const end = bytes.length < 2 * MAX_SEQUENCE_BYTES ? 0 : bytes.length - MAX_SEQUENCE_BYTES;
    this.#held = bytes.slice(end);
    return bytes.subarray(0, end);
  }

  /** Returns the bytes that are held back. Called at the end of the file. */
  takeRest(): Uint8Array {
    return this.#held;
  }
}

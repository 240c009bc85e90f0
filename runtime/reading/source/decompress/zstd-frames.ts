const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const RUN = 1;

/**
 * Finds the ends of the frames in zstd data (RFC 8878, section 3.1) without decompressing them. `isWhole` detects
 * truncated data, for which Node.js reports no error.
 */
export class ZstdFrames {
  /** The bytes of the current header that were received so far, and how many it needs. */
  #held: number[] = [];
  #needed = 4;
  #read: (bytes: readonly number[]) => void = (bytes) => this.#readMagic(bytes);
  /** Number of bytes to skip before the next header: contents of blocks, and checksums. */
  #skip = 0;
  #isBetween = true;
  #hasChecksum = false;

  add(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(this.#skip, chunk.length - at);
      this.#skip -= skipped;
      at += skipped;
      if (at === chunk.length) return;
      this.#held.push(chunk[at] ?? 0);
      at++;
      if (this.#held.length < this.#needed) continue;
      const bytes = this.#held;
      this.#held = [];
      this.#read(bytes);
    }
  }

  /** True if the data is complete when it ends after the bytes added so far. */
  get isWhole(): boolean {
    return this.#isBetween && (this.#skip === 0 || this.#skip === Infinity) && this.#held.length === 0;
  }

  #expect(needed: number, read: (bytes: readonly number[]) => void): void {
    this.#needed = needed;
    this.#read = read;
  }

  #readMagic(bytes: readonly number[]): void {
    const magic = numberOf(bytes);
    this.#isBetween = false;
    if (magic === MAGIC) this.#expect(1, (descriptor) => this.#readDescriptor(descriptor[0] ?? 0));
    else if ((magic & ~0xf) >>> 0 === SKIPPABLE) this.#expect(4, (size) => this.#endFrame(numberOf(size)));
    // These bytes are not a frame. The decompressor decides whether that is an error.
    else this.#endFrame(Infinity);
  }

  #readDescriptor(descriptor: number): void {
    const isSingle = (descriptor & 0x20) !== 0;
    const sizeFlag = descriptor >> 6;
    const sizeBytes = sizeFlag === 0 && isSingle ? 1 : (CONTENT_SIZE_BYTES[sizeFlag] ?? 0);
    this.#hasChecksum = (descriptor & 0x04) !== 0;
    this.#skip = (isSingle ? 0 : 1) + (DICTIONARY_ID_BYTES[descriptor & 0x03] ?? 0) + sizeBytes;
    this.#expect(3, (header) => this.#readBlock(numberOf(header)));
  }

  #readBlock(header: number): void {
    this.#skip = ((header >> 1) & 3) === RUN ? 1 : header >> 3;
    if ((header & 1) !== 0) this.#endFrame(this.#skip + (this.#hasChecksum ? 4 : 0));
  }

  /** Records that the frame ends after `skip` more bytes. */
  #endFrame(skip: number): void {
    this.#skip = skip;
    this.#isBetween = true;
    this.#expect(4, (bytes) => this.#readMagic(bytes));
  }
}

function numberOf(littleEndian: readonly number[]): number {
  return littleEndian.reduceRight((number, byte) => number * 256 + byte, 0);
}

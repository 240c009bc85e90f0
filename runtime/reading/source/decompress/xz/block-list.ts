import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { damagedData } from '../data/damaged-data.ts';
import type { InputBuffer } from '../data/input-buffer.ts';
import { NumberReader } from './number-reader.ts';

const ALIGNMENT = 4;
/** A number has at most 9 bytes. */
const MAX_RECORD_BYTES = 18;

/** The sizes of the blocks that were read, to be compared with the index of the stream. Holds their hash only. */
export class BlockList {
  #count = 0;
  #hash = createHash('sha256');

  /** @param bytes the size of the block without its padding */
  add(bytes: number, contentBytes: number): void {
    this.#count++;
    this.#hash.update(`${bytes} ${contentBytes}\n`);
  }

  /**
   * Reads the index after its first byte, which is 0 (.xz 1.2, section 4). Returns its size in bytes. Throws a RunFailure if it is damaged, or lists other blocks.
   */
  async readIndex(input: InputBuffer): Promise<number> {
    const index = new IndexReader(input);
    const listed = new BlockList();
    const count = await index.number();
    for (let i = 0; i < count; i++) listed.add(await index.number(), await index.number());
    while (index.bytes % ALIGNMENT !== 0) if ((await index.number()) !== 0) throw damagedIndex();
    if (!(await index.endsWithChecksum()) || count !== this.#count) throw damagedIndex();
    if (!listed.#hash.digest().equals(this.#hash.digest())) throw damagedIndex();
    return index.bytes + ALIGNMENT;
  }
}

/** Reads numbers of an index, and adds up their checksum. */
class IndexReader {
  readonly #input: InputBuffer;
  #sum = crc32(new Uint8Array(1));
  bytes = 1;

  constructor(input: InputBuffer) {
    this.#input = input;
  }

  async number(): Promise<number> {
    await this.#input.fill(MAX_RECORD_BYTES);
    const { bytes, at, end } = this.#input;
    const reader = new NumberReader(bytes.subarray(at, end));
    const value = reader.next();
    const length = end - at - reader.rest().length;
    this.#sum = crc32(bytes.subarray(at, at + length), this.#sum);
    this.bytes += length;
    this.#input.at += length;
    return value;
  }

  async endsWithChecksum(): Promise<boolean> {
    return Buffer.from(await this.#input.take(4)).readUInt32LE() === this.#sum;
  }
}

function damagedIndex(): Error {
  return damagedData('the index of its blocks is damaged');
}

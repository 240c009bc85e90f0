import type { Block } from './decode-block.ts';

/** The content of a block: its bytes sorted back, and its runs repeated. */
export class BlockOutput {
  readonly #links: Uint32Array;
  #link: number;
  #left: number;
  /** The last byte, how often it was written in a row, and how often it is still to be written. */
  #last = -1;
  #equal = 0;
  #repeats = 0;
  #sum = -1;

  /** @param sorted the bytes of the block. The same array has the links between them afterwards. */
  constructor({ origin, length }: Block, sorted: Uint32Array) {
    this.#links = sorted;
    this.#left = length;
    link(sorted, length);
    this.#link = (sorted[origin] as number) >>> 8;
  }

  /** The checksum of the content that was returned. */
  get checksum(): number {
    return ~this.#sum;
  }

  /** Writes the next bytes into `target`. Returns how many: fewer than there is room for at the end. */
  read(target: Uint8Array): number {
    const links = this.#links;
    let at = 0;
    while (at < target.length) {
      if (this.#repeats > 0) {
        const length = Math.min(this.#repeats, target.length - at);
        target.fill(this.#last, at, at + length);
        at += length;
        this.#repeats -= length;
        continue;
      }
      if (this.#left === 0) break;
      this.#left--;
      const entry = links[this.#link] as number;
      this.#link = entry >>> 8;
      const byte = entry & 0xff;
      if (this.#equal === RUN) {
        this.#repeats = byte;
        this.#equal = 0;
        continue;
      }
      this.#equal = byte === this.#last ? this.#equal + 1 : 1;
      this.#last = byte;
      target[at++] = byte;
    }
    this.#sum = addToChecksum(this.#sum, target, at);
    return at;
  }
}

/** After this number of equal bytes, a number of repetitions follows. */
const RUN = 4;

/** Adds to each sorted byte the place of the byte that follows it in the content. */
function link(sorted: Uint32Array, length: number): void {
  const places = new Uint32Array(256);
  for (let i = 0; i < length; i++) places[sorted[i] as number]!++;
  let first = 0;
  for (let byte = 0; byte < 256; byte++) {
    const count = places[byte] as number;
    places[byte] = first;
    first += count;
  }
  for (let i = 0; i < length; i++) {
    const byte = (sorted[i] as number) & 0xff;
    const place = places[byte] as number;
    places[byte] = place + 1;
    sorted[place] = (sorted[place] as number) | (i << 8);
  }
}

let checksumTable: Int32Array | null = null;

/** Returns the table of the checksum of bzip2: CRC-32 with the highest bit first. It is computed when a file needs it. */
function findChecksumTable(): Int32Array {
  checksumTable ??= Int32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
    return sum;
  });
  return checksumTable;
}

function addToChecksum(sum: number, bytes: Uint8Array, length: number): number {
  const table = findChecksumTable();
  for (let i = 0; i < length; i++) sum = (sum << 8) ^ (table[((sum >>> 24) ^ (bytes[i] as number)) & 0xff] as number);
  return sum;
}

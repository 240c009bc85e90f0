import { damagedData, truncatedData } from '../data/damaged-data.ts';

const MAX_NUMBER_BYTES = 9;

/** Reads the numbers of a header: 7 bits a byte, the lowest ones first (.xz 1.2, section 1.2). */
export class NumberReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns the next number. Throws a RunFailure if it is not complete, not in its shortest form, or above 2^53. */
  next(): number {
    let value = 0;
    for (let i = 0; i < MAX_NUMBER_BYTES; i++) {
      const byte = this.byte();
      if (byte === 0 && i > 0) break;
      value += (byte & 0x7f) * 2 ** (7 * i);
      if ((byte & 0x80) === 0 && Number.isSafeInteger(value)) return value;
    }
    throw damagedNumber();
  }

  /** Returns the next byte. Throws a RunFailure at the end. */
  byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw truncatedData();
    return byte;
  }

  /** Returns the bytes that were not read. */
  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }
}

function damagedNumber(): Error {
  return damagedData('the header of a block is damaged');
}

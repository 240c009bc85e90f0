/** The bytes of a number with fewer bits than a double represents exactly. */
const EXACT_BYTES = 7;
/** The bytes of a two's complement that the operators of JavaScript read. */
const INT32_BYTES = 4;

/** A place in the bytes of messages in Avro. Each method returns a value and moves after it. */
export class MessageCursor {
  /** The place of the next value. */
  at = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  begin(bytes: Uint8Array, at: number): void {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0;
  }

  /** Moves over `length` bytes, and returns the place after them. */
  skip(length: number): number {
    this.at += length;
    return this.at;
  }

  /** Returns a long: a zigzag varint. */
  long(): number | bigint {
    let value = 0;
    let factor = 1;
    for (let size = 1; size <= EXACT_BYTES; size++) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      factor *= 0x80;
    }
    return this.#longer(BigInt(value));
  }

  /** Returns a two's complement of `size` bytes, big-endian. */
  units(size: number): bigint {
    if (size > INT32_BYTES) {
      let value = BigInt(this.#signed());
      for (let i = 1; i < size; i++) value = (value << 8n) | BigInt(this.byte());
      return value;
    }
    let value = this.#signed();
    for (let i = 1; i < size; i++) value = (value << 8) | this.byte();
    return BigInt(value);
  }

  #signed(): number {
    return (this.byte() << 24) >> 24;
  }

  /** Returns a long of more than 7 bytes; `start` has the bits of those. */
  #longer(start: bigint): bigint {
    let value = start;
    for (let shift = 7n * BigInt(EXACT_BYTES); ; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
    }
  }
}

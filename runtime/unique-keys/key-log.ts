import { closeSync, readSync, writeSync } from 'node:fs';

const BUFFER_BYTES = 1024 * 1024;

/** A key of the log, with its record. */
export interface LoggedKey {
  readonly record: number;
  readonly rule: number;
  readonly key: string;
}

/** Bytes before each key: the record, the rule and the length of the key. */
const HEAD_BYTES = 16;

/** Every key with the number of its record, in a file that only grows. The last part is still in memory. */
export class KeyLog {
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #flushed = 0;
  #used = 0;

  /** @param file the descriptor of an empty file, which the log closes */
  constructor(file: number) {
    this.#file = file;
  }

  /** Number of bytes so far. It is the offset of the next key. */
  get length(): number {
    return this.#flushed + this.#used;
  }

  /** Appends a key. Returns its offset. Throws the system's error. */
  append(rule: number, key: string, record: number): number {
    const offset = this.length;
    // A UTF-16 unit has at most three bytes in UTF-8.
    if (this.#used + HEAD_BYTES + 3 * key.length > BUFFER_BYTES) this.#flush();
    const isLarge = HEAD_BYTES + 3 * key.length > BUFFER_BYTES;
    const at = this.#used + HEAD_BYTES;
    const large = isLarge ? Buffer.from(key) : null;
    const length = large === null ? this.#put(key, at) : large.length;
    this.#buffer.writeDoubleLE(record, this.#used);
    this.#buffer.writeUInt32LE(rule, this.#used + 8);
    this.#buffer.writeUInt32LE(length, this.#used + 12);
    this.#used = large === null ? at + length : at;
    if (large !== null) {
      this.#flush();
      this.#write(large);
    }
    return offset;
  }

  /** Returns the key at an offset. Throws the system's error. */
  read(offset: number): LoggedKey {
    const head = this.#bytes(offset, HEAD_BYTES);
    const key = this.#bytes(offset + HEAD_BYTES, head.readUInt32LE(12)).toString();
    return { record: head.readDoubleLE(0), rule: head.readUInt32LE(8), key };
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#file);
  }

  /** Puts a key into the buffer, which has room for it. Returns its number of bytes. */
  #put(key: string, at: number): number {
    for (let index = 0; index < key.length; index++) {
      const unit = key.charCodeAt(index);
      if (unit > 0x7f) return this.#buffer.write(key, at);
      this.#buffer[at + index] = unit;
    }
    return key.length;
  }

  #flush(): void {
    this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; )
      from += writeSync(this.#file, bytes, from, bytes.length - from, this.#flushed + from);
    this.#flushed += bytes.length;
  }

  /** Returns bytes of the file, or of the part in memory. */
  #bytes(offset: number, length: number): Buffer {
    const out = Buffer.allocUnsafe(length);
    const onDisk = Math.max(0, Math.min(length, this.#flushed - offset));
    for (let from = 0; from < onDisk; ) {
      const read = readSync(this.#file, out, from, onDisk - from, offset + from);
      if (read === 0) throw new Error('the file of the keys of UNIQUE rules is shorter than what was written');
      from += read;
    }
    if (onDisk < length)
      this.#buffer.copy(out, onDisk, offset + onDisk - this.#flushed, offset + length - this.#flushed);
    return out;
  }
}

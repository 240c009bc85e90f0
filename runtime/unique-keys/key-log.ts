import { closeSync, readSync, writeSync } from 'node:fs';

const BUFFER_BYTES = 1024 * 1024;

/** A key of the log, with its record. */
export interface LoggedKey {
  readonly record: number;
  readonly rule: number;
  readonly key: Buffer;
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
  append(rule: number, key: Buffer, record: number): number {
    const offset = this.length;
    const head = Buffer.allocUnsafe(HEAD_BYTES);
    head.writeDoubleLE(record, 0);
    head.writeUInt32LE(rule, 8);
    head.writeUInt32LE(key.length, 12);
    this.#write(head);
    this.#write(key);
    return offset;
  }

  /** Returns the key at an offset. Throws the system's error. */
  read(offset: number): LoggedKey {
    const head = this.#bytes(offset, HEAD_BYTES);
    const key = this.#bytes(offset + HEAD_BYTES, head.readUInt32LE(12));
    return { record: head.readDoubleLE(0), rule: head.readUInt32LE(8), key };
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#file);
  }

  #write(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; ) {
      const copied = bytes.copy(this.#buffer, this.#used, from);
      this.#used += copied;
      from += copied;
      if (this.#used === BUFFER_BYTES) this.#flush();
    }
  }

  #flush(): void {
    for (let from = 0; from < this.#used; )
      from += writeSync(this.#file, this.#buffer, from, this.#used - from, this.#flushed + from);
    this.#flushed += this.#used;
    this.#used = 0;
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

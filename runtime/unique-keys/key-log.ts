import { closeSync, readSync, writeSync } from 'node:fs';
import type { Utf8Key } from '../../compiler/kernel/model/contract.ts';
import { hashKey, type HashSecret } from './key-hash.ts';

const BUFFER_BYTES = 256 * 1024;
/** Bytes before each key: its record (6), its rule (2) and its length (4). */
const HEAD_BYTES = 12;
/** Each key begins at a multiple of this number, so that a reference of 32 bits suffices for 32 GiB. */
const UNIT = 8;
const HALF = 2 ** 32;
/** A text up to this length is encoded without a call of the system's encoder, which is slow for short texts. */
const MAX_SHORT = 64;

/** The maximum size of a log. */
export const MAX_LOG_BYTES = 32 * 1024 ** 3;

/**
 * Every key with the number of its record, in a file that only grows. The last part is still in memory. A key is staged
 * after that part first. It stays there only if it is appended.
 */
export class KeyLog {
  readonly #file: number;
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #view = viewOf(this.#buffer);
  /** Number of bytes in the file, and in the buffer without the staged key. */
  #flushed = 0;
  #used = 0;
  #rule = 0;
  #keyLength = 0;
  #logged = Buffer.allocUnsafe(HEAD_BYTES + MAX_SHORT);

  /** @param file the descriptor of an empty file, which the log closes */
  constructor(file: number) {
    this.#file = file;
  }

  /** Number of bytes with the staged key. */
  get length(): number {
    return this.#flushed + this.#used + HEAD_BYTES + this.#keyLength;
  }

  /** Stages a key. Throws the system's error. */
  stageText(rule: number, key: string): void {
    // A UTF-16 unit has at most three bytes in UTF-8.
    this.#reserve(3 * key.length);
    this.#stage(rule, this.#encode(key, this.#used + HEAD_BYTES));
  }

  /** Stages a key in UTF-8. Throws the system's error. */
  stageBytes(rule: number, { view: bytes, from, to }: Utf8Key): void {
    this.#reserve(to - from);
    const shift = this.#used + HEAD_BYTES - from;
    let at = from;
    for (; at + 4 <= to; at += 4) this.#view.setInt32(at + shift, bytes.getInt32(at, true), true);
    for (; at < to; at++) this.#view.setUint8(at + shift, bytes.getUint8(at));
    this.#stage(rule, to - from);
  }

  /** Returns the hash of the staged key. */
  hash(secret: HashSecret): number {
    const from = this.#used + HEAD_BYTES;
    return hashKey(this.#view, from, from + this.#keyLength, this.#rule, secret);
  }

  /** Appends the staged key. Returns a reference to it, which is not 0. */
  append(record: number): number {
    const view = this.#view;
    const at = this.#used;
    view.setUint32(at, record >>> 0, true);
    view.setUint16(at + 4, record / HALF, true);
    view.setUint16(at + 6, this.#rule, true);
    view.setUint32(at + 8, this.#keyLength, true);
    const reference = (this.#flushed + at) / UNIT + 1;
    this.#used = at + roundUp(HEAD_BYTES + this.#keyLength);
    this.#keyLength = 0;
    return reference;
  }

  /** Returns the record of an appended key if it equals the staged one; otherwise null. Throws the system's error. */
  recordOfEqual(reference: number): number | null {
    const offset = (reference - 1) * UNIT;
    const length = HEAD_BYTES + this.#keyLength;
    const isInMemory = offset >= this.#flushed;
    const logged = isInMemory ? this.#buffer : this.#read(offset, length);
    const at = isInMemory ? offset - this.#flushed : 0;
    if (logged.readUInt16LE(at + 6) !== this.#rule || logged.readUInt32LE(at + 8) !== this.#keyLength) return null;
    const key = this.#used + HEAD_BYTES;
    const difference = this.#buffer.compare(logged, at + HEAD_BYTES, at + length, key, key + this.#keyLength);
    return difference === 0 ? logged.readUInt32LE(at) + logged.readUInt16LE(at + 4) * HALF : null;
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#file);
  }

  /** Makes room for a key of at most `length` bytes in the buffer. */
  #reserve(length: number): void {
    const needed = roundUp(HEAD_BYTES + length) + UNIT;
    if (this.#used + needed <= this.#buffer.length) return;
    this.#flush();
    if (needed <= this.#buffer.length) return;
    this.#buffer = Buffer.allocUnsafe(needed);
    this.#view = viewOf(this.#buffer);
  }

  #stage(rule: number, length: number): void {
    // The hash reads the bytes up to a multiple of four.
    const end = this.#used + HEAD_BYTES + length;
    this.#view.setInt32(end, 0, true);
    this.#rule = rule;
    this.#keyLength = length;
  }

  /** Encodes a text in the buffer, which has room for it. Returns its number of bytes. */
  #encode(key: string, at: number): number {
    if (key.length > MAX_SHORT) return this.#buffer.write(key, at);
    for (let index = 0; index < key.length; index++) {
      const unit = key.charCodeAt(index);
      if (unit > 0x7f) return this.#buffer.write(key, at);
      this.#buffer[at + index] = unit;
    }
    return key.length;
  }

  #flush(): void {
    for (let from = 0; from < this.#used; )
      from += writeSync(this.#file, this.#buffer, from, this.#used - from, this.#flushed + from);
    this.#flushed += this.#used;
    this.#used = 0;
  }

  /** Returns bytes of the file. It may end before the last ones, because a shorter key is the last in the file. */
  #read(offset: number, length: number): Buffer {
    if (length > this.#logged.length) this.#logged = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const bytes = readSync(this.#file, this.#logged, read, length - read, offset + read);
      if (bytes === 0) break;
      read += bytes;
    }
    if (read < HEAD_BYTES) throw new Error('the file of the keys of UNIQUE rules is shorter than what was written');
    return this.#logged;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / UNIT) * UNIT;
}

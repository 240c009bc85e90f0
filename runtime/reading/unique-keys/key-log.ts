import { closeSync, readSync, writeSync } from 'node:fs';
import type { Utf8Key } from '../../../compiler/kernel/model/contract.ts';
import { randomFillSync } from 'node:crypto';

const BUFFER_BYTES = 256 * 1024;
/** Bytes before each key: its record (6), its rule (2) and its length (4). */
const HEAD_BYTES = 12;
const RECORD_BYTES = 6;
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
  readonly #secret = drawSecret();
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #view = viewOf(this.#buffer);
  /** Number of bytes in the file, and in the buffer without the staged key. */
  #flushed = 0;
  #used = 0;
  #rule = 0;
  #keyLength = 0;
  #logged = Buffer.allocUnsafe(HEAD_BYTES + MAX_SHORT);
  /** Where the keys begin that are kept in the buffer. Null: all keys may be moved to the file. */
  #kept: number | null = null;

  /** @param file the descriptor of an empty file, which the log closes */
  constructor(file: number) {
    this.#file = file;
  }

  /** Number of bytes with the staged key. */
  get length(): number {
    return this.#flushed + this.#used + HEAD_BYTES + this.#keyLength;
  }

  /** Stages a key. Returns its hash. Throws the system's error. */
  stageText(rule: number, key: string): number {
    // A UTF-16 unit has at most three bytes in UTF-8.
    this.#reserve(3 * key.length);
    const from = this.#used + HEAD_BYTES;
    const length = this.#encode(key, from);
    const view = this.#view;
    view.setInt32(from + length, 0, true);
    let hash = this.#secret.seed ^ rule;
    for (let at = from; at < from + length; at += 4) hash = addWord(hash, view.getInt32(at, true), this.#secret);
    return this.#stage(rule, hash, length);
  }

  /** Stages a key in UTF-8. Returns its hash. Throws the system's error. */
  stageBytes(rule: number, { view: bytes, from, to }: Utf8Key): number {
    const length = to - from;
    this.#reserve(length);
    const view = this.#view;
    const secret = this.#secret;
    let hash = secret.seed ^ rule;
    let target = this.#used + HEAD_BYTES;
    let at = from;
    for (; at + 4 <= to; at += 4, target += 4) {
      const word = bytes.getInt32(at, true);
      view.setInt32(target, word, true);
      hash = addWord(hash, word, secret);
    }
    if (at < to) {
      view.setInt32(target, 0, true);
      for (let rest = target; at < to; at++, rest++) view.setUint8(rest, bytes.getUint8(at));
      hash = addWord(hash, view.getInt32(target, true), secret);
    }
    return this.#stage(rule, hash, length);
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

  /** From now on, keeps the appended keys in the buffer, so that they can be removed. */
  keep(): void {
    if (this.#used > BUFFER_BYTES / 2) this.#flush();
    this.#kept = this.#used;
  }

  /** Number of bytes since `keep`. */
  get keptBytes(): number {
    return this.#kept === null ? 0 : this.#used - this.#kept;
  }

  /** Ends `keep`. Removes the keys since then if `removes`. */
  endKeeping(removes: boolean): void {
    if (removes && this.#kept !== null) this.#used = this.#kept;
    this.#kept = null;
  }

  /** Returns whether an appended key equals a key that is kept. Throws the system's error. */
  isEqual(reference: number, kept: number): boolean {
    const key = (kept - 1) * UNIT - this.#flushed;
    const length = HEAD_BYTES + this.#view.getUint32(key + 8, true);
    const offset = (reference - 1) * UNIT;
    const isInMemory = offset >= this.#flushed;
    const logged = isInMemory ? this.#buffer : this.#read(offset, length);
    const at = isInMemory ? offset - this.#flushed : 0;
    // The number of the record is not compared: only the rule, the length and the text.
    return this.#buffer.compare(logged, at + RECORD_BYTES, at + length, key + RECORD_BYTES, key + length) === 0;
  }

  /** Closes the file. */
  close(): void {
    closeSync(this.#file);
  }

  /** Makes room for a key of at most `length` bytes in the buffer. */
  #reserve(length: number): void {
    const needed = roundUp(HEAD_BYTES + length) + UNIT;
    if (this.#used + needed <= this.#buffer.length) return;
    if (this.#kept === null) this.#flush();
    if (this.#used + needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#used + needed);
    this.#buffer.copy(larger, 0, 0, this.#used);
    this.#buffer = larger;
    this.#view = viewOf(larger);
  }

  #stage(rule: number, words: number, length: number): number {
    this.#rule = rule;
    this.#keyLength = length;
    return finishHash(words, length);
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

/** The secret numbers of a run, which make its hashes unpredictable. Both multipliers are odd. */
interface HashSecret {
  readonly seed: number;
  readonly first: number;
  readonly second: number;
}

/** Draws the secret of a run. */
function drawSecret(): HashSecret {
  const [seed = 0, first = 0, second = 0] = randomFillSync(new Int32Array(3));
  return { seed, first: first | 1, second: second | 1 };
}

/**
 * Adds the next four bytes of a key to its hash, which begins as the seed combined with the number of the rule. The last
 * bytes are followed by zeros. It is MurmurHash3 with secret multipliers. Equal hashes are confirmed elsewhere, so the
 * hash affects only the speed.
 */
function addWord(hash: number, bytes: number, { first, second }: HashSecret): number {
  const word = Math.imul(bytes, first);
  const mixed = hash ^ Math.imul((word << 15) | (word >>> 17), second);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0x6546b64) | 0;
}

/** Returns the hash of a key of `length` bytes, a number of 32 bits. */
function finishHash(words: number, length: number): number {
  let hash = words ^ length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

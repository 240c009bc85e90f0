import { ByteWindow } from '../bytes/window.ts';
import type { ByteInput } from './byte-input.ts';

/**
 * Creates the input of a UTF-8 file, from its beginning or from a resume position. The bytes are added to `window`, or
 * to a new window if it is missing.
 */
export function createUtf8Bytes(from: { byteOffset: number } | undefined, window?: ByteWindow): ByteInput {
  const start = from ?? { byteOffset: 0 };
  return new Utf8Input(start, window ?? new ByteWindow(start.byteOffset));
}

const BOM = [0xef, 0xbb, 0xbf];

/** UTF-8 needs no decoding. Only a byte order mark at the beginning of the file is skipped. */
class Utf8Input implements ByteInput {
  readonly window: ByteWindow;
  readonly encoding = 'UTF-8';
  readonly isDecoded = false;
  /** The first bytes of the file, as long as they may still become a byte order mark. Null after that. */
  #head: Uint8Array | null;

  constructor(from: { byteOffset: number }, window: ByteWindow) {
    this.window = window;
    this.#head = from.byteOffset > 0 ? null : new Uint8Array(0);
  }

  add(chunk: Uint8Array): void {
    if (this.#head === null) this.window.add(chunk);
    else this.#begin(this.#head, chunk);
  }

  finish(): void {
    if (this.#head !== null) this.window.add(this.#head);
    this.#head = null;
  }

  offsetOf(at: number): number {
    return this.window.base + at;
  }

  #begin(head: Uint8Array, chunk: Uint8Array): void {
    const bytes = new Uint8Array(head.length + chunk.length);
    bytes.set(head);
    bytes.set(chunk, head.length);
    const isMark = BOM.every((byte, index) => index >= bytes.length || bytes[index] === byte);
    if (isMark && bytes.length < BOM.length) {
      this.#head = bytes;
      return;
    }
    this.#head = null;
    this.window.add(bytes);
    if (isMark) this.window.at = BOM.length;
  }
}

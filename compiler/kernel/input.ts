import { ByteWindow } from './window.ts';

/** The file as UTF-8, whatever its encoding, with the way back to the bytes that were sent. */
export interface ByteInput {
  readonly window: ByteWindow;
  /** What the encoding is called in messages. */
  readonly encoding: string;
  /** Takes undecoded bytes. */
  add(chunk: Uint8Array): void;
  /** No more bytes will come: what is left of an unfinished character is malformed. */
  finish(): void;
  /** Offset in the undecoded file of the line that begins at `at` in the window and is the `line`th of the file, from 1. */
  offsetOf(at: number, line: number): number;
}

/** A file in UTF-8, from its beginning or from a position on. */
export function utf8Input(from: { byteOffset: number } | undefined): ByteInput {
  return new Utf8Input(from ?? { byteOffset: 0 });
}

/** A file in UTF-8: read as it comes; only a byte order mark at its beginning is dropped. */
class Utf8Input implements ByteInput {
  readonly window: ByteWindow;
  readonly encoding = 'UTF-8';
  #begun: boolean;

  constructor(from: { byteOffset: number }) {
    this.window = new ByteWindow(from.byteOffset);
    this.#begun = from.byteOffset > 0;
  }

  add(chunk: Uint8Array): void {
    this.window.add(chunk);
    if (!this.#begun && this.window.end >= 3) this.#begin();
  }

  finish(): void {
    if (!this.#begun) this.#begin();
  }

  offsetOf(at: number): number {
    return this.window.base + at;
  }

  #begin(): void {
    this.#begun = true;
    const { bytes, end } = this.window;
    if (end >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.window.at = 3;
  }
}

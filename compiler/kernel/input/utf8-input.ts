import { ByteWindow } from '../bytes/window.ts';

/** The file as UTF-8, whatever its encoding, with the way back to the bytes that were sent. */
export interface ByteInput {
  readonly window: ByteWindow;
  /** What the encoding is called in messages. */
  readonly encoding: string;
  /** Whether the window holds other bytes than the file. */
  readonly isDecoded: boolean;
  /** Takes undecoded bytes. */
  add(chunk: Uint8Array): void;
  /** No more bytes will come: what is left of an unfinished character is malformed. */
  finish(): void;
  /** Offset in the undecoded file of the line that begins at `at` in the window and is the `line`th of the file, from 1. */
  offsetOf(at: number, line: number): number;
  /** How the bytes of a line, from 1, are to be taken: the escape sequence that is in force where it begins, in an encoding that has such; else nothing. */
  modeOf?(line: number): string;
}

/** Where the lines of a file begin, learnt from its undecoded bytes as they come. */
export interface SourceOffsets {
  add(chunk: Uint8Array): void;
  /** No more bytes will come. */
  finish(): void;
  /** Offset in the file of a line, from 1; asked with rising numbers. */
  offsetOf(line: number): number;
  /** See ByteInput; asked with rising numbers. */
  modeOf?(line: number): string;
}

/** Where reading begins: so many bytes and lines of the file stand before. */
export interface From {
  byteOffset: number;
  line: number;
  /** What a position remembers; see ByteInput for its `mode`. */
  state?: unknown;
}

/** A file in UTF-8, from its beginning or from a position on. */
export function utf8Input(from: { byteOffset: number } | undefined): ByteInput {
  return new Utf8Input(from ?? { byteOffset: 0 });
}

const BOM = [0xef, 0xbb, 0xbf];

/** A file in UTF-8: read as it comes; only a byte order mark at its beginning is dropped. */
class Utf8Input implements ByteInput {
  readonly window: ByteWindow;
  readonly encoding = 'UTF-8';
  readonly isDecoded = false;
  /** First bytes that may become a byte order mark; null once that is settled. */
  #head: Uint8Array | null;

  constructor(from: { byteOffset: number }) {
    this.window = new ByteWindow(from.byteOffset);
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

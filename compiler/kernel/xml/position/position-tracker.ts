import type { ByteWindow } from '../../bytes/window.ts';
import { CR, LF } from '../../bytes/ascii.ts';
import type { LineCounter } from './line-counter.ts';

/** A position in the file: the number of lines before it, and the number of characters before it on its line. */
export interface TextPosition {
  line: number;
  column: number;
}

/**
 * Tracks the line and column of a position in a window that is read forward. Both count from 0. A line ends with LF,
 * CRLF or CR.
 */
export class PositionTracker {
  line: number;
  column: number;
  readonly #window: ByteWindow;
  /** The window's offset of the position whose `line` and `column` are known. */
  #offset: number;
  #isAfterCr = false;

  constructor(window: ByteWindow, { line, column }: TextPosition) {
    this.#window = window;
    this.#offset = window.base + window.at;
    this.line = line;
    this.column = column;
  }

  /** Moves the position forward to an index of the window, and returns its line and column as a text, from 1. */
  describe(to: number): string {
    this.goTo(to);
    return `line ${this.line + 1}, column ${this.column + 1}`;
  }

  /** Moves the position forward to an index of the window. Does nothing if the index is before the position. */
  goTo(to: number): void {
    const { bytes, base } = this.#window;
    const from = this.#offset - base;
    if (to <= from) return;
    let lineStart = -1;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > CR) continue;
      if (byte === CR || (byte === LF && !(at > from ? bytes[at - 1] === CR : this.#isAfterCr))) this.line++;
      if (byte === CR || byte === LF) lineStart = at + 1;
    }
    if (lineStart >= 0) this.column = 0;
    this.#countCharacters(Math.max(lineStart, from), to);
    this.#isAfterCr = bytes[to - 1] === CR;
    this.#offset = base + to;
  }

  /**
   * Moves the position forward to an index after the `>` of a tag. The counter has counted the lines of the bytes in
   * between.
   */
  skipTo(to: number, { lines, lineStart, continuationBytes }: LineCounter): void {
    const at = this.#window.base + to;
    this.line += lines;
    this.column = (lines > 0 ? to - lineStart : this.column + at - this.#offset) - continuationBytes;
    this.#isAfterCr = false;
    this.#offset = at;
  }

  /**
   * Moves the position forward to the window's index. Required before bytes are added, because the window then drops
   * those that have been read.
   */
  countConsumed(): void {
    this.goTo(this.#window.at);
  }

  #countCharacters(from: number, to: number): void {
    const { bytes } = this.#window;
    for (let at = from; at < to; at++) {
      if (((bytes[at] ?? 0) & 0xc0) !== 0x80) this.column++;
    }
  }
}

import type { ByteWindow } from '../../bytes/window.ts';
import { CR, LF } from '../../bytes/ascii.ts';
import type { LineCounter } from './line-counter.ts';

/** A position in the file: the number of lines before it, and the number of characters before it on its line. */
export interface TextPosition {
  line: number;
  column: number;
}

/** Tracks line and column in a window that is read forward. A line ends with LF, CRLF or CR. */
export class PositionTracker {
  line: number;
  column: number;
  readonly #window: ByteWindow;
  /** The offset that `line` and `column` belong to, as an offset of the window. */
  #offset: number;
  #isAfterCr = false;

  constructor(window: ByteWindow, { line, column }: TextPosition) {
    this.#window = window;
    this.#offset = window.base + window.at;
    this.line = line;
    this.column = column;
  }

  /** Advances to an index of the window. An index before the current position is ignored. */
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

  /** Advances to an index after the `>` of a tag, using the lines that a fast reader has counted. */
  skipTo(to: number, { lines, lineStart, continuationBytes }: LineCounter): void {
    const at = this.#window.base + to;
    this.line += lines;
    this.column = (lines > 0 ? to - lineStart : this.column + at - this.#offset) - continuationBytes;
    this.#isAfterCr = false;
    this.#offset = at;
  }

  /** Advances to the window's index. Required before bytes leave the window. */
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

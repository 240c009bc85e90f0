import type { ByteWindow } from '../../bytes/window.ts';
import { CR, LF } from '../../bytes/ascii.ts';
import type { LineCounter } from './line-counter.ts';

/** A place in the file: line ends before it, and characters before it on its line. */
export interface TextPosition {
  line: number;
  column: number;
}

/** Counts lines and columns in a window that is read forward. LF, CRLF and CR end a line. */
export class PositionTracker {
  line: number;
  column: number;
  readonly #window: ByteWindow;
  /** What `line` and `column` tell of, as an offset of the window's bytes. */
  #offset: number;
  #isBehindCr = false;

  constructor(window: ByteWindow, { line, column }: TextPosition) {
    this.#window = window;
    this.#offset = window.base + window.at;
    this.line = line;
    this.column = column;
  }

  /** Counts on to a place. One that lies before the last is taken for that. */
  goTo(to: number): void {
    const { bytes, base } = this.#window;
    const from = this.#offset - base;
    if (to <= from) return;
    let lineStart = -1;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > CR) continue;
      if (byte === CR || (byte === LF && !(at > from ? bytes[at - 1] === CR : this.#isBehindCr))) this.line++;
      if (byte === CR || byte === LF) lineStart = at + 1;
    }
    if (lineStart >= 0) this.column = 0;
    this.#countCharacters(Math.max(lineStart, from), to);
    this.#isBehindCr = bytes[to - 1] === CR;
    this.#offset = base + to;
  }

  /** Goes to a place behind the `>` of a tag; the lines up to there have been counted. */
  skipTo(to: number, { lines, lineStart, continuationBytes }: LineCounter): void {
    const at = this.#window.base + to;
    this.line += lines;
    this.column = (lines > 0 ? to - lineStart : this.column + at - this.#offset) - continuationBytes;
    this.#isBehindCr = false;
    this.#offset = at;
  }

  /** Counts all that has been read: it is about to leave the window. */
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

import { CR, LF } from '../bytes/ascii.ts';
import type { OtherLines } from '../model/fast-source.ts';

const SPACE = 32;
const MAX_ASCII = 127;

/** The values of the lines that are records, at these characters. `start` counts from 1. */
interface Selected {
  readonly start: number;
  readonly length: number;
  readonly values: readonly string[];
}

/** Finds lines that `recordWhen` does not select in their bytes. */
export function createOtherLines({ start, length, values }: Selected, maxRecordBytes: number): OtherLines {
  const words = values
    .filter((value) => value.length === length)
    .map((value) => new TextEncoder().encode(value))
    .filter((word) => word.length === length);
  return new OtherFixedWidthLines({ start: start - 1, length, words, maxRecordBytes });
}

interface Selection {
  /** Where the value begins, in characters from 0. */
  readonly start: number;
  readonly length: number;
  readonly words: readonly Uint8Array[];
  readonly maxRecordBytes: number;
}

class OtherFixedWidthLines implements OtherLines {
  readonly #selection: Selection;

  constructor(selection: Selection) {
    this.#selection = selection;
  }

  /** The line must be ASCII up to the end of the value, and not blank up to there. */
  endOf(bytes: Uint8Array, from: number, limit: number): number {
    const { start, length, words, maxRecordBytes } = this.#selection;
    // Most lines are records: this is the only test for them.
    for (const word of words) if (isAt(bytes, from + start, word)) return -1;
    const valueEnd = from + start + length;
    let isBlank = true;
    let at = from;
    for (; at < valueEnd && at < limit; at++) {
      const byte = bytes[at] as number;
      if (byte === LF || byte === CR) break;
      if (byte === 0 || byte > MAX_ASCII) return -1;
      if (byte > SPACE) isBlank = false;
    }
    while (at < limit && bytes[at] !== LF && bytes[at] !== CR) at++;
    if (isBlank || at >= limit || at - from > maxRecordBytes) return -1;
    return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
  }
}

function isAt(bytes: Uint8Array, from: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[from + i] !== word[i]) return false;
  return true;
}

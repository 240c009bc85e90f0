import { createCodePointTable } from './code-point-classes.ts';
import { readRows } from './matcher.ts';

/** The automaton of a REGEX over bytes. States are places in `rows`: a step is `rows[state + classes[byte]]`, and state 0 is left no more. */
export interface ByteMatcher {
  /** The classes of bytes of ASCII; those of other bytes mean nothing. */
  readonly classes: Uint16Array;
  readonly rows: Uint16Array | Int32Array;
  /** 1 for each state in which a text may end. */
  readonly ends: Uint8Array;
  /** The state behind well-formed UTF-8 that stands from one place to another. */
  run(bytes: Uint8Array, from: number, to: number): number;
}

/** Makes the same test as `createMatcher`, for bytes. */
export function createByteMatcher(classes: string, rows: string): ByteMatcher {
  const { ascii, of } = createCodePointTable(classes);
  const { width, table: wide, accepting } = readRows(rows, classes === '' ? 1 : classes.split('/').length + 1);
  // V8 need not see to it whether such numbers are small.
  const table = wide.length <= 0x10000 ? Uint16Array.from(wide) : Int32Array.from(wide);
  const ends = new Uint8Array(table.length);
  accepting.forEach((ending, state) => (ends[state * width] = ending));
  const byteClasses = new Uint16Array(256);
  byteClasses.set(ascii);
  return { classes: byteClasses, rows: table, ends, run };

  function run(bytes: Uint8Array, from: number, to: number): number {
    let row = width;
    for (let i = from; i < to && row !== 0; i++) {
      let point = bytes[i] as number;
      if (point < 0x80) row = table[row + (ascii[point] as number)] as number;
      else {
        if (point < 0xe0) point = ((point & 0x1f) << 6) | ((bytes[++i] as number) & 0x3f);
        else if (point < 0xf0)
          point = ((point & 0x0f) << 12) | (((bytes[++i] as number) & 0x3f) << 6) | ((bytes[++i] as number) & 0x3f);
        else
          point =
            ((point & 0x07) << 18) |
            (((bytes[++i] as number) & 0x3f) << 12) |
            (((bytes[++i] as number) & 0x3f) << 6) |
            ((bytes[++i] as number) & 0x3f);
        row = table[row + of(point)] as number;
      }
    }
    return row;
  }
}

import { createCodePointTable } from './code-point-classes.ts';
import { parseRows } from './matcher.ts';

/**
 * The automaton of a REGEX rule for UTF-8 bytes. A state is an index into `rows`. For an ASCII byte, the next state is
 * `rows[state + classes[byte]]`. State 0 rejects the text and has no way out.
 */
export interface ByteMatcher {
  /** The character class of each ASCII byte. The elements for other bytes are not used. */
  readonly classes: Uint16Array;
  readonly rows: Uint16Array | Int32Array;
  /** 1 at each state in which the text matches if it ends there, else 0. */
  readonly ends: Uint8Array;
  /**
   * Runs the automaton on well-formed UTF-8 from index `from` up to, but not including, `to`. Returns the last state.
   */
  run(bytes: Uint8Array, from: number, to: number): number;
}

/** Creates an automaton for bytes. The arguments are those of `createMatcher`. */
export function createByteMatcher(classes: string, rows: string): ByteMatcher {
  const { ascii, of } = createCodePointTable(classes);
  const { width, table: wideTable, accepting } = parseRows(rows, classes === '' ? 1 : classes.split('/').length + 1);
  // With unsigned 16-bit elements, V8 needs no check for small integers.
  const table = wideTable.length <= 0x10000 ? Uint16Array.from(wideTable) : Int32Array.from(wideTable);
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

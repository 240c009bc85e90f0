import { createCodePointTable } from './code-point-classes.ts';
import { readRows } from './matcher.ts';

/** The same test as `createMatcher` makes, for well-formed UTF-8 that stands from one place to another. */
export function createByteMatcher(classes: string, rows: string): (bytes: Uint8Array, from: number, to: number) => boolean {
  const { ascii, of } = createCodePointTable(classes);
  const { width, table, accepting } = readRows(rows, classes === '' ? 1 : classes.split('/').length + 1);
  return (bytes, from, to) => {
    let row = width;
    for (let i = from; i < to; i++) {
      let point = bytes[i] as number;
      if (point < 0x80) row = table[row + (ascii[point] as number)] as number;
      else {
        if (point < 0xe0) point = ((point & 0x1f) << 6) | ((bytes[++i] as number) & 0x3f);
        else if (point < 0xf0) point = ((point & 0x0f) << 12) | (((bytes[++i] as number) & 0x3f) << 6) | ((bytes[++i] as number) & 0x3f);
        else point = ((point & 0x07) << 18) | (((bytes[++i] as number) & 0x3f) << 12) | (((bytes[++i] as number) & 0x3f) << 6) | ((bytes[++i] as number) & 0x3f);
        row = table[row + of(point)] as number;
      }
      if (row === 0) return false;
    }
    return accepting[row / width] === 1;
  };
}

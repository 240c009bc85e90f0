import { BLANK } from '../bytes/ascii.ts';
import { CellReader } from './cell-reader.ts';

const BACKSLASH = 0x5c;

/**
 * Reads cells that end with a NUL, because the generated reader writes one after each value before it calls a method.
 * A format overrides `copy` to decode what the value contains, such as escapes.
 */
export abstract class EndedCellReader extends CellReader {
  constructor() {
    super('\0', '', '');
  }

  abstract override copy(input: Uint8Array, at: number, output: Uint8Array, length: number): number;

  /** Returns -1 also if the text begins or ends with a blank other than a space, or might do so. */
  override copyTrimmed(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    let from = at;
    while (input[from] === BLANK) from++;
    const end = this.copy(input, from, output, length);
    let to = end;
    while (to > length + 1 && output[to - 1] === BLANK) to--;
    const first = output[length + 1] as number;
    if (
      to > length + 1 &&
      (first === BLANK ||
        first === BACKSLASH ||
        first >= 0x80 ||
        (output[to - 1] as number) >= 0x80 ||
        output[to - 2] === BACKSLASH)
    )
      return -1;
    this.codePoints -= end - to;
    this.isTrimmed = from > at || to < end;
    return to;
  }
}

import type { Product } from './product.ts';

/** Finds texts that some matchers accept and others do not. */
export interface TextFinder {
  /** The lengths of such texts in code points, ascending, up to the limit of the finder. */
  readonly lengths: readonly number[];
  /**
   * Returns such a text of a length, or null if there is none. Values of `turn` from 0 give different texts as far as
   * possible.
   */
  textOf(length: number, turn?: number): string | null;
}

const MAX_WORK = 20_000_000;

/**
 * Creates a finder for texts of up to `longest` code points that matcher i accepts if and only if `wanted[i]` is true.
 */
export function findTexts(product: Product, wanted: readonly boolean[], longest: number): TextFinder {
  const width = product.letters.length;
  const bound = Math.min(longest, Math.floor(MAX_WORK / Math.max(1, product.table.length)));
  const ends = product.accepting.map((accepting) => wanted.every((want, i) => accepting[i] === want));
  // reaches[n][state]: whether some text of n more characters leads from the state to a wanted end.
  const reaches: boolean[][] = [ends];
  for (let n = 1; n <= bound; n++) {
    const before = reaches[n - 1] ?? [];
    reaches.push(ends.map((_, state) => someLetter(product, state, (target) => before[target] === true)));
  }
  const lengths = [...reaches.keys()].filter((n) => reaches[n]?.[0] === true);
  const textOf = (length: number, turn = 0): string | null => {
    if (reaches[length]?.[0] !== true) return null;
    let text = '';
    for (let state = 0, left = length; left > 0; left--) {
      const open = [...product.letters.keys()].filter(
        (letter) => reaches[left - 1]?.[product.table[state * width + letter] ?? 0] === true,
      );
      const index = length - left + turn;
      const letter = open[turn < open.length ? turn : 0] ?? 0;
      const { characters = [] } = product.letters[letter] ?? {};
      text += characters[index % Math.max(1, characters.length)] ?? '';
      state = product.table[state * width + letter] ?? 0;
    }
    return text;
  };
  return { lengths, textOf };
}

function someLetter({ letters, table }: Product, state: number, test: (target: number) => boolean): boolean {
  for (let letter = 0; letter < letters.length; letter++) {
    if (test(table[state * letters.length + letter] ?? 0)) return true;
  }
  return false;
}

import type { Product } from './product.ts';

/** Finds texts that some matchers accept and others reject. */
export interface TextFinder {
  /**
   * The lengths for which a text exists, in code points, ascending. Lengths above the limit of the finder are omitted.
   */
  readonly lengths: readonly number[];
  /**
   * Returns a text of this length in code points, or null if there is none. Different values of `turn`, from 0, return
   * different texts if possible.
   */
  textOf(length: number, turn?: number): string | null;
}

const MAX_WORK = 20_000_000;

/**
 * Creates a finder for texts that matcher i accepts if `wanted[i]` is true, and rejects if it is false. It finds texts
 * of up to `longest` code points, or fewer if the automaton is large.
 */
export function findTexts(product: Product, wanted: readonly boolean[], longest: number): TextFinder {
  const width = product.letters.length;
  const bound = Math.min(longest, Math.floor(MAX_WORK / Math.max(1, product.table.length)));
  const ends = product.accepting.map((accepting) => wanted.every((want, i) => accepting[i] === want));
  // reaches[n][state] is true if n more characters can lead from the state to a wanted text.
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

import type { Product } from './product.ts';

/** Finds texts that some matchers take and others do not. */
export interface TextFinder {
  /** The lengths in code points, up to the finder's bound, of which there is such a text; ascending. */
  readonly lengths: readonly number[];
  /** Such a text of that length; different ones for `turn` 0, 1, 2, … as far as there are. Null where there is none. */
  textOf(length: number, turn?: number): string | null;
}

const MOST_WORK = 20_000_000;

/** A finder of the texts of up to `longest` code points that matcher i takes where `wanted[i]` is true, and does not where it is false. */
export function findTexts(product: Product, wanted: readonly boolean[], longest: number): TextFinder {
  const width = product.letters.length;
  const bound = Math.min(longest, Math.floor(MOST_WORK / Math.max(1, product.table.length)));
  const ends = product.accepting.map((accepting) => wanted.every((want, i) => accepting[i] === want));
  // reaches[n][state]: whether a text of n more characters leads from the state to an end.
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
      const place = length - left + turn;
      const letter = open[turn < open.length ? turn : 0] ?? 0;
      const { characters = [] } = product.letters[letter] ?? {};
      text += characters[place % Math.max(1, characters.length)] ?? '';
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

import type { KindLine } from './kinds.ts';
import type { TrailerScope } from './scopes.ts';
import type { NumberRange } from './total.ts';

export const MIN_DIGITS = 3;
export const MAX_DIGITS = 15;
/** The minimum number of digits of a number that is not a part of a longer one by chance. */
const SURE_DIGITS = 9;
/** The maximum number of places of one number. */
const MAX_PLACES = 100;
/** The maximum number of characters of a line in which numbers are searched. */
export const MAX_WIDTH = 1_000;

/** Finds numbers in the trailers of a type. */
export interface TrailerNumbers {
  /**
   * Returns the places at which each trailer has its number. A short number without zeros before it may be a part of a
   * longer one, so at least one trailer has a zero before its number. Empty if all numbers are 0.
   */
  find(numbers: readonly number[]): NumberRange[];
}

/** Prepares the search for numbers in the trailers of scopes. `kind` is their record type. */
export function createTrailerNumbers(kind: string, scopes: readonly TrailerScope<KindLine>[]): TrailerNumbers {
  const texts = scopes.map(({ trailer }) => trailer.text);
  const width = Math.min(MAX_WIDTH, ...texts.map(({ length }) => length));
  const first = kind.length + countRepeated(kind.length, scopes);
  // The places of each number in a trailer. Most numbers that are searched are not in it.
  const known = new Map<number, Map<number, number[]>>();
  const endsOf = (index: number) => {
    const ends = known.get(index) ?? indexNumbers(texts[index]?.slice(0, width) ?? '', first);
    known.set(index, ends);
    return ends;
  };
  return {
    find(numbers) {
      const index = numbers.findIndex((number) => number > 0);
      const longest = Math.max(...numbers.map((number) => (number === 0 ? 1 : String(number).length)));
      return (endsOf(index).get(numbers[index] ?? 0) ?? []).flatMap((end): NumberRange[] => {
        let start = first;
        for (const [at, text] of texts.entries()) {
          const begin = startOf(text, { end, number: numbers[at] ?? 0, first });
          if (begin === null) return [];
          start = Math.max(start, begin);
        }
        const digits = end - longest;
        return end - start >= MIN_DIGITS && (start < digits || longest >= SURE_DIGITS)
          ? [{ kind, start: Math.max(start, end - MAX_DIGITS), end, digits }]
          : [];
      });
    },
  };
}

/**
 * Returns the length of the code after the record type that each trailer repeats from the record that opens its scope. It
 * is no part of a number. A code has at least two characters.
 */
function countRepeated(from: number, scopes: readonly TrailerScope<KindLine>[]): number {
  let at = from;
  const isEqual = ({ trailer, opener }: TrailerScope<KindLine>) =>
    opener !== null && at < trailer.text.length && trailer.text[at] === opener.text[at] && trailer.text[at] !== ' ';
  while (scopes.every(isEqual)) at++;
  return at - from > 1 ? at - from : 0;
}

/** Returns where each number of a text ends, for all its digits that do not begin with 0. */
function indexNumbers(text: string, first: number): Map<number, number[]> {
  const ends = new Map<number, number[]>();
  for (let start = first; start < text.length; start++) {
    if (text[start] === '0') continue;
    for (let end = start + 1; end <= Math.min(text.length, start + MAX_DIGITS); end++) {
      if (!/\d/.test(text[end - 1] ?? '')) break;
      const number = Number(text.slice(start, end));
      const known = ends.get(number);
      if (known === undefined) ends.set(number, [end]);
      else if (known.length < MAX_PLACES) known.push(end);
    }
  }
  return ends;
}

/** Returns where a number with leading zeros begins that ends at `end`. Null if there is another number. */
function startOf(
  trailer: string,
  { end, number, first }: { end: number; number: number; first: number },
): number | null {
  const text = number === 0 ? '' : String(number);
  const begin = end - text.length;
  if (begin < first || trailer.slice(begin, end) !== text) return null;
  let zeros = 0;
  while (begin - zeros > first && trailer[begin - zeros - 1] === '0') zeros++;
  return begin - zeros;
}

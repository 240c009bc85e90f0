import type { KindLine } from './kinds.ts';
import { MAX_DIGITS, MAX_WIDTH, MIN_DIGITS, type TrailerNumbers } from './numbers.ts';
import { findPartitions } from './partitions.ts';
import type { TrailerScope } from './scopes.ts';
import type { PlacedType } from './structure.ts';
import type { FoundTotal, LineRange } from './total.ts';
import { amountOf, countDigits, type FoundSum, MORE_DIGITS, type Wanted, widen } from './wanted.ts';

/** A smaller sum is found in many numbers by chance. */
const MIN_SUM = 100;
/**
 * The number of addends and of digits without final zeros, together. A sum of two addends such as 100000 is found between
 * zeros by chance. Numbers that follow other digits without a zero between them need more digits.
 */
const MIN_EVIDENCE = 5;
const MIN_DIGITS_ALONE = 6;

interface Trailers {
  readonly scopes: readonly TrailerScope<KindLine>[];
  readonly numbers: TrailerNumbers;
}

/** Finds the sums of parts of lines in a trailer, the least accidental first. */
export function findSums({ node }: PlacedType, types: readonly PlacedType[], { scopes, numbers }: Trailers): Wanted[] {
  const kinds = types.filter((one) => !one.node.isOnce).map((one) => one.node.kind);
  const found = kinds.flatMap((kind) => {
    const own = scopes.map(({ lines }) => lines.filter((line) => line.kind === kind).map(({ text }) => text));
    if (own.every(({ length }) => length === 0) || kind === node.kind) return [];
    return [...findWhole(kind, own, numbers), ...findPartitions(kind, own, numbers)];
  });
  // The longest number is the least likely to be equal by chance.
  return found
    .sort((one, other) => other.digits - one.digits || other.length - one.length || other.end - one.end)
    .map((one) => ({ ...one, places: one.places.map((place) => widen(place, one.length + MORE_DIGITS)) }));
}

/** Finds sums of all lines of a kind. */
function findWhole(kind: string, own: readonly (readonly string[])[], numbers: TrailerNumbers): FoundSum[] {
  const all = own.flat();
  const addends = Math.max(...own.map(({ length }) => length));
  if (addends < 2) return [];
  return digitRanges(kind, all).flatMap((sum): FoundSum[] => {
    const sums = own.map((texts) => texts.reduce((total, text) => total + Number(text.slice(sum.start, sum.end)), 0));
    if (sums.every((one) => one < MIN_SUM) || !sums.every(Number.isSafeInteger)) return [];
    const digits = countDigits(sums);
    const isPadded = all.every((text) => !/[1-9]/.test(text[sum.start] ?? '') || !/\d/.test(text[sum.start - 1] ?? ''));
    if (digits + (isPadded ? addends : 0) < (isPadded ? MIN_EVIDENCE : MIN_DIGITS_ALONE)) return [];
    const places = numbers.find(sums);
    if (places.length === 0) return [];
    // Amounts are rarely so large that they have fewer than two leading zeros.
    const isHash = !all.every((text) => text.startsWith('00', sum.start));
    const of: FoundTotal['of'] = { sum, where: null, what: isHash ? { kind: 'HASH' } : amountOf(sum, all) };
    return [{ places, of, digits, length: sum.end - sum.start, end: sum.end }];
  });
}

/** Returns the parts of lines that have only digits in all of them. */
function digitRanges(kind: string, texts: readonly string[]): LineRange[] {
  const width = Math.min(MAX_WIDTH, ...texts.map(({ length }) => length));
  const areDigits = Array.from({ length: width }, (_, at) => texts.every((text) => /\d/.test(text[at] ?? '')));
  const ranges: LineRange[] = [];
  for (let start = kind.length; start < width; start++)
    for (let end = start + 1; end <= Math.min(width, start + MAX_DIGITS) && areDigits[end - 1] === true; end++)
      if (end - start >= MIN_DIGITS) ranges.push({ kind, start, end });
  return ranges;
}

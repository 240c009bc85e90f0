import { FILLER, type KindLine } from './kinds.ts';
import { findScopes, type TrailerScope } from './scopes.ts';
import type { PlacedType } from './structure.ts';
import type { CodeWhere, FoundTotal, LineRange, NumberRange } from './total.ts';

const MIN_DIGITS = 3;
const MAX_DIGITS = 15;
/** The usual width of a count, and by how much a total is wider than what it adds up. Zeros before it are not its own. */
const COUNT_DIGITS = 8;
const MORE_DIGITS = 2;
/** A smaller sum is found in many numbers by chance. */
const MIN_SUM = 100;
/**
 * The number of addends and of digits without final zeros, together. A sum of two addends such as 100000 is found between
 * zeros by chance. Numbers that follow other digits without a zero between them need more digits.
 */
const MIN_EVIDENCE = 5;
const MIN_DIGITS_ALONE = 6;
/** Totals are searched in the first lines. The draft is then tested with all of them. */
const MAX_LINES = 2_000;
const MAX_CODES = 8;

/** Finds the control totals in a trailer: sums first, then counts. Each holds in all scopes of the sample. */
export function findTotals(type: PlacedType, types: readonly PlacedType[], lines: readonly KindLine[]): FoundTotal[] {
  const scopes = findScopes(type, lines.slice(0, MAX_LINES));
  if (scopes.length === 0) return [];
  const sums = findSums(type, types, scopes);
  const counts = findCounts(type, types, scopes);
  return separate([...sums, ...counts]);
}

/** Returns the totals whose numbers do not overlap, the first ones first. Leading zeros belong to the number before. */
function separate(totals: readonly FoundTotal[]): FoundTotal[] {
  const kept: FoundTotal[] = [];
  for (const { total, of } of totals)
    if (kept.every((one) => one.total.end <= total.digits || one.total.digits >= total.end)) kept.push({ total, of });
  return kept.map(({ total, of }) => {
    const before = kept.map((one) => one.total.end).filter((end) => end <= total.digits);
    return { total: { ...total, start: Math.max(total.start, ...before) }, of };
  });
}

function findCounts(
  { node, parent }: PlacedType,
  types: readonly PlacedType[],
  scopes: readonly TrailerScope<KindLine>[],
): FoundTotal[] {
  const present = new Set(scopes.flatMap(({ lines }) => lines.map(({ kind }) => kind)));
  const inside = types.filter((one) => present.has(one.node.kind) && one.node.kind !== FILLER);
  const framed = inside.filter((one) => !one.node.isOnce);
  const details = framed.filter((one) => one.node.inside.every(({ isTrailer }) => !isTrailer));
  const groups = framed.filter((one) => one.parent === parent && one.node.inside.some(({ isTrailer }) => isTrailer));
  const header = inside.filter((one) => one.node.isOnce && one.parent === null);
  const sets = [groups, details, inside.filter((one) => !header.includes(one)), ...details.map((one) => [one])];
  const found = sets.flatMap((set): FoundTotal[] => {
    const kinds = set.map((one) => one.node.kind);
    if (kinds.length === 0) return [];
    const counts = scopes.map(({ lines }) => lines.filter(({ kind }) => kinds.includes(kind)).length);
    // One record is found in many numbers by chance, so its place must follow the record type.
    const isClear = counts.some((count) => count > 1);
    return findNumbers(node.kind, scopes, counts)
      .slice(0, 1)
      .filter(({ start, kind }) => isClear || start === kind.length)
      .map((total) => ({
        total: { ...total, start: Math.max(total.start, total.end - COUNT_DIGITS) },
        of: { kinds, isSmall: counts.every((count) => count < 10) },
      }));
  });
  return found.filter(({ total }, index) => found.findIndex((one) => one.total.end === total.end) === index);
}

function findSums(
  { node }: PlacedType,
  types: readonly PlacedType[],
  scopes: readonly TrailerScope<KindLine>[],
): FoundTotal[] {
  const kinds = types.map((one) => one.node.kind).filter((kind) => kind !== FILLER && kind !== node.kind);
  const found = kinds.flatMap((kind) => {
    const own = scopes.map(({ lines }) => lines.filter((line) => line.kind === kind).map(({ text }) => text));
    const all = own.flat();
    if (all.length === 0) return [];
    const code = { kind, start: kind.length, end: kind.length + 2 };
    const codes = new Set(all.map((text) => text.slice(code.start, code.end)));
    const wheres =
      codes.size > 1 && codes.size <= MAX_CODES ? [...codes].map((value) => ({ code, values: [value] })) : [];
    return digitRanges(kind, all).flatMap((sum) =>
      [null, ...wheres].flatMap((where) => {
        const sums = own.map((texts) => addUp(texts, sum, where));
        if (sums.every((one) => one < MIN_SUM) || !sums.every(Number.isSafeInteger)) return [];
        const digits = sums.reduce((count, one) => count + String(one).replace(/0+$/, '').length, 0);
        const addends = Math.max(...own.map((texts) => selectLines(texts, where).length));
        const isPadded = all.every(
          (text) => !/[1-9]/.test(text[sum.start] ?? '') || !/\d/.test(text[sum.start - 1] ?? ''),
        );
        if (addends < 2 || digits + (isPadded ? addends : 0) < (isPadded ? MIN_EVIDENCE : MIN_DIGITS_ALONE)) return [];
        return findNumbers(node.kind, scopes, sums).map((total) => ({
          total: { ...total, start: Math.max(total.start, total.end - (sum.end - sum.start) - MORE_DIGITS) },
          of: { sum, where, isHash: false },
          digits,
          length: sum.end - sum.start,
        }));
      }),
    );
  });
  // The longest number is the least likely to be equal by chance. A whole sum is simpler than one of some lines.
  return found.sort(
    (a, b) => b.digits - a.digits || Number(a.of.where !== null) - Number(b.of.where !== null) || b.length - a.length,
  );
}

function addUp(texts: readonly string[], { start, end }: LineRange, where: CodeWhere | null): number {
  return selectLines(texts, where).reduce((sum, text) => sum + Number(text.slice(start, end)), 0);
}

function selectLines(texts: readonly string[], where: CodeWhere | null): readonly string[] {
  if (where === null) return texts;
  return texts.filter((text) => where.values.includes(text.slice(where.code.start, where.code.end)));
}

/** Returns the parts of lines that have only digits in all of them. */
function digitRanges(kind: string, texts: readonly string[]): LineRange[] {
  const width = Math.min(...texts.map(({ length }) => length));
  const areDigits = Array.from({ length: width }, (_, at) => texts.every((text) => /\d/.test(text[at] ?? '')));
  const ranges: LineRange[] = [];
  for (let start = kind.length; start < width; start++)
    for (let end = start + 1; end <= Math.min(width, start + MAX_DIGITS) && areDigits[end - 1] === true; end++)
      if (end - start >= MIN_DIGITS) ranges.push({ kind, start, end });
  return ranges;
}

/**
 * Finds the places at which each trailer has its number, with at least one zero before it. A number without zeros before
 * it may be a part of a longer one.
 */
function findNumbers(
  kind: string,
  scopes: readonly TrailerScope<KindLine>[],
  numbers: readonly number[],
): NumberRange[] {
  const width = Math.min(...scopes.map(({ trailer }) => trailer.text.length));
  const longest = Math.max(...numbers.map((number) => (number === 0 ? 1 : String(number).length)));
  const found: NumberRange[] = [];
  for (let end = kind.length + MIN_DIGITS; end <= width; end++) {
    const starts = scopes.map(({ trailer }, index) =>
      startOf(trailer.text, { end, number: numbers[index] ?? 0, kind }),
    );
    const start = Math.max(...starts.map((one) => one ?? Infinity));
    const digits = end - longest;
    if (end - start >= MIN_DIGITS && start < digits)
      found.push({ kind, start: Math.max(start, end - MAX_DIGITS), end, digits });
  }
  return found;
}

/** Returns where a number with leading zeros begins that ends at `end`. Null if there is another number. */
function startOf(trailer: string, { end, number, kind }: { end: number; number: number; kind: string }): number | null {
  const text = number === 0 ? '' : String(number);
  const begin = end - text.length;
  if (begin < kind.length || trailer.slice(begin, end) !== text) return null;
  const zeros = /0*$/.exec(trailer.slice(kind.length, begin))?.[0].length ?? 0;
  return begin - zeros;
}

import { type PatternPart, parseFilePattern } from '../base/files/file-pattern.ts';

/**
 * Returns whether there is a name that matches both patterns of file names. Throws InvalidPattern like
 * compileFilePattern().
 */
export function doPatternsOverlap(one: string, two: string): boolean {
  const alphabet = charactersOf(one + two);
  const others = parseFilePattern(two);
  return parseFilePattern(one).some((first) => others.some((second) => doOverlap(first, second, alphabet)));
}

/** Walks through both patterns at once, over all pairs of positions that a common beginning of a name can reach. */
function doOverlap(one: readonly PatternPart[], two: readonly PatternPart[], alphabet: readonly string[]): boolean {
  const width = two.length + 1;
  const seen = new Set<number>([0]);
  const open: [number, number][] = [[0, 0]];
  const reach = (at: number, other: number): void => {
    const key = at * width + other;
    if (seen.has(key)) return;
    seen.add(key);
    open.push([at, other]);
  };
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [at, other] = pair;
    if (at === one.length && other === two.length) return true;
    const [part, counterpart] = [one[at], two[other]];
    if (part?.kind === 'any') reach(at + 1, other);
    if (counterpart?.kind === 'any') reach(at, other + 1);
    if (part === undefined || counterpart === undefined) continue;
    const accepts = (side: PatternPart, character: string): boolean => side.kind === 'any' || side.accepts(character);
    if (alphabet.some((character) => accepts(part, character) && accepts(counterpart, character)))
      reach(part.kind === 'any' ? at : at + 1, counterpart.kind === 'any' ? other : other + 1);
  }
  return false;
}

/**
 * Returns characters that are enough to decide whether two sets of characters have one in common: those of the patterns,
 * which begin and end the ranges, their neighbours, which begin and end what a negated set leaves, and one other.
 */
function charactersOf(patterns: string): string[] {
  const codes = [...patterns].map((character) => character.codePointAt(0) ?? 0);
  const all = codes.flatMap((code) => [Math.max(0, code - 1), code, Math.min(0x10ffff, code + 1)]);
  return [...new Set([...all, 0x10fffd])].map((code) => String.fromCodePoint(code));
}

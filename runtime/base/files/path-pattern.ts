import { parseFilePattern, type PatternPart } from './file-pattern.ts';

/**
 * Compiles a pattern for paths with `/`, and returns a function that tests whether a whole path matches it. It is
 * written like a pattern of file names, but only `**` and a written `/` match a `/`. A part `**` + `/` also matches no
 * folder: `**` + `/*.csv` matches `a.csv`. Throws InvalidPattern like compileFilePattern(). The time of a test is at
 * most proportional to the length of the path times the length of the alternatives.
 */
export function compilePathPattern(pattern: string): (path: string) => boolean {
  const alternatives = parseFilePattern(pattern);
  return (path) => {
    const characters = [...path];
    return alternatives.some((parts) => isMatch(parts, characters));
  };
}

/** Follows all positions in the pattern that the path read so far can reach. */
function isMatch(parts: readonly PatternPart[], characters: readonly string[]): boolean {
  let reached = new Set<number>();
  enter(parts, reached, 0);
  for (const character of characters) {
    const next = new Set<number>();
    for (const at of reached) step(parts, at, { character, next });
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(parts.length);
}

function step(
  parts: readonly PatternPart[],
  at: number,
  { character, next }: { character: string; next: Set<number> },
): void {
  const part = parts[at];
  if (part === undefined) return;
  const isAllowed = part.kind === 'any' ? part.isDouble || character !== '/' : part.isLiteral || character !== '/';
  if (!isAllowed) return;
  if (part.kind === 'one') {
    if (part.accepts(character)) enter(parts, next, at + 1);
    return;
  }
  next.add(at);
  enter(parts, next, at + 1);
}

/** Adds a position, and those that are reached from it without a character. */
function enter(parts: readonly PatternPart[], reached: Set<number>, at: number): void {
  reached.add(at);
  const part = parts[at];
  if (part?.kind !== 'any') return;
  enter(parts, reached, at + 1);
  const isWholeName = part.isDouble && (at === 0 || isSlash(parts[at - 1]));
  if (isWholeName && isSlash(parts[at + 1])) enter(parts, reached, at + 2);
}

function isSlash(part: PatternPart | undefined): boolean {
  return part?.kind === 'one' && part.isLiteral && part.accepts('/');
}

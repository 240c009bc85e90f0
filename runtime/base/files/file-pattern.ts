/** Thrown if a pattern for file names is not valid. The message says why. */
export class InvalidPattern extends Error {
  override readonly name = 'InvalidPattern';
}

const MAX_ALTERNATIVES = 64;
const MAX_LENGTH = 500;

/**
 * Compiles a pattern for file names and returns a function that tests whether a whole name matches it. Throws
 * InvalidPattern if the pattern is malformed, longer than 500 characters, or has more than 64 alternatives.
 *
 * `*` matches any number of characters (also none), `?` one character, `[a-z]` one character of a set, `[!a-z]` one
 * that is not in the set, and `{a,b}` one of the alternatives. `\` removes the special meaning of the next character.
 * No pattern makes a test slow: its time is at most proportional to the length of the name times the total length of
 * the alternatives.
 */
export function compileFilePattern(pattern: string): (name: string) => boolean {
  const alternatives = parseFilePattern(pattern);
  return (name) => {
    const characters = [...name];
    return alternatives.some((parts) => isMatch(parts, characters));
  };
}

/**
 * A part of a pattern: `any` fits any number of characters, `one` fits one that it accepts. `isDouble`: it was written
 * `**`. `isLiteral`: it accepts only the character that was written.
 */
export type PatternPart =
  | { kind: 'any'; isDouble: boolean }
  | { kind: 'one'; isLiteral: boolean; accepts(character: string): boolean };

/** Returns the parts of each alternative of a pattern. Throws InvalidPattern like compileFilePattern(). */
export function parseFilePattern(pattern: string): PatternPart[][] {
  if (pattern.length > MAX_LENGTH) throw new InvalidPattern(`The pattern is longer than ${MAX_LENGTH} characters.`);
  return expandBraces(pattern).map(parseParts);
}

/** Returns a pattern without braces for each alternative of `{a,b}`. Braces may be nested. */
function expandBraces(pattern: string): string[] {
  const open = findOutsideEscape(pattern, '{');
  if (open < 0) return [pattern];
  const { end, choices } = readBraces(pattern, open);
  const expanded = choices.flatMap((choice) => expandBraces(pattern.slice(0, open) + choice + pattern.slice(end)));
  if (expanded.length > MAX_ALTERNATIVES)
    throw new InvalidPattern(`The pattern has more than ${MAX_ALTERNATIVES} alternatives.`);
  return expanded;
}

function findOutsideEscape(text: string, character: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === character) return at;
  }
  return -1;
}

function readBraces(pattern: string, open: number): { end: number; choices: string[] } {
  const choices: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (character === '{') depth++;
    else if (character === ',' && depth === 1) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === '}' && --depth === 0) {
      return { end: at + 1, choices: [...choices, pattern.slice(from, at)] };
    }
  }
  throw new InvalidPattern('A "{" has no "}". Write "\\{" for the character itself.');
}

function parseParts(pattern: string): PatternPart[] {
  const parts: PatternPart[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    if (character === '*') {
      const last = parts.at(-1);
      if (last?.kind === 'any') last.isDouble = true;
      else parts.push({ kind: 'any', isDouble: false });
    } else if (character === '?') parts.push({ kind: 'one', isLiteral: false, accepts: () => true });
    else if (character === '[') {
      const end = characters.indexOf(']', at + 2);
      if (end < 0) throw new InvalidPattern('A "[" has no "]". Write "\\[" for the character itself.');
      parts.push({ kind: 'one', isLiteral: false, accepts: createSet(characters.slice(at + 1, end)) });
      at = end;
    } else {
      const literal = character === '\\' ? characters[++at] : character;
      if (literal === undefined)
        throw new InvalidPattern('The pattern ends with "\\". Write "\\\\" for the character itself.');
      parts.push({ kind: 'one', isLiteral: true, accepts: (other) => other === literal });
    }
  }
  return parts;
}

function createSet(members: string[]): (character: string) => boolean {
  const isNegated = members[0] === '!' || members[0] === '^';
  const ranges: [number, number][] = [];
  const set = isNegated ? members.slice(1) : members;
  for (let at = 0; at < set.length; at++) {
    const first = codeOf(set[at]);
    const isRange = set[at + 1] === '-' && at + 2 < set.length;
    ranges.push([first, isRange ? codeOf(set[at + 2]) : first]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= codeOf(character) && codeOf(character) <= to) !== isNegated;
}

function codeOf(character: string | undefined): number {
  return character?.codePointAt(0) ?? 0;
}

/**
 * After a mismatch, the search continues at the last `*` only, because an earlier `*` could not lead to a better match.
 */
function isMatch(parts: readonly PatternPart[], characters: readonly string[]): boolean {
  let [part, at, lastAny, lastAt] = [0, 0, -1, 0];
  while (at < characters.length) {
    const current = parts[part];
    if (current?.kind === 'any') {
      lastAny = part++;
      lastAt = at;
    } else if (current?.accepts(characters[at] as string)) {
      part++;
      at++;
    } else if (lastAny >= 0) {
      part = lastAny + 1;
      at = ++lastAt;
    } else return false;
  }
  while (parts[part]?.kind === 'any') part++;
  return part === parts.length;
}

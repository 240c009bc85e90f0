/** One piece of a Java date pattern: letters, a literal, or an optional part. */
export type PatternPart =
  | { kind: 'letters'; letter: string; count: number }
  | { kind: 'literal'; text: string }
  | { kind: 'optional'; readRange: PatternPart[] };

/** Parses a pattern of java.time.format.DateTimeFormatter. Throws for unclosed brackets and quotes. */
export function readPattern(pattern: string): PatternPart[] {
  const rest = [...pattern];
  const readRange = readPieces(rest, false);
  if (rest.length > 0) throw new Error(`a bracket too many: ${pattern}`);
  return readRange;
}

function readPieces(rest: string[], inBrackets: boolean): PatternPart[] {
  const readRange: PatternPart[] = [];
  while (rest.length > 0) {
    const char = rest[0] ?? '';
    if (char === ']' && inBrackets) return readRange;
    if (char === '[') readRange.push(readOptional(rest));
    else if (char === "'") readRange.push({ kind: 'literal', text: readQuoted(rest) });
    else if (/[A-Za-z]/u.test(char)) readRange.push(readLetters(rest, char));
    else readRange.push({ kind: 'literal', text: rest.shift() ?? '' });
  }
  if (inBrackets) throw new Error('a bracket does not close');
  return readRange;
}

function readOptional(rest: string[]): PatternPart {
  rest.shift();
  const readRange = readPieces(rest, true);
  rest.shift();
  return { kind: 'optional', readRange };
}

function readLetters(rest: string[], letter: string): PatternPart {
  let count = 0;
  for (; rest[0] === letter; rest.shift()) count += 1;
  return { kind: 'letters', letter, count };
}

function readQuoted(rest: string[]): string {
  rest.shift();
  if (rest[0] === "'") return rest.shift() ?? '';
  let text = '';
  for (;;) {
    const char = rest.shift();
    if (char === undefined) throw new Error('a quoted literal does not close');
    if (char !== "'") text += char;
    else if (rest[0] === "'") text += rest.shift();
    else return text;
  }
}

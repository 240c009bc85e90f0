/** A line of a file with several record types. */
export interface KindLine {
  /** What the line begins with: its record type. The filler of a block is FILLER. */
  readonly kind: string;
  readonly text: string;
}

/** The kind of lines that consist of one repeated character and only fill up a block. */
export const FILLER = '';

const MIN_LINES = 4;
const MAX_KINDS = 16;
const MARK = /^[A-Z0-9]$/;

/**
 * Finds the record type of each line of a fixed-width file: its first character, or its first two where the second one
 * numbers the parts of a record (`21`, `22`, `23`). Returns null if the lines show no types: too many different
 * characters, lines of many lengths, or the same type at both ends.
 */
export function findKinds(lines: readonly string[]): KindLine[] | null {
  const width = Math.max(0, ...lines.map(({ length }) => length));
  const whole = lines.filter(({ length }) => length === width);
  // Some lines may lack the blanks at their ends.
  if (lines.length < MIN_LINES || 2 * whole.length < lines.length) return null;
  if (!lines.every((line) => MARK.test(line[0] ?? ''))) return null;
  const isFiller = (line: string) => new Set(line).size === 1;
  const parts = findParts(lines.filter((line) => !isFiller(line)));
  const typed = lines.map((text) => {
    const mark = text[0] ?? '';
    return { kind: isFiller(text) ? FILLER : parts.has(mark) ? text.slice(0, 2) : mark, text };
  });
  const kinds = new Set(typed.map(({ kind }) => kind).filter((kind) => kind !== FILLER));
  return kinds.size < 3 || kinds.size > MAX_KINDS ? null : typed;
}

/** Returns the first characters of lines whose second character counts from 1: each line follows the part before it. */
function findParts(lines: readonly string[]): Set<string> {
  const seconds = new Map<string, Set<string>>();
  for (const [mark = '', second = ''] of lines) seconds.set(mark, (seconds.get(mark) ?? new Set()).add(second));
  const counted = [...seconds].filter(([mark, found]) => {
    const isCount =
      found.size > 1 &&
      Math.max(...[...found].map(Number)) <= found.size + 1 &&
      [...found].every((second) => /^[1-9]$/.test(second)) &&
      found.has('1');
    return isCount && lines.every((line, at) => line[0] !== mark || followsPart(lines, at));
  });
  return new Set(counted.map(([mark]) => mark));
}

function followsPart(lines: readonly string[], at: number): boolean {
  const [line = '', before = ''] = [lines[at], lines[at - 1]];
  return line[1] === '1' || (before[0] === line[0] && Number(before[1]) < Number(line[1]));
}

/** Returns how a spec selects the records of a kind. A filler has two of its characters at the start. */
export function selectionOf(
  kind: string,
  lines: readonly KindLine[],
): { start: number; length: number; values: string[] } {
  const filler = lines.find((line) => line.kind === FILLER)?.text[0];
  const own = kind === FILLER ? `${filler}${filler}` : kind;
  if (own !== filler) return { start: 1, length: own.length, values: [own] };
  const seconds = new Set(lines.filter((line) => line.kind === kind).map(({ text }) => text.slice(0, 2)));
  return { start: 1, length: 2, values: [...seconds] };
}

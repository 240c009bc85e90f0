/** A line of a file with several record types. */
export interface KindLine {
  /** What the line begins with: its record type. */
  readonly kind: string;
  readonly text: string;
}

/** The records of a file, and the lines after them that only fill up a block. */
export interface KindLines {
  readonly records: readonly KindLine[];
  /** The lines of one repeated character at the end of the file. They are equal. */
  readonly fillers: readonly string[];
}

const MIN_LINES = 4;
const MAX_KINDS = 16;
const MARK = /^[A-Z0-9]$/;

/** A record type of several letters, such as `HDR` or `DTL`. A digit or a blank follows it. */
const WORD = /^[A-Z]{2,6}(?=[0-9 ])/;

/**
 * Finds the record type of each line of a fixed-width file: its first letters if all lines begin with as many letters,
 * else its first character, or its first two where the second one numbers the parts of a record (`21`, `22`, `23`).
 * Returns null if the lines show no types: too many different
 * characters, lines of many lengths, or the same type at both ends.
 */
export function findKinds(all: readonly string[]): KindLines | null {
  const end = all.findLastIndex((line) => !isFiller(line)) + 1;
  const lines = all.slice(0, end);
  const fillers = all.slice(end);
  const width = Math.max(0, ...lines.map(({ length }) => length));
  const whole = lines.filter(({ length }) => length === width);
  // Some lines may lack the blanks at their ends.
  if (all.length < MIN_LINES || 2 * whole.length < lines.length || new Set(fillers).size > 1) return null;
  if (!lines.every((line) => MARK.test(line[0] ?? '') && !isFiller(line))) return null;
  const findKind = haveEqualWords(lines) ? findWord : findMark(findParts(lines));
  const records = lines.map((text) => ({ kind: findKind(text), text }));
  const kinds = new Set(records.map(({ kind }) => kind));
  return kinds.size < 3 || kinds.size > MAX_KINDS ? null : { records, fillers };
}

function isFiller(line: string): boolean {
  return new Set(line).size === 1;
}

/** Whether all lines begin with the same number of letters, at least two. */
function haveEqualWords(lines: readonly string[]): boolean {
  const lengths = new Set(lines.map((line) => findWord(line).length));
  return lengths.size === 1 && !lengths.has(0);
}

function findWord(line: string): string {
  return WORD.exec(line)?.[0] ?? '';
}

const findMark =
  (parts: ReadonlySet<string>) =>
  (line: string): string =>
    line.slice(0, parts.has(line[0] ?? '') ? 2 : 1);

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

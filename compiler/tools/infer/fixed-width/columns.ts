/** A column of fixed-width lines. `start` is inclusive and `end` exclusive, in characters from 0. */
export interface SeenColumn {
  readonly start: number;
  readonly end: number;
  readonly align: 'LEFT' | 'RIGHT';
}

/** The minimum number of lines in which columns can be recognised. */
const MIN_LINES = 3;
/** A position belongs to a gap between columns if at least this share of the lines has a blank there. */
const BLANK = 0.99;
/**
 * A column starts at a position if at least this share of the lines has a text that starts there, and in no line a text
 * continues across it.
 */
const BEGINS = 0.3;

/**
 * Finds the columns of fixed-width lines. `lines` are the characters of each line. Columns are separated by blanks, or
 * by a change between letters and digits. Returns an empty list for fewer than three lines.
 */
export function findColumns(lines: readonly (readonly string[])[]): SeenColumn[] {
  if (lines.length < MIN_LINES) return [];
  const width = Math.max(...lines.map(({ length }) => length));
  const isGap = Array.from(
    { length: width },
    (_, at) => lines.filter((line) => isBlankAt(line, at)).length >= BLANK * lines.length,
  );
  const runs: { start: number; end: number }[] = [];
  for (let at = 0; at < width; at++) {
    if (isGap[at] === true) continue;
    const last = runs.at(-1);
    if (last === undefined || last.end < at || beginsAt(lines, at)) runs.push({ start: at, end: at + 1 });
    else last.end = at + 1;
  }
  return withGaps(
    runs.map((run) => ({ ...run, align: alignOf(lines, run) })),
    width,
  );
}

function isBlankAt(line: readonly string[], at: number): boolean {
  return (line[at] ?? ' ') === ' ';
}

function beginsAt(lines: readonly (readonly string[])[], at: number): boolean {
  let begun = 0;
  for (const line of lines) {
    const [before = ' ', here = ' '] = [line[at - 1], line[at]];
    if (here === ' ') continue;
    if (before !== ' ' && classOf(before) === classOf(here)) return false;
    // Digits, points and signs next to each other belong to one text.
    if (before !== ' ' && classOf(before) !== 'letter' && classOf(here) !== 'letter') return false;
    begun++;
  }
  return begun >= BEGINS * lines.length;
}

function classOf(character: string): 'letter' | 'digit' | 'sign' {
  return /\p{L}/u.test(character) ? 'letter' : /\d/.test(character) ? 'digit' : 'sign';
}

function alignOf(
  lines: readonly (readonly string[])[],
  { start, end }: { start: number; end: number },
): SeenColumn['align'] {
  const filled = lines.filter((line) => line.slice(start, end).some((character) => character !== ' '));
  const left = filled.filter((line) => !isBlankAt(line, start)).length;
  const right = filled.filter((line) => !isBlankAt(line, end - 1)).length;
  return right > left && right >= 0.95 * filled.length ? 'RIGHT' : 'LEFT';
}

/** Assigns the blanks between two columns to the column that they pad. If they may pad both, each column gets half. */
function withGaps(columns: readonly SeenColumn[], width: number): SeenColumn[] {
  return columns.map((column, at) => ({
    ...column,
    start: startOf(column, columns[at - 1]),
    end: endOf(column, columns[at + 1], width),
  }));
}

function startOf({ start, align }: SeenColumn, before: SeenColumn | undefined): number {
  if (align === 'LEFT') return start;
  if (before === undefined) return 0;
  return before.align === 'RIGHT' ? before.end : middle(before.end, start);
}

function endOf({ end, align }: SeenColumn, next: SeenColumn | undefined, width: number): number {
  if (align === 'RIGHT') return end;
  if (next === undefined) return width;
  return next.align === 'LEFT' ? next.start : middle(end, next.start);
}

function middle(end: number, start: number): number {
  return end + Math.floor((start - end) / 2);
}

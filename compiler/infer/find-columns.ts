/** A column of fixed-width lines, in characters from 0; the end is behind it. */
export interface SeenColumn {
  readonly start: number;
  readonly end: number;
  readonly align: 'LEFT' | 'RIGHT';
}

/** Fewer lines show no layout. */
const LEAST_LINES = 3;
/** A place that is blank in so many lines stands between columns. */
const BLANK = 0.99;
/** A column begins where so many lines have a blank before and none behind, and no line goes on. */
const BEGINS = 0.3;

/** The columns of lines whose characters stand one below the other: between them are blanks, or letters end where digits begin. */
export function findColumns(lines: readonly (readonly string[])[]): SeenColumn[] {
  if (lines.length < LEAST_LINES) return [];
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
    // Digits and their points and signs are one thing.
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

/** What is blank between two columns belongs to the one whose padding it is; where it may be either's, to each a half: nobody sees the border. */
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

function endOf({ end, align }: SeenColumn, behind: SeenColumn | undefined, width: number): number {
  if (align === 'RIGHT') return end;
  if (behind === undefined) return width;
  return behind.align === 'LEFT' ? behind.start : middle(end, behind.start);
}

function middle(end: number, start: number): number {
  return end + Math.floor((start - end) / 2);
}

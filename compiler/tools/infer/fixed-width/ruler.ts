import { alignOf, type SeenColumn, withGaps } from './columns.ts';

/** Whether a line underlines the columns of a header: `------ ---- ---`. */
export function isRuler(line: string): boolean {
  return /^ *[-=]{2,}(?: +[-=]+)+ *$/.test(line);
}

/** The share of the lines below a ruler that have blanks between its columns. */
const MOST = 0.95;

/** Returns the columns that a ruler underlines, or null if the lines below have texts between them. */
export function columnsOfRuler(ruler: string, lines: readonly string[]): SeenColumn[] | null {
  const runs = [...ruler.matchAll(/[-=]+/g)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }));
  const characters = lines.map((line) => [...line]);
  const isClear = (line: readonly string[]) =>
    line.every((one, at) => one === ' ' || runs.some(({ start, end }) => at >= start && at < end));
  if (characters.filter(isClear).length < MOST * lines.length) return null;
  const columns = runs.map((run) => ({ ...run, align: alignOf(characters.slice(1), run, true) }));
  return withGaps(columns, runs.at(-1)?.end ?? 0);
}

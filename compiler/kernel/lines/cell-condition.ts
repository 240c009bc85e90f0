/** What a cell must be: one of the values, a text that begins with one of the beginnings, or a text that a pattern matches. */
export interface CellCondition {
  readonly values?: readonly string[];
  readonly startsWith?: readonly string[];
  /** Returns whether the pattern matches the whole text. Absent: there is no pattern. */
  readonly matches?: (text: string) => boolean;
}

/** Creates the function that returns whether a cell satisfies a condition. */
export function createCellTest({ values, startsWith = [], matches }: CellCondition): (cell: string) => boolean {
  const known: ReadonlySet<string> = new Set(values);
  return (cell) =>
    known.has(cell) || startsWith.some((beginning) => cell.startsWith(beginning)) || matches?.(cell) === true;
}

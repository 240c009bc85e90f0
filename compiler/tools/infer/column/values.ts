import { trim } from '../../../kernel/values/text.ts';

/** The distinct texts of a column, with the number of cells for each. */
export interface ColumnValues {
  /**
   * The texts without surrounding blanks, and the number of cells that contain each. Null texts are omitted. Only the
   * first 20,000 distinct texts are counted.
   */
  readonly counts: ReadonlyMap<string, number>;
  /** The number of cells with a text that does not mean null. `empty` is the number of the other cells. */
  readonly filled: number;
  readonly empty: number;
  /** Whether at least one text has surrounding blanks. */
  readonly hasBlanks: boolean;
  /** The number of cells that may deviate from the type of the column. */
  readonly tolerated: number;
}

/** The maximum number of distinct texts that are counted. */
const MAX_DIFFERENT = 20_000;

/** How the cells of a sample are interpreted. */
export interface CellConventions {
  /** Texts that mean null. */
  readonly nulls: ReadonlySet<string>;
  /** The share of a column's cells that may deviate from its type, from 0 to 1. */
  readonly tolerance: number;
}

/** No deviation is tolerated in a column with fewer filled cells. */
const MIN_FILLED = 20;

/** Counts the texts of a column. Cells that are blank or in `nulls` count as empty. */
export function gatherValues(cells: readonly (string | null)[], { nulls, tolerance }: CellConventions): ColumnValues {
  const counts = new Map<string, number>();
  let filled = 0;
  let hasBlanks = false;
  for (const cell of cells) {
    const text = trim(cell ?? '');
    if (text === '' || nulls.has(text)) continue;
    filled++;
    hasBlanks ||= text !== cell;
    const known = counts.get(text);
    if (known !== undefined) counts.set(text, known + 1);
    else if (counts.size < MAX_DIFFERENT) counts.set(text, 1);
  }
  const tolerated = tolerance === 0 || filled < MIN_FILLED ? 0 : Math.floor(filled * tolerance);
  return { counts, filled, empty: cells.length - filled, hasBlanks, tolerated };
}

/** Whether at most the tolerated number of cells fails the test. False if the column has no text. */
export function holdsForMost({ counts, tolerated }: ColumnValues, test: (text: string) => boolean): boolean {
  let failed = 0;
  for (const [text, count] of counts) {
    if (test(text)) continue;
    failed += count;
    if (failed > tolerated) return false;
  }
  return counts.size > 0;
}

/** Returns the number of cells whose text fails the test. */
export function countFailed({ counts }: ColumnValues, test: (text: string) => boolean): number {
  return [...counts].reduce((sum, [text, count]) => (test(text) ? sum : sum + count), 0);
}

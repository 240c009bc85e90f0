import { trim } from '../kernel/values/text.ts';

/** The texts of one column, each once. */
export interface ColumnValues {
  /** Texts that are not null, the blanks around them dropped, with how often they stand there. */
  readonly counts: ReadonlyMap<string, number>;
  /** How many cells have a text, and how many have none. */
  readonly filled: number;
  readonly empty: number;
  /** Whether blanks stand around some of them. */
  readonly hasBlanks: boolean;
  /** So many cells may be otherwise than the rest: files have slips. */
  readonly tolerated: number;
}

/** Past so many different texts no more are told apart. */
const MOST_DIFFERENT = 20_000;

/** How cells are looked at. */
export interface Looking {
  /** Texts that mean null. */
  readonly nulls: ReadonlySet<string>;
  /** The share of cells that may be slips. */
  readonly slips: number;
}

/** In a column of fewer cells none is taken for a slip. */
const LEAST_FILLED = 40;

/** Gathers the cells of a column; those of `nulls`, and those of nothing but blanks, are empty. */
export function gatherValues(cells: readonly (string | null)[], { nulls, slips }: Looking): ColumnValues {
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
    else if (counts.size < MOST_DIFFERENT) counts.set(text, 1);
  }
  const tolerated = slips === 0 || filled < LEAST_FILLED ? 0 : Math.max(1, Math.floor(filled * slips));
  return { counts, filled, empty: cells.length - filled, hasBlanks, tolerated };
}

/** Whether a test holds for all texts but a few slips. */
export function holdsForMost({ counts, tolerated }: ColumnValues, test: (text: string) => boolean): boolean {
  let failed = 0;
  for (const [text, count] of counts) {
    if (test(text)) continue;
    failed += count;
    if (failed > tolerated) return false;
  }
  return counts.size > 0;
}

/** How many cells have a text for which a test does not hold. */
export function countFailed({ counts }: ColumnValues, test: (text: string) => boolean): number {
  return [...counts].reduce((sum, [text, count]) => (test(text) ? sum : sum + count), 0);
}

import type { RunStore } from '../state/store/runs.ts';
import type { StoredRun } from '../state/store/stored-run.ts';

/** Returns the run with this number; null if it does not exist or was deleted. */
export type FindByNumber = (number: number) => Promise<StoredRun | null>;

/**
 * Creates a function that finds runs. Calls that wait at the same time share a read: many small runs end together, and
 * both the response to a caller and the metrics need each of them.
 */
export function shareFinds(runs: Pick<RunStore, 'findAll'>): FindByNumber {
  /** The read that has not begun. */
  let next: { numbers: Set<number>; found: Promise<Map<number, StoredRun>> } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function readNext(): NonNullable<typeof next> {
    const numbers = new Set<number>();
    const found = last.then(async () => {
      next = null;
      return new Map((await runs.findAll([...numbers])).map((run) => [run.number, run]));
    });
    last = found.catch(() => {});
    return { numbers, found };
  }

  return async (number) => {
    next ??= readNext();
    next.numbers.add(number);
    return (await next.found).get(number) ?? null;
  };
}

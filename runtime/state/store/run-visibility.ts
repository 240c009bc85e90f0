import type { Dialect } from './engine/dialect.ts';

/** Which runs a caller may see. In a pattern, `*` matches any number of characters. */
export interface RunVisibility {
  /** Patterns of the topics. Null: all topics. */
  topics: readonly string[] | null;
  /** Patterns of the names of the specs. Null: all specs. */
  specs: readonly string[] | null;
}

/** Every run. */
export const ALL_RUNS: RunVisibility = { topics: null, specs: null };

/**
 * Returns a condition on the table `runs` that is true for visible runs, with its parameters. The only special character
 * of a pattern is `*`.
 */
export function visibleRuns(dialect: Dialect, { topics, specs }: RunVisibility): [string, ...string[]] {
  const anyOf = (column: string, patterns: readonly string[] | null): string =>
    patterns === null ? '1 = 1' : `(${['1 = 0', ...patterns.map(() => dialect.matches(column))].join(' OR ')})`;
  return [
    `${anyOf('topic', topics)} AND ${anyOf(dialect.member('spec', 'name'), specs)}`,
    ...(topics ?? []),
    ...(specs ?? []),
  ];
}

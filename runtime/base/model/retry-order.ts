/** The versions of a spec with which a file can be read again: the current one, or that of the earlier run. */
export const SPEC_VERSIONS = ['CURRENT', 'SAME'] as const;
/** The version of the spec of a retry. */
export type RetryVersion = (typeof SPEC_VERSIONS)[number];

/** Something that an earlier attempt has written beside a file. */
export interface Leftover {
  readonly kind: 'reason' | 'rejects';
  readonly path: string;
}

/** How a person wants a file of a job to be read again. */
export interface RetryOrder {
  readonly specVersion: RetryVersion;
  /** Whether the reference tables have the versions of the earlier run. Absent: the current ones. */
  readonly keepsReference?: true;
  /** Whether content that was published before is published again. */
  readonly isForced: boolean;
  /** The earlier run; null if there was none. */
  readonly earlierRun: string | null;
  /** The earlier run whose messages the new ones replace; null if it has published nothing. */
  readonly supersedes: string | null;
  /** What is moved with the file after the retry has succeeded. */
  readonly leftovers: readonly Leftover[];
}

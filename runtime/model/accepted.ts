/**
 * The outcome of a request for a run. If it is `accepted`, the new run owns the spooled file (the received copy on
 * disk). Otherwise there is no new run, and the caller must discard the spooled file.
 */
export type Accepted =
  | { kind: 'accepted'; runId: string }
  /** An unfinished run has the same file, spec version and topic. `runId` is the id of that run. */
  | { kind: 'in_progress'; runId: string }
  /**
   * The same Idempotency-Key was sent earlier with the same request. `runId` is the run of that earlier request, which
   * may be unfinished.
   */
  | { kind: 'repeated'; runId: string }
  /** The same Idempotency-Key was sent earlier with a different request. */
  | { kind: 'key_conflict' }
  /**
   * An earlier run published the same file to the same topic, and the request has the setting REFUSE. `runId` is that
   * earlier run.
   */
  | { kind: 'duplicate_file'; runId: string };

/**
 * What to do with a file that an earlier run has published to the same topic. WARN: publish it again, with a warning in
 * the result. REFUSE: reject the request. ALLOW: publish it again without a warning.
 */
export type OnDuplicateFile = 'WARN' | 'REFUSE' | 'ALLOW';

/** All values of OnDuplicateFile. The first one is the default. */
export const ON_DUPLICATE_FILE: readonly OnDuplicateFile[] = ['WARN', 'REFUSE', 'ALLOW'];

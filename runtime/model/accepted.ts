/**
 * The outcome of a request for a run. With `accepted`, the run owns the spooled file. Otherwise the caller must discard
 * it.
 */
export type Accepted =
  | { kind: 'accepted'; runId: string }
  /** An unfinished run has the same file, spec version and topic. */
  | { kind: 'in_progress'; runId: string }
  /**
   * The same Idempotency-Key was sent with the same request. The response is the result of that run, which may be
   * unfinished.
   */
  | { kind: 'repeated'; runId: string }
  /** The same Idempotency-Key was sent with another request. */
  | { kind: 'key_conflict' }
  /** An earlier run published the same file to the same topic, and the request rejects that. */
  | { kind: 'duplicate_file'; runId: string };

/** What to do with a file that an earlier run has published to the same topic. */
export type OnDuplicateFile = 'WARN' | 'REFUSE' | 'ALLOW';

/** All settings for a duplicate file. The first is the default. */
export const ON_DUPLICATE_FILE: readonly OnDuplicateFile[] = ['WARN', 'REFUSE', 'ALLOW'];

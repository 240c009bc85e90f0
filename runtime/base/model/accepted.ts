/**
 * The outcome of a request for a run. If the kind is `accepted`, the new run owns the spooled file (the received copy
 * on disk). For any other kind, no run was created, and the caller must discard the spooled file.
 */
export type Accepted =
  | { kind: 'accepted'; runId: string }
  /** A run with the same file, spec version and topic has not finished yet. `runId` is the id of that run. */
  | { kind: 'in_progress'; runId: string }
  /**
   * An earlier request had the same Idempotency-Key and was otherwise the same. `runId` is the run of that request,
   * which may be unfinished.
   */
  | { kind: 'repeated'; runId: string }
  /** An earlier request had the same Idempotency-Key but was otherwise different. */
  | { kind: 'key_conflict' }
  /**
   * An earlier run published the same file to the same topic, and the request sets `onDuplicateFile` to REFUSE. `runId`
   * is that earlier run.
   */
  | { kind: 'duplicate_file'; runId: string }
  /** Like `duplicate_file`, but the caller may not see the earlier run. */
  | { kind: 'hidden_duplicate' };

/**
 * What to do with a file that an earlier run has published to the same topic. WARN: publish it again, with a warning in
 * the result. REFUSE: reject the request. ALLOW: publish it again without a warning.
 */
export type OnDuplicateFile = 'WARN' | 'REFUSE' | 'ALLOW';

/** All values of OnDuplicateFile. The first one is the default. */
export const ON_DUPLICATE_FILE: readonly OnDuplicateFile[] = ['WARN', 'REFUSE', 'ALLOW'];

/** What became of a request. Only `accepted` took the spooled file over; in the other cases it is the caller's to discard. */
export type Accepted =
  | { kind: 'accepted'; runId: string }
  /** An unfinished run has the same file, spec version and topic. */
  | { kind: 'in_progress'; runId: string }
  /** The same Idempotency-Key and request: that run's result is the answer, be it finished or not. */
  | { kind: 'repeated'; runId: string }
  /** The same Idempotency-Key with another request. */
  | { kind: 'key_conflict' };

/** A default or a warning of this release that differs from the release before it, for one spec. */
export interface ChangedDefault {
  /** What changes, as a sentence. */
  readonly change: string;
  /** The line of the spec that keeps the behaviour of the release before. */
  readonly keep: string;
  /** Whether files that were published before are refused until somebody decides. */
  readonly isDecision: boolean;
}

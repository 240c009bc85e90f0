/** A default or a warning that changes with this release, for a spec, a job or a part of the data folder. */
export interface UpgradeChange {
  /** What it concerns: the path of a file, or `credential "name"`. */
  readonly subject: string;
  /** What changes, as a sentence. */
  readonly change: string;
  /** The line that keeps today's behaviour, in the syntax of the subject. */
  readonly keep: string;
  /** Whether nothing works as before until somebody decides. */
  readonly isDecision: boolean;
}

/** Where to look for changes. */
export interface UpgradeInput {
  readonly specs: string;
  readonly data: string;
}

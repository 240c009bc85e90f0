/** Sample files that were created from a spec. */
export interface SampleSet {
  /** The date for which they are valid, `yyyy-MM-dd`, because rules may depend on it. */
  readonly today: string;
  readonly files: readonly SampleText[];
  /** The cases without a file, with the reason. */
  readonly missing: readonly MissingSample[];
}

/** A sample file. */
export interface SampleText {
  /** `rule-positive.csv`. Unique in the set. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** A description of what the file demonstrates. */
  readonly shows: string;
  /** The one violation in the file, or null if it is valid. */
  readonly breaks: Broken | null;
}

/** A violation of a rule, a type, the structure of a record, or the file as a whole. */
export interface Broken {
  readonly code: string;
  readonly ruleId: string | null;
  readonly field: string | null;
}

/** A case without a sample file. `why` is the reason. */
export interface MissingSample extends Broken {
  readonly why: string;
}

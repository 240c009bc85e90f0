/** Sample files made from a spec alone. */
export interface SampleSet {
  /** The day on which they are what they are, `yyyy-MM-dd`: rules may move with it. */
  readonly today: string;
  readonly files: readonly SampleText[];
  /** What no file shows, and why. */
  readonly missing: readonly MissingSample[];
}

export interface SampleText {
  /** `rule-positive.csv`; each once. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What it is there for, in words. */
  readonly shows: string;
  /** The one thing that is wrong with it; null where nothing is. */
  readonly breaks: Broken | null;
}

/** What is broken: a rule, a type, the structure of a record, or the file as a whole. */
export interface Broken {
  readonly code: string;
  readonly ruleId: string | null;
  readonly field: string | null;
}

export interface MissingSample extends Broken {
  readonly why: string;
}

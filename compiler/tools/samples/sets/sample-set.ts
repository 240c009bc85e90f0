/** Sample files that were created from a spec. */
export interface SampleSet {
  /** The date for which the files are valid, `yyyy-MM-dd`. Rules may depend on it. */
  readonly today: string;
  readonly files: readonly SampleText[];
  /** The cases for which no file could be created. */
  readonly missing: readonly MissingSample[];
}

/** A sample file. */
export interface SampleText {
  /** The file name, such as `rule-positive.csv`. `nameSamples` makes it unique and adds the extension. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the module reads of the file. Absent: its bytes. */
  readonly content?: Uint8Array;
  /** A description of the file for people, such as "satisfies every rule". */
  readonly shows: string;
  /** The only violation in the file, or null if the file is valid. */
  readonly breaks: Broken | null;
}

/** A violation: the code of its issue, warning or failure, and the rule and field, or null if it has none. */
export interface Broken {
  readonly code: string;
  readonly ruleId: string | null;
  readonly field: string | null;
  /** The type of the record with the issue. Absent if the spec has one type, or if no record has the issue. */
  readonly recordType?: string;
}

/** A violation for which no sample file could be created. `why` is the reason. */
export interface MissingSample extends Broken {
  readonly why: string;
}

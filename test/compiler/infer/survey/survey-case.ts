/** What a person writes for a file: compared with a draft by `judge.ts`. */
export interface Answer {
  /** The name of the spec. If missing, the name does not count. */
  readonly name?: string;
  readonly format: 'CSV' | 'FIXED_WIDTH' | 'XML';
  /** All settings of the spec other than its name and format. A setting that is not listed must be absent. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /**
   * The fields: `name TYPE`, then `!` if required, `form` in parentheses, `*` if sensitive. XML: the path instead of
   * the name.
   */
  readonly fields: readonly string[];
  /** The number of records that the spec accepts. */
  readonly accepted: number;
  /** What a comment must say. */
  readonly notes?: readonly RegExp[];
}

/** A file of the survey with its answer, which was written before the first draft was made. */
export interface SurveyCase {
  /** The group in the table. */
  readonly shape: string;
  /** What is special about the file. */
  readonly title: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
  /** The element path that `--record-path` names, if any. */
  readonly recordPath?: string;
  /** The answer, or what `infer` says if no person could write a spec for this file. */
  readonly answer: Answer | RegExp;
}

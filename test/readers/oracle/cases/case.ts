/** One file read with one spec, and the result that the language reference requires, written by hand. */
export interface Case {
  name: string;
  /** Default: CSV. */
  format?: string;
  /** The spec as YAML, without `name` and `format`. */
  spec: string;
  /** The file: UTF-8 text, or bytes. */
  file: string | number[];
  skipInvalid?: boolean;
  today?: string;
  /** A limit on maxRecordBytes. */
  limit?: number;
  /**
   * One line per record, `record line:byteOffset outcome value`, each followed by one line per issue, `severity code
   * ruleId field value` (`#length` for a masked value).
   */
  records: string[];
  messages?: string[];
  keys?: (string | null)[];
  /** `status other=lines corrected=records`, then the codes of warnings, and `!` with the code of the failure. */
  end?: string;
}

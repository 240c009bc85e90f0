/** One file read by one spec, and what the contract says of it, written by hand. */
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
  /** A bound on maxRecordBytes. */
  limit?: number;
  /** A line a record, `record line:byteOffset outcome value`, and a line an issue below it, `severity code ruleId field value`, `#length` where masked. */
  records: string[];
  messages?: string[];
  keys?: (string | null)[];
  /** `status other=lines corrected=records`, then the codes of warnings and `!` with that of the failure. */
  end?: string;
}

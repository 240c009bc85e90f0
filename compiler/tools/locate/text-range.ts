/** A part of a text, as indexes in UTF-16 code units from 0. */
export interface TextRange {
  start: number;
  /** The index after the last code unit. */
  end: number;
}

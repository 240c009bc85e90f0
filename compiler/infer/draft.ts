import type { CorrectionRule, Field, Format, ValidationRule } from '../1-read/spec-shape.ts';

/** Something of a spec, and what a person should know of it; null where nothing. */
export interface Noted<Value> {
  readonly value: Value;
  readonly note: string | null;
}

/** What a format draws of a sample. */
export interface DraftPart {
  readonly format: Format;
  /** Keys of the spec with their values, in the order of the page. */
  readonly settings: readonly Noted<readonly [key: string, value: unknown]>[];
  readonly fields: readonly Noted<Field>[];
  readonly corrections: readonly Noted<CorrectionRule>[];
  readonly rules: readonly Noted<ValidationRule>[];
  /** Lines that are put there as a comment, for a person to take in. */
  readonly offers: readonly string[];
}

/** A spec while it is drawn from a sample: the settings begin with name, format and encoding. */
export interface SpecDraft extends DraftPart {
  /** The first lines, as comments: what the sample was. */
  readonly source: readonly string[];
}

/** A sample that is decoded. */
export interface TextSample {
  readonly text: string;
  /** Whether it is the whole file, and not its beginning. */
  readonly isWhole: boolean;
  /** The share of a column's cells that may be otherwise than the rest. */
  readonly slips: number;
}

/** A value without a note. */
export function plainly<Value>(value: Value): Noted<Value> {
  return { value, note: null };
}

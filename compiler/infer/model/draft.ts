import type { CorrectionRule, Field, Format, ValidationRule } from '../../1-read/spec-shape.ts';

/** A part of a spec with a comment for its reader, or null for no comment. */
export interface Noted<Value> {
  readonly value: Value;
  readonly note: string | null;
}

/** The part of a spec that the inference of a format produces. */
export interface DraftPart {
  readonly format: Format;
  /** Keys of the spec with their values, in the order in which they are written. */
  readonly settings: readonly Noted<readonly [key: string, value: unknown]>[];
  readonly fields: readonly Noted<Field>[];
  readonly corrections: readonly Noted<CorrectionRule>[];
  readonly rules: readonly Noted<ValidationRule>[];
  /** Lines that are written as comments: suggestions that a person may adopt. */
  readonly suggestions: readonly string[];
  readonly evidence: Evidence;
}

/** How much of a sample a draft explains, beside what it accepts. Shares are from 0 to 1. */
export interface Evidence {
  /** The share of the sample that is in records. The rest is skipped. */
  readonly values: number;
  /** The share of the values whose form is known: numbers, dates, truth values, lists, texts of one length. */
  readonly typed: number;
  /** The share of the fields whose names are from the file. */
  readonly named: number;
  /** What cannot be decided from the sample: clauses. */
  readonly undecided: readonly string[];
}

/** A spec while it is being inferred. The settings begin with name, format and encoding. */
export interface SpecDraft extends DraftPart {
  /** The comments at the top of the spec, which describe the sample. */
  readonly source: readonly string[];
}

/** A decoded sample. */
export interface TextSample {
  readonly text: string;
  /** Whether it is the whole file, rather than its beginning. */
  readonly isWhole: boolean;
  /** The share of a column's cells that may deviate from its type, from 0 to 1. */
  readonly tolerance: number;
}

/** Wraps a value without a comment. */
export function withoutNote<Value>(value: Value): Noted<Value> {
  return { value, note: null };
}

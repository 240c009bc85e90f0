import type { Format } from '../../../language/formats/file-formats.ts';
import type {
  CorrectionRule,
  Field,
  FileRule,
  RecordType,
  ValidationRule,
} from '../../../pipeline/1-read/spec-shape.ts';

/** A part of a spec with a comment for people. `note` is null if there is no comment. */
export interface Noted<Value> {
  readonly value: Value;
  readonly note: string | null;
}

/** The part of a draft that the inference for one format creates. */
export interface DraftPart {
  readonly format: Format;
  /** Keys of the spec with their values, in the order in which they are written. */
  readonly settings: readonly Noted<readonly [key: string, value: unknown]>[];
  /** Empty if the draft has record types. */
  readonly fields: readonly Noted<Field>[];
  /** Fields that are computed from `fields`. They are written after these. Absent: none. */
  readonly computed?: readonly Noted<Field>[];
  /** The record types and the rules of the file. Absent if the draft has one type of records. */
  readonly recordTypes?: readonly TypeDraft[];
  readonly fileRules?: readonly Noted<FileRule>[];
  readonly corrections: readonly Noted<CorrectionRule>[];
  readonly rules: readonly Noted<ValidationRule>[];
  /** Suggestions that a person may adopt. They are written as comments. */
  readonly suggestions: readonly string[];
  readonly evidence: Evidence;
  /** A draft of documents, which has values that this one loses. It is tried first. Absent or null: there is none. */
  readonly documents?: DraftPart | null;
  /** Whether most lines have cells within quotes, so that quotes are not a part of the values. */
  readonly isQuoted?: boolean;
}

/** A record type of a draft: its keys, and its fields, corrections and rules. */
export interface TypeDraft {
  readonly keys: Omit<RecordType, 'fields' | 'correctionRules' | 'validationRules'>;
  readonly fields: readonly Noted<Field>[];
  readonly corrections?: readonly Noted<CorrectionRule>[];
  readonly rules?: readonly Noted<ValidationRule>[];
}

/** How much of a sample a draft explains. All shares are from 0 to 1. */
export interface Evidence {
  /** The share of the sample that is in records or in the header. */
  readonly values: number;
  /**
   * The share of the values with a known form: numbers, dates, truth values, lists of allowed values, texts of equal
   * length.
   */
  readonly typed: number;
  /** The share of the fields with names from the file. */
  readonly named: number;
  /** The number of control totals that hold. Absent in drafts without record types. */
  readonly totals?: number;
  /** Whether values are in no field, or the records are not those of the file. Absent: false. */
  readonly isLossy?: boolean;
  /** Clauses that describe what the sample cannot decide. */
  readonly undecided: readonly string[];
}

/** A draft of a spec. The settings begin with name, format and, if it must be written, encoding. */
export interface SpecDraft extends DraftPart {
  /** Comments at the top of the spec. They describe the sample. */
  readonly source: readonly string[];
}

/** A decoded sample. */
export interface TextSample {
  readonly text: string;
  /** Whether the text is the whole file. If not, it is the beginning of the file. */
  readonly isWhole: boolean;
  /** The share of a column's cells that may deviate from its type, from 0 to 1. */
  readonly tolerance: number;
}

/** Wraps a value with no comment. */
export function withoutNote<Value>(value: Value): Noted<Value> {
  return { value, note: null };
}

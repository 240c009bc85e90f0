import type { Severity } from './contract.ts';

/**
 * A rule, type or requirement of a field. It is a constant of the generated module. Each issue about it copies these
 * members.
 */
export interface Rule {
  readonly severity: Severity;
  readonly code: string;
  readonly ruleId: string | null;
  readonly field: string | null;
  readonly column: string | null;
  readonly message: string;
}

/** A field and its column in the file. It is a constant of the generated module. */
export interface FieldLocation {
  readonly field: string;
  /** Null: the value is in no column. */
  readonly column: string | null;
}

import type { Severity } from './contract.ts';

/** What a rule of the spec says of a record that breaks it: constant, written into the generated module. */
export interface Rule {
  readonly severity: Severity;
  readonly code: string;
  readonly ruleId: string | null;
  readonly field: string | null;
  readonly column: string | null;
  readonly message: string;
}

/** Where a field's issues are: constant, written into the generated module. */
export interface FieldLocation {
  readonly field: string;
  readonly column: string;
}

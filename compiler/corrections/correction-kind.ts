import type {
  CorrectionOf,
  CorrectionRule,
  CorrectionType,
  Field,
  FieldType,
  ValidationRule,
} from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';

/** The surroundings of a correction that its check may read. */
export interface CorrectionContext {
  readonly field: Field;
  /** The corrections of the field that run after this one. */
  readonly behind: readonly CorrectionRule[];
  readonly rules: readonly ValidationRule[];
  /** JSON pointer of the correction. */
  readonly pointer: string;
  /** Its name in messages: `correction "trim-id"`. */
  readonly by: string;
  readonly report: Report;
}

/**
 * Everything that the compiler knows about one kind of correction. `Plan` is plain data that `plan` derives from a
 * correction.
 */
export interface CorrectionKind<T extends CorrectionType, Plan> {
  readonly correctionType: T;
  readonly types: readonly FieldType[];
  /** NULL: acts only on null and on blank text. TEXT: acts on any text. */
  readonly actsOn: 'NULL' | 'TEXT';
  /** Whether the result can be longer than the input. */
  readonly grows: boolean;
  check(correction: CorrectionOf<T>, context: CorrectionContext): void;
  plan(correction: CorrectionOf<T>): Plan;
  /** Describes the correction in documentation: `padded on the left with "0" to 8 characters`. */
  sentence(plan: Plan): string;
  /**
   * Returns some inputs, which may be null, that the correction converts to `text`. Sample files use them. Empty if
   * none are easy to find.
   */
  befores(plan: Plan, text: string): readonly (string | null)[];
  /** Returns the declarations of the correction in the generated module. `name` is reserved for it. */
  declare(plan: Plan, name: string, scope: Scope): readonly Code[];
  /**
   * Returns an expression for the corrected `text`. If `mayFail`, the expression can also return TOO_LONG or
   * TOO_COSTLY.
   */
  correct(plan: Plan, text: Code, name: string, scope: Scope): Code;
  /** Whether the expression of `correct` can return TOO_LONG or TOO_COSTLY instead of a text. */
  readonly mayFail: boolean;
}

/** A correction kind whose plan type is unknown to the caller. */
export type AnyCorrectionKind = Omit<CorrectionKind<CorrectionType, unknown>, 'check' | 'plan'> & {
  check(correction: CorrectionRule, context: CorrectionContext): void;
  plan(correction: CorrectionRule): unknown;
};

/** Adds the defaults that most kinds share, and hides the types of a kind. */
export function correctionKind<T extends CorrectionType, Plan>(
  kind: Omit<CorrectionKind<T, Plan>, 'actsOn' | 'grows' | 'mayFail' | 'check' | 'declare' | 'befores'> &
    Partial<CorrectionKind<T, Plan>>,
): AnyCorrectionKind {
  const defaults = {
    actsOn: 'TEXT',
    grows: false,
    mayFail: false,
    check: () => {},
    declare: () => [],
    befores: () => [],
  };
  // Safe because correctionKinds maps each type to its kind, and each kind only receives plans that it created.
  return { ...defaults, ...kind } as unknown as AnyCorrectionKind;
}

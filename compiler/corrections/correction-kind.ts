import type {
  CorrectionOf,
  CorrectionRule,
  CorrectionType,
  Field,
  FieldType,
  ValidationRule,
} from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostic.ts';
import type { Code } from '../4-emit/literal.ts';
import type { Scope } from '../4-emit/scope.ts';

/** What a check of one correction may look at. */
export interface CorrectionContext {
  readonly field: Field;
  /** The field's corrections behind this one, and its rules. */
  readonly behind: readonly CorrectionRule[];
  readonly rules: readonly ValidationRule[];
  /** JSON pointer of the correction. */
  readonly pointer: string;
  /** `correction "trim-id"`. */
  readonly by: string;
  readonly report: Report;
}

/** Everything about one kind of correction; the stages of the compiler ask it. `Plan` is what the plan keeps of it, plain data. */
export interface CorrectionKind<T extends CorrectionType, Plan> {
  readonly correctionType: T;
  readonly types: readonly FieldType[];
  /** NULL: it acts on null and on blank alone. TEXT: on any text. */
  readonly actsOn: 'NULL' | 'TEXT';
  /** Whether it can make a text longer than it came. */
  readonly grows: boolean;
  check(correction: CorrectionOf<T>, context: CorrectionContext): void;
  plan(correction: CorrectionOf<T>): Plan;
  /** What it does, in words behind the field's name: `padded on the left with "0" to 8`. */
  sentence(plan: Plan): string;
  /** Texts that it turns into this one, null among them; as far as they are easily found. For sample files. */
  befores(plan: Plan, text: string): readonly (string | null)[];
  /** What the generated module declares for it; `name` is its own in the module. */
  declare(plan: Plan, name: string, scope: Scope): readonly Code[];
  /** An expression: the corrected `text`, or where `mayFail` one of the kernel's refusals. */
  correct(plan: Plan, text: Code, name: string, scope: Scope): Code;
  /** Whether `correct` may give TOO_LONG or TOO_COSTLY instead of a text. */
  readonly mayFail: boolean;
}

/** A kind whose plan is not known to the one who asks: kinds make and take their own plans. */
export type AnyCorrectionKind = Omit<CorrectionKind<CorrectionType, unknown>, 'check' | 'plan'> & {
  check(correction: CorrectionRule, context: CorrectionContext): void;
  plan(correction: CorrectionRule): unknown;
};

/** Fills in what most kinds have in common, and forgets the types that only the kind itself knows. */
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
  // The list hands a kind only corrections of its own type, and only the plan that it made.
  return { ...defaults, ...kind } as unknown as AnyCorrectionKind;
}

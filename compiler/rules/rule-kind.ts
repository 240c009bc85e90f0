import type { Field, FieldType, RuleOf, RuleType, ValidationRule } from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import type { Landmarks } from './boundary-values.ts';
import type { JsonType, SchemaKeywords } from './value-schema.ts';

/** The surroundings of a rule that its check may read. */
export interface RuleContext {
  readonly field: Field;
  /** All rules of the field, including this one. */
  readonly siblings: readonly ValidationRule[];
  /** JSON pointer of the rule. */
  readonly pointer: string;
  /** Its name in messages: `rule "positive"`. */
  readonly by: string;
  readonly report: Report;
}

/** Everything that the compiler knows about one kind of rule. `Plan` is plain data that `plan` derives from a rule. */
export interface RuleKind<T extends RuleType, Plan> {
  readonly ruleType: T;
  readonly types: readonly FieldType[];
  check(rule: RuleOf<T>, context: RuleContext): void;
  /** Plans a rule. Must only be called if `check` reports no error, and may throw otherwise. */
  plan(rule: RuleOf<T>, field: Field): Plan;
  /** Describes the rule in documentation: `at least 0.01`. */
  sentence(plan: Plan): string;
  /** Describes the rule after the word "must" in an issue: `be at least 0.01`. */
  demand(plan: Plan): string;
  /**
   * Returns whether a value violates the rule, as far as the compiler can know. A range that depends on `today` is
   * never violated here.
   */
  refuses(plan: Plan, value: string): boolean;
  /** Returns the boundary values of the rule, for sample files. */
  landmarks(plan: Plan): Landmarks;
  /** Returns what JSON Schema can express of the rule, for the value in the message. */
  schema(plan: Plan, type: JsonType): SchemaKeywords;
  /** Suffix of the name that the rule declares in the generated module: `Pattern`. */
  readonly declares: string;
  /** Returns the declarations of the rule in the generated module. `name` is reserved for it. */
  declare(plan: Plan, name: string, scope: Scope): readonly Code[];
  /** Returns a boolean expression that is true if `value` violates the rule. */
  isBroken(plan: Plan, value: RuleSubject, name: string, scope: Scope): Code;
}

/** The value that a rule checks, as expressions. It is never null. */
export interface RuleSubject {
  readonly text: Code;
  /** DATE: a call that returns the epoch day of the value. */
  readonly day: Code;
}

/** A rule kind whose plan type is unknown to the caller. */
export type AnyRuleKind = Omit<RuleKind<RuleType, unknown>, 'check' | 'plan'> & {
  check(rule: ValidationRule, context: RuleContext): void;
  plan(rule: ValidationRule, field: Field): unknown;
};

/** Adds the defaults that most kinds share, and hides the types of a kind. */
export function ruleKind<T extends RuleType, Plan>(
  kind: Omit<RuleKind<T, Plan>, 'check' | 'declare' | 'declares' | 'demand' | 'landmarks' | 'schema'> &
    Partial<RuleKind<T, Plan>>,
): AnyRuleKind {
  const defaults = {
    check: () => {},
    declare: () => [],
    declares: 'Operand',
    landmarks: () => ({}),
    schema: () => ({}),
    demand: (plan: Plan) => `be ${kind.sentence(plan)}`,
  };
  // Safe because ruleKinds maps each type to its kind, and each kind only receives plans that it created.
  return { ...defaults, ...kind } as unknown as AnyRuleKind;
}

import type { Field, FieldType, RuleOf, RuleType, ValidationRule } from '../1-read/spec-shape.ts';
import type { Report } from '../diagnostic.ts';
import type { Code } from '../4-emit/literal.ts';
import type { Scope } from '../4-emit/scope.ts';
import type { Landmarks } from './landmarks.ts';
import type { JsonType, SchemaKeywords } from './value-schema.ts';

/** What a check of one rule may look at. */
export interface RuleContext {
  readonly field: Field;
  /** All rules of the field, this one among them. */
  readonly siblings: readonly ValidationRule[];
  /** JSON pointer of the rule. */
  readonly pointer: string;
  /** `rule "positive"`. */
  readonly by: string;
  readonly report: Report;
}

/** Everything about one kind of rule; the stages of the compiler ask it. `Plan` is what the plan keeps of it, plain data. */
export interface RuleKind<T extends RuleType, Plan> {
  readonly ruleType: T;
  readonly types: readonly FieldType[];
  check(rule: RuleOf<T>, context: RuleContext): void;
  /** Only asked where `check` found no error. */
  plan(rule: RuleOf<T>, field: Field): Plan;
  /** What it asks for, in words: `at least 0.01`. */
  sentence(plan: Plan): string;
  /** The same behind `must`: `be at least 0.01`. */
  demand(plan: Plan): string;
  /** Whether it refuses a value, judged at compile time; `today` is not known then. */
  refuses(plan: Plan, value: string): boolean;
  /** Where its verdict turns, for sample files. */
  landmarks(plan: Plan): Landmarks;
  /** What holds of the value in the message, as far as JSON Schema has words for it. */
  schema(plan: Plan, type: JsonType): SchemaKeywords;
  /** How the name ends of what it declares in the generated module: `Pattern`. */
  readonly declares: string;
  /** What the generated module declares for it; `name` is its own in the module. */
  declare(plan: Plan, name: string, scope: Scope): readonly Code[];
  /** An expression: whether `value` breaks it. */
  isBroken(plan: Plan, value: RuleSubject, name: string, scope: Scope): Code;
}

/** What a rule judges: the value as text, never null. */
export interface RuleSubject {
  readonly text: Code;
  /** DATE: a call that gives the value's epoch day. */
  readonly day: Code;
}

/** A kind whose plan is not known to the one who asks: kinds make and take their own plans. */
export type AnyRuleKind = Omit<RuleKind<RuleType, unknown>, 'check' | 'plan'> & {
  check(rule: ValidationRule, context: RuleContext): void;
  plan(rule: ValidationRule, field: Field): unknown;
};

/** Fills in what most kinds have in common, and forgets the types that only the kind itself knows. */
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
  // The list hands a kind only rules of its own type, and only the plan that it made.
  return { ...defaults, ...kind } as unknown as AnyRuleKind;
}

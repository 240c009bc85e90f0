import type { ByteContext, ByteRule } from '../bytes/byte-form.ts';
import type { Code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { type KeyShapes, type KeyValues, type ObjectShape } from '../shape/shape.ts';
import type { FieldType, typeKeys } from '../types/type-kinds.ts';
import type { JsonType, SchemaKeywords } from '../types/value-schema.ts';
import type { BoundaryValues } from './boundary-values.ts';
import { choice, object, optional, required, text } from '../shape/create-shape.ts';

/** The maximum length of a rule's message in issues, in code points. Specs may contain longer ones, which are cut. */
export const MAX_MESSAGE_CODE_POINTS = 500;

/** The keys of every rule. */
const ruleKeys = {
  ruleId: required(
    text('The name of the rule in issues, unique among all corrections and rules of the spec.', { min: 1, max: 1000 }),
  ),
  field: required(text('The name of the checked field.')),
  message: optional(
    text(
      'The message of issues, of up to 500 characters: a longer one is cut. Default: a sentence with the field and the rule.',
      { min: 1, max: 10_000 },
    ),
  ),
  severity: optional(
    choice(
      'The severity of issues. FATAL fails the record, ERROR skips it in runs that skip invalid records, and WARNING only reports. Default: `ERROR`.',
      ['FATAL', 'ERROR', 'WARNING'],
    ),
  ),
};
/** A rule whose operands are unknown to the caller. */
export interface AnyRule extends KeyValues<typeof ruleKeys> {
  readonly ruleType: string;
}

/** A field with the keys of its type, for the checks and plans of its rules and corrections. */
export type RuleField = { readonly name: string; readonly type: FieldType } & KeyValues<typeof typeKeys>;

/** The surroundings of a rule that its check may read. */
export interface RuleContext {
  readonly field: RuleField;
  /** The lengths in code points that all length rules of the field allow. A null maximum means no limit. */
  readonly lengths: readonly [min: number, max: number | null];
  /** JSON pointer of the rule. */
  readonly pointer: string;
  /** Its name in messages: `rule "positive"`. */
  readonly by: string;
  readonly report: Report;
}

/** Everything that the compiler knows about one kind of rule. */
export interface RuleKind<T extends string = string, K extends KeyShapes = KeyShapes>
  extends Behavior<unknown, AnyRule> {
  readonly ruleType: T;
  readonly types: readonly FieldType[];
  /** The keys of such a rule, with their documentation. */
  readonly shape: ObjectShape<typeof ruleKeys & K>;
}

/** What a kind of rule defines. `Plan` is plain data that `plan` derives from a rule. */
type RuleDefinition<T extends string, K extends KeyShapes, Plan> = {
  readonly ruleType: T;
  /** The types of fields that such a rule can check. */
  readonly types: readonly FieldType[];
  /** Describes the rule in the language reference and in the JSON Schema of specs. */
  readonly doc: string;
  /** The keys of such a rule besides those of every rule. */
  readonly operands: K;
} & Pick<Behavior<Plan, AnyRule & KeyValues<K>>, 'plan' | 'sentence' | 'violates' | 'isBroken'> &
  Partial<Behavior<Plan, AnyRule & KeyValues<K>>>;

interface Behavior<Plan, Rule> {
  /** Reports invalid operands. */
  check(rule: Rule, context: RuleContext): void;
  /** Plans a rule. Must only be called if `check` reports no error, and may throw otherwise. */
  plan(rule: Rule, field: RuleField): Plan;
  /** Describes the rule in documentation: `at least 0.01`. */
  sentence(plan: Plan): string;
  /** Describes the rule after the word "must" in an issue: `be at least 0.01`. */
  demand(plan: Plan): string;
  /**
   * Returns whether a value violates the rule, as far as the compiler can know. A range that depends on `today` is
   * never violated here.
   */
  violates(plan: Plan, value: string): boolean;
  /** Returns the boundary values of the rule, for sample files. */
  boundaryValues(plan: Plan): BoundaryValues;
  /** Returns the lengths in code points that the rule allows, if it limits them. The rule may be invalid. */
  lengths(rule: Rule): { readonly min?: number; readonly max?: number };
  /**
   * Returns a regex that matches exactly the values that satisfy the rule, or null if there is none that is small
   * enough. Comparisons of specs use it.
   */
  pattern(rule: Rule, field: RuleField): string | null;
  /** Returns what JSON Schema can express of the rule, for the value in the message. */
  schema(plan: Plan, type: JsonType): SchemaKeywords;
  /** Returns all identifiers that the declarations of the rule use for a base name. */
  declaredNames(name: string): readonly string[];
  /** Returns the declarations of the rule in the generated module. `name` is their base name. */
  declare(plan: Plan, name: string, scope: Scope): readonly Code[];
  /** Whether `isBroken` reads the epoch day of the value. */
  readonly needsDay: boolean;
  /** Returns a boolean expression that is true if `value` violates the rule. */
  isBroken(plan: Plan, value: RuleSubject, name: string, scope: Scope): Code;
  /** Explains the numbers in that expression: `18262 is 2020-01-01`. Null if they explain themselves. */
  explain(plan: Plan): string | null;
  /** Returns how the rule checks a value in bytes. `name` is the base name of its declarations. Default: not at all. */
  inBytes(plan: Plan, name: string, context: ByteContext): ByteRule;
}

/** The value that a rule checks, as expressions. It is never null. */
export interface RuleSubject {
  readonly text: Code;
  /** DATE: a variable with the epoch day of the value. */
  readonly day: Code;
}

/** Adds the keys and defaults that kinds share, and hides the plan and the operands of a kind. */
export function createRuleKind<const T extends string, K extends KeyShapes, Plan>({
  doc,
  operands,
  ...definition
}: RuleDefinition<T, K, Plan>): RuleKind<T, K> {
  const defaults = {
    shape: object(doc, { ...ruleKeys, ...operands }),
    check: () => {},
    demand: (plan: Plan) => `be ${definition.sentence(plan)}`,
    boundaryValues: () => ({}),
    lengths: () => ({}),
    pattern: () => null,
    schema: () => ({}),
    declaredNames: () => [],
    declare: () => [],
    needsDay: false,
    explain: () => null,
    inBytes: () => ({}),
  };
  // Safe because ruleKinds maps each type to its kind, and each kind receives only rules of its type and its own plans.
  return { ...defaults, ...definition } as unknown as RuleKind<T, K>;
}

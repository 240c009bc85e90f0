import type { ByteContext, ByteRule } from '../../emitting/bytes/byte-form.ts';
import type { Code } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import type { KeyShapes, KeyValues, ObjectShape } from '../shape/shape.ts';
import type { FieldType, typeKeys } from '../types/type-kinds.ts';
import type { JsonType, SchemaKeywords } from '../types/value-schema.ts';
import type { BoundaryValues } from './boundary-values.ts';
import { conditionShape } from './condition.ts';
import { choice, object, optional, required, text } from '../shape/create-shape.ts';

/**
 * The maximum length of a rule's message in an issue, in code points. A spec may contain longer messages, which issues
 * cut.
 */
export const MAX_MESSAGE_CODE_POINTS = 500;

/** The keys that every rule has. */
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
  when: optional(conditionShape),
};
/** A rule of any kind: only the keys that every rule has are known. */
export interface AnyRule extends KeyValues<typeof ruleKeys> {
  readonly ruleType: string;
}

/** A field with its name, its type and the keys of all types. The checks and plans of rules and corrections use it. */
export type RuleField = { readonly name: string; readonly type: FieldType } & KeyValues<typeof typeKeys>;

/** What the check of a rule may read besides the rule. */
export interface RuleContext {
  readonly field: RuleField;
  /**
   * The minimum and maximum length in code points that the length rules of the field allow together. A null maximum
   * means no limit.
   */
  readonly lengths: readonly [min: number, max: number | null];
  /** All fields of the spec by name. Empty if the rule is checked against a single value. */
  readonly fields: ReadonlyMap<string, RuleField>;
  /** The names of the reference tables of the spec. */
  readonly tables: readonly string[];
  /** JSON pointer of the rule. */
  readonly pointer: string;
  /** The name of the rule in messages: `rule "positive"`. */
  readonly by: string;
  readonly report: Report;
}

/** Everything that the compiler knows about one kind of rule. */
export interface RuleKind<T extends string = string, K extends KeyShapes = KeyShapes>
  extends Behavior<unknown, AnyRule> {
  readonly ruleType: T;
  /** The types of fields that the rule applies to. */
  readonly types: readonly FieldType[];
  /** All keys of a rule of this kind, with their documentation. */
  readonly shape: ObjectShape<typeof ruleKeys & K>;
}

/** What a file defines for one kind of rule. `Plan` is the plain data that `plan` derives from a rule. */
type RuleDefinition<T extends string, K extends KeyShapes, Plan> = {
  readonly ruleType: T;
  /** The types of fields that the rule applies to. */
  readonly types: readonly FieldType[];
  /** Describes the rule in the language reference and in the JSON Schema of specs. */
  readonly doc: string;
  /** The keys of this kind, in addition to those that every rule has. */
  readonly operands: K;
} & Pick<Behavior<Plan, AnyRule & KeyValues<K>>, 'plan' | 'sentence' | 'violates' | 'isBroken'> &
  Partial<Behavior<Plan, AnyRule & KeyValues<K>>>;

/** A limit of values or of their lengths. */
export interface Limit {
  readonly of: 'VALUE' | 'LENGTH';
  readonly side: 'MIN' | 'MAX';
  readonly operand: string;
}

/** Another rule of a field, with the values that it lists; see `listedValues`. */
export interface OtherRule {
  readonly rule: AnyRule;
  readonly listed: readonly string[] | null;
}

/** Returns the operands of another rule if it is of a kind. The cast is safe, because the kind determines the keys. */
export function ruleOfKind<Rule extends AnyRule>(rule: Rule, { rule: other }: OtherRule): Rule | null {
  return other.ruleType === rule.ruleType ? (other as Rule) : null;
}

interface Behavior<Plan, Rule> {
  /** Keys of a field with which other tools say the same, in lower case. The name of the kind is one without saying. */
  readonly otherKeys: readonly string[];
  /** Reports invalid operands. */
  check(rule: Rule, context: RuleContext): void;
  /** Returns the name of the other field whose value the rule needs. Null if it needs only the value of its field. */
  otherField(rule: Rule): string | null;
  /** Returns the reference table whose keys the rule reads. Null if it reads none. */
  tableOf(rule: Rule): string | null;
  /** Returns the expression that must hold, which reads several fields. Null if the rule has none. */
  expression(rule: Rule): string | null;
  /** Returns the names of the fields that the expression of the rule reads. Empty if it has none. */
  otherFieldsOf(rule: Rule): readonly string[];
  /** Returns the rule of an earlier state of a spec with the new names of the other fields that it needs. */
  renameFields(rule: Rule, nowOf: (name: string) => string): Rule;
  /** Whether null is what violates the rule, and the only thing. Then `isBroken` and `inBytes` are not used. */
  readonly checksNull: boolean;
  /** The key of the operand, for places in a spec. Null if the rule has none. Default: the first key of `operands`. */
  readonly operandKey: string | null;
  /** Returns the operand as a spec shows it, or null if the rule has none. */
  operand(rule: Rule): unknown;
  /**
   * Returns the operand as plain data that is equal for two rules whose operands mean the same, such as `1` and `1.0`.
   * Default: the plan.
   */
  comparable(rule: Rule, field: RuleField): unknown;
  /**
   * Returns plain data that is equal for two rules that accept the same values although their operands differ, or
   * undefined if that is not known.
   */
  effect(rule: Rule): unknown;
  /** Returns the values that the rule lists, if it accepts no others. Null if it has no such list. */
  listedValues(rule: Rule): readonly string[] | null;
  /** Returns values that the rule accepts, for examples in messages. Empty if its other members are enough. */
  examples(rule: Rule): readonly string[];
  /**
   * The smallest or largest number that the rule accepts, as the spec has it: of the value itself or of its length. Null
   * if the rule is no such limit.
   */
  limit(rule: Rule): Limit | null;
  /**
   * Whether every value that violates the rule violates another rule of the field. Returns false if that is not certain.
   * `other` is of any kind. For a rule that needs another field, `other` does, too; conditions are compared elsewhere.
   */
  isCoveredBy(rule: Rule, other: OtherRule, field: RuleField): boolean;
  /**
   * Whether the rule accepts every text that it accepts also without the blanks around it. Null if only the automaton of
   * `pattern` can decide that.
   */
  acceptsTrimmed(rule: Rule): boolean | null;
  /** Returns whether the verdict of the rule depends on the day of the run. */
  dependsOnToday(rule: Rule): boolean;
  /** Returns whether a value violates the rule. Null if that depends on the day of the run. Default: `violates`. */
  judge(plan: Plan, value: string, field: RuleField): boolean | null;
  /** Returns the plan of a rule. May throw if `check` reports an error for it. */
  plan(rule: Rule, field: RuleField): Plan;
  /** Describes the rule for documentation: `at least 0.01`. */
  sentence(plan: Plan): string;
  /** Returns the end of the sentence "The value must …" for messages: `be at least 0.01`. */
  demand(plan: Plan): string;
  /**
   * Returns whether a value violates the rule. Always false for REQUIRED, for DATE_RANGE, whose `today` is unknown at
   * compile time, and for COMPARE.
   */
  violates(plan: Plan, value: string): boolean;
  /** Returns the values at which the verdict of the rule changes, for sample files. */
  boundaryValues(plan: Plan): BoundaryValues;
  /**
   * Returns the minimum and maximum length that the rule allows, in code points. An absent one means no limit. Returns
   * no limits for an invalid rule.
   */
  lengths(rule: Rule): { readonly min?: number; readonly max?: number };
  /**
   * Returns a regular expression that matches exactly the values that satisfy the rule. Returns null if there is none,
   * or if its automaton would be too large. `diff` compares rules with it.
   */
  pattern(rule: Rule, field: RuleField): string | null;
  /**
   * Returns the JSON Schema keywords that the rule implies for the value in the message. Empty if JSON Schema cannot
   * express the rule.
   */
  schema(plan: Plan, type: JsonType): SchemaKeywords;
  /** Returns all identifiers that the declarations of the rule use if their base name is `name`. */
  declaredNames(name: string): readonly string[];
  /** Returns the declarations of the rule for the generated module. `name` is their base name. */
  declare(plan: Plan, name: string, scope: Scope): readonly Code[];
  /** Whether `isBroken` needs the value as days since 1970-01-01. */
  readonly needsDay: boolean;
  /**
   * Returns a boolean expression that is true if `value` violates the rule. `name` is the base name of the rule's
   * declarations.
   */
  isBroken(plan: Plan, value: RuleSubject, name: string, scope: Scope): Code;
  /**
   * Returns a comment on the numbers in the expression of `isBroken`, such as `18262 is 2020-01-01`. Null if they need
   * no comment.
   */
  explain(plan: Plan): string | null;
  /**
   * Returns how the fast reader checks the rule. `name` is the base name of the rule's declarations. Default: no
   * member, so only the careful reader checks it.
   */
  inBytes(plan: Plan, name: string, context: ByteContext): ByteRule;
}

/** The value that a rule checks, as expressions. It is never null. */
export interface RuleSubject {
  /** The value as text. */
  readonly text: Code;
  /** An expression for the days since 1970-01-01. Only for DATE fields. */
  readonly day: Code;
  /** The value of the other field that the rule needs. It is never null. */
  readonly other?: Omit<RuleSubject, 'other'>;
}

/**
 * Creates a kind of rule from its definition: adds the keys of every rule and the default behavior. The returned type
 * hides the types of the plan and the operands.
 */
export function createRuleKind<const T extends string, K extends KeyShapes, Plan>({
  doc,
  operands,
  ...definition
}: RuleDefinition<T, K, Plan>): RuleKind<T, K> {
  const operandKey = Object.keys(operands)[0] ?? null;
  const defaults = {
    shape: object(doc, { ...ruleKeys, ...operands }),
    otherKeys: [],
    check: () => {},
    otherField: () => null,
    tableOf: () => null,
    expression: () => null,
    otherFieldsOf: () => [],
    renameFields: <Rule>(rule: Rule) => rule,
    checksNull: false,
    operandKey,
    operand: (rule: object) => Object.entries(rule).find(([key]) => key === operandKey)?.[1] ?? null,
    comparable: definition.plan,
    effect: () => undefined,
    listedValues: () => null,
    examples: () => [],
    limit: () => null,
    isCoveredBy: () => false,
    acceptsTrimmed: () => null,
    dependsOnToday: () => false,
    judge: definition.violates,
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
  // Safe because ruleKinds maps each type to its kind, and each kind receives only rules and plans of its type.
  return { ...defaults, ...definition } as unknown as RuleKind<T, K>;
}

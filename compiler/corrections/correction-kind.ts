import type { ByteCorrection } from '../bytes/byte-form.ts';
import type { Code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { RuleField } from '../rules/rule-kind.ts';
import type { ValidationRule } from '../rules/rule-kinds.ts';
import { type KeyShapes, type KeyValues, type ObjectShape } from '../shape/shape.ts';
import type { FieldType } from '../types/type-kinds.ts';
import { object, required, text } from '../shape/create-shape.ts';

/** The keys of every correction. */
const correctionKeys = {
  ruleId: required(
    text('The name of the correction, unique among all corrections and rules of the spec.', { min: 1, max: 1000 }),
  ),
  field: required(text('The name of the corrected field.')),
};

/** A correction whose operands are unknown to the caller. */
export interface AnyCorrection extends KeyValues<typeof correctionKeys> {
  readonly correctionType: string;
}

/** The surroundings of a correction that its check may read. */
export interface CorrectionContext {
  readonly field: RuleField;
  /** Whether it is the last correction of the field. */
  readonly isLast: boolean;
  /** The rules of the field. */
  readonly rules: readonly ValidationRule[];
  /** JSON pointer of the correction. */
  readonly pointer: string;
  /** Its name in messages: `correction "trim-id"`. */
  readonly by: string;
  readonly report: Report;
}

/** The result of a correction at compile time: the text is TYPE_MISMATCH. */
export const TYPE_MISMATCH = Symbol('TYPE_MISMATCH');

/** Everything that the compiler knows about one kind of correction. */
export interface CorrectionKind<T extends string = string, K extends KeyShapes = KeyShapes>
  extends Behavior<unknown, AnyCorrection> {
  readonly correctionType: T;
  readonly types: readonly FieldType[];
  /** The keys of such a correction, with their documentation. */
  readonly shape: ObjectShape<typeof correctionKeys & K>;
}

/** What a kind of correction defines. `Plan` is plain data that `plan` derives from a correction. */
type CorrectionDefinition<T extends string, K extends KeyShapes, Plan> = {
  readonly correctionType: T;
  /** The types of fields that such a correction can correct. */
  readonly types: readonly FieldType[];
  /** Describes the correction in the language reference and in the JSON Schema of specs. */
  readonly doc: string;
  /** The keys of such a correction besides those of every correction. */
  readonly operands: K;
} & Pick<Behavior<Plan, AnyCorrection & KeyValues<K>>, 'plan' | 'sentence' | 'correct'> &
  Partial<Behavior<Plan, AnyCorrection & KeyValues<K>>>;

interface Behavior<Plan, Correction> {
  /** NULL: acts only on null and on blank text. TEXT: acts on any text. */
  readonly actsOn: 'NULL' | 'TEXT';
  /** Whether the result can be longer than the input. */
  readonly grows: boolean;
  /** Whether the expression of `correct` can return TOO_LONG or TOO_COSTLY instead of a text. */
  readonly mayFail: boolean;
  /** Reports invalid operands. */
  check(correction: Correction, context: CorrectionContext): void;
  /** Plans a correction. Must only be called if `check` reports no error, and may throw otherwise. */
  plan(correction: Correction): Plan;
  /** Describes the correction in documentation: `padded on the left with "0" to 8 characters`. */
  sentence(plan: Plan): string;
  /**
   * Returns some inputs, which may be null, that the correction converts to `text`. Sample files use them. Empty if
   * none are easy to find.
   */
  findInputs(plan: Plan, text: string): readonly (string | null)[];
  /** Returns all identifiers that the declarations of the correction use for a base name. */
  declaredNames(name: string): readonly string[];
  /** Returns the declarations of the correction in the generated module. `name` is their base name. */
  declare(plan: Plan, name: string, scope: Scope): readonly Code[];
  /**
   * Returns an expression for the corrected `text`. If `mayFail`, the expression can also return TOO_LONG or
   * TOO_COSTLY.
   */
  correct(plan: Plan, text: Code, name: string, scope: Scope): Code;
  /**
   * Corrects a text at compile time. Only a correction that acts on null receives null. Returns undefined if only the
   * kernel can correct the text, and REFUSED if the text is TYPE_MISMATCH.
   */
  apply(correction: Correction, text: string | null): string | null | typeof TYPE_MISMATCH | undefined;
  /** Whether the correction can make a text longer than `maxBytes` bytes of UTF-8 that was not. */
  canOutgrow(correction: Correction, field: RuleField, maxBytes: number): boolean;
  /**
   * Returns the functions that parse a date and format it again, if the correction converts dates. The module calls them
   * instead of `correct`. `keepsDay`: in the given pattern, the formatted text is read as the parsed day.
   */
  convertDate(plan: Plan, pattern: string, scope: Scope): DateConversion | null;
  /** Returns how the correction converts a value in bytes. Default: `careful`, only in the careful reader. */
  inBytes(plan: Plan): ByteCorrection;
}

/** The functions of the generated module that convert a date. */
export interface DateConversion {
  /** They are tried in this order. Each returns null for a text of another format. */
  readonly parsers: readonly Code[];
  readonly format: Code;
  readonly keepsDay: boolean;
  /** Whether a text of no source format stays unchanged. Otherwise it is TYPE_MISMATCH. */
  readonly keepsOthers: boolean;
}

/** Adds the keys and defaults that kinds share, and hides the plan and the operands of a kind. */
export function createCorrectionKind<const T extends string, K extends KeyShapes, Plan>({
  doc,
  operands,
  ...definition
}: CorrectionDefinition<T, K, Plan>): CorrectionKind<T, K> {
  const defaults = {
    shape: object(doc, { ...correctionKeys, ...operands }),
    actsOn: 'TEXT',
    grows: false,
    mayFail: false,
    check: () => {},
    findInputs: () => [],
    declare: () => [],
    apply: () => undefined,
    canOutgrow: () => true,
    declaredNames: () => [],
    convertDate: () => null,
    inBytes: () => ({ step: 'careful' }),
  };
  // Safe because correctionKinds maps each type to its kind, and each kind receives only its corrections and plans.
  return { ...defaults, ...definition } as unknown as CorrectionKind<T, K>;
}

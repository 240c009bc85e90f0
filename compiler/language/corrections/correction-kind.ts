import type { ByteCorrection } from '../../emitting/bytes/byte-form.ts';
import type { Code } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import type { RuleField } from '../rules/rule-kind.ts';
import type { ValidationRule } from '../rules/rule-kinds.ts';
import type { KeyShapes, KeyValues, ObjectShape } from '../shape/shape.ts';
import type { FieldType } from '../types/type-kinds.ts';
import { object, required, text } from '../shape/create-shape.ts';

/** The keys that every correction has. */
const correctionKeys = {
  ruleId: required(
    text('The name of the correction, unique among all corrections and rules of the spec.', { min: 1, max: 1000 }),
  ),
  field: required(text('The name of the corrected field.')),
};

/** A correction of any kind: only the keys that every correction has are known. */
export interface AnyCorrection extends KeyValues<typeof correctionKeys> {
  readonly correctionType: string;
}

/** What the check of a correction may read besides the correction. */
export interface CorrectionContext {
  readonly field: RuleField;
  /** Whether the correction is the last one of its field. */
  readonly isLast: boolean;
  /** The validation rules of the field. */
  readonly rules: readonly ValidationRule[];
  /** JSON pointer of the correction. */
  readonly pointer: string;
  /** The name of the correction in messages: `correction "trim-id"`. */
  readonly by: string;
  readonly report: Report;
}

/** Returned by `apply` for a text that the correction rejects with the issue TYPE_MISMATCH. */
export const TYPE_MISMATCH = Symbol('TYPE_MISMATCH');

/** Everything that the compiler knows about one kind of correction. */
export interface CorrectionKind<T extends string = string, K extends KeyShapes = KeyShapes>
  extends Behavior<unknown, AnyCorrection> {
  readonly correctionType: T;
  /** The types of fields that the correction applies to. */
  readonly types: readonly FieldType[];
  /** All keys of a correction of this kind, with their documentation. */
  readonly shape: ObjectShape<typeof correctionKeys & K>;
}

/** What a file defines for one kind of correction. `Plan` is the plain data that `plan` derives from a correction. */
type CorrectionDefinition<T extends string, K extends KeyShapes, Plan> = {
  readonly correctionType: T;
  /** The types of fields that the correction applies to. */
  readonly types: readonly FieldType[];
  /** Describes the correction in the language reference and in the JSON Schema of specs. */
  readonly doc: string;
  /** The keys of this kind, in addition to those that every correction has. */
  readonly operands: K;
} & Pick<Behavior<Plan, AnyCorrection & KeyValues<K>>, 'plan' | 'sentence' | 'correct'> &
  Partial<Behavior<Plan, AnyCorrection & KeyValues<K>>>;

interface Behavior<Plan, Correction> {
  /** Keys of a field with which other tools say the same, in lower case. The name of the kind is one without saying. */
  readonly otherKeys: readonly string[];
  /** NULL: the correction applies only to null and to blank text. TEXT: it applies to any text, but not to null. */
  readonly actsOn: 'NULL' | 'TEXT';
  /**
   * What the correction changes, if it never changes anything else: BLANKS around the text, the CASE of letters, or NULL,
   * which it replaces together with blank text. Null: it may change any text.
   */
  readonly changesOnly: 'BLANKS' | 'CASE' | 'NULL' | null;
  /** Whether the result can be longer than the input. */
  readonly grows: boolean;
  /**
   * Whether the expression of `correct` can return TOO_LONG or TOO_COSTLY, two constants of the kernel, instead of a
   * text.
   */
  readonly mayFail: boolean;
  /** Returns the text that replaces null, and the key of the correction that contains it. Null if nothing replaces null. */
  fallback(correction: Correction): { readonly key: string; readonly text: string } | null;
  /** Returns the maximum number of code points that the correction adds to fill a text. */
  addedLength(correction: Correction): number;
  /** Returns the patterns of the dates that the correction converts. Null if it converts no dates. */
  dateChange(correction: Correction): DatePatterns | null;
  /** Reports invalid operands. */
  check(correction: Correction, context: CorrectionContext): void;
  /** Returns the plan of a correction. May throw if `check` reports an error for it. */
  plan(correction: Correction): Plan;
  /** Describes the correction for documentation: `padded on the left with "0" to 8 characters`. */
  sentence(plan: Plan): string;
  /**
   * Returns what the texts must be that the correction does not reject, for the issue TYPE_MISMATCH: `must be one of the
   * codes S, H`. The expression of `correct` is then undefined for a rejected text. Null: it rejects no text.
   */
  mismatch(plan: Plan): string | null;
  /**
   * Returns the texts on which two corrections of the kind may have different results. Null: they may differ on any text.
   */
  differsOn(old: Correction, now: Correction): readonly string[] | null;
  /** Returns texts of files that the correction is made for, for sample files. */
  typicalInputs(plan: Plan): readonly string[];
  /**
   * Returns texts, or null, that the correction may convert to `text`, for sample files. The caller must check that it
   * does. The list is empty if no candidate is easy to find.
   */
  findInputs(plan: Plan, text: string): readonly (string | null)[];
  /** Returns all identifiers that the declarations of the correction use if their base name is `name`. */
  declaredNames(name: string): readonly string[];
  /** Returns the declarations of the correction for the generated module. `name` is their base name. */
  declare(plan: Plan, name: string, scope: Scope): readonly Code[];
  /**
   * Returns an expression for the corrected text. `text` is an expression for the input, and `name` the base name of
   * the declarations. If `mayFail`, the expression can also return TOO_LONG or TOO_COSTLY.
   */
  correct(plan: Plan, text: Code, name: string, scope: Scope): Code;
  /**
   * Corrects a text at compile time. `text` is null only if the correction applies to null. Returns undefined if only
   * the kernel can correct the text. Returns the symbol TYPE_MISMATCH if the correction rejects the text.
   */
  apply(correction: Correction, text: string | null): string | null | typeof TYPE_MISMATCH | undefined;
  /**
   * Returns false if the correction never turns a text of at most `maxBytes` bytes of UTF-8 into a text of more than
   * `maxBytes` bytes. Returns true if it can, or if that is unknown.
   */
  canOutgrow(correction: Correction, field: RuleField, maxBytes: number): boolean;
  /**
   * Returns the functions that parse a date and format it again, or null if the correction does not convert dates. The
   * generated module calls these functions instead of the expression of `correct`. `pattern` is the pattern of the
   * field.
   */
  convertDate(plan: Plan, pattern: string, scope: Scope): DateConversion | null;
  /**
   * Returns how the fast reader applies the correction. Default: `careful`, which means only the careful reader applies
   * it. `name` is the base name of the declarations.
   */
  inBytes(plan: Plan, name: string): ByteCorrection;
}

/** The patterns of a correction that converts dates. */
export interface DatePatterns {
  readonly sources: readonly string[];
  readonly target: string;
  /** The first of the hundred years that `yy` means in the sources. Absent: 2000. */
  readonly centuryStart?: number;
  /** The language of names in the sources. Absent: English. */
  readonly locale?: string;
  /** Whether a text that fits no source pattern stays unchanged. */
  readonly keepsOthers: boolean;
}

/** Functions of the generated module that convert a date. */
export interface DateConversion {
  /**
   * Functions that parse a text, in the order in which they are tried. Each returns null for a text that does not fit
   * its pattern.
   */
  readonly parsers: readonly Code[];
  /** The function that formats the parsed date as text. */
  readonly format: Code;
  /** Whether the formatted text, parsed in the field's pattern, is always the same day. */
  readonly keepsDay: boolean;
  /**
   * Whether a text that fits no source pattern stays unchanged. If false, a text that is not blank is then
   * TYPE_MISMATCH.
   */
  readonly keepsOthers: boolean;
}

/**
 * Creates a kind of correction from its definition: adds the keys of every correction and the default behavior. The
 * returned type hides the types of the plan and the operands.
 */
export function createCorrectionKind<const T extends string, K extends KeyShapes, Plan>({
  doc,
  operands,
  ...definition
}: CorrectionDefinition<T, K, Plan>): CorrectionKind<T, K> {
  const defaults = {
    shape: object(doc, { ...correctionKeys, ...operands }),
    otherKeys: [],
    actsOn: 'TEXT',
    changesOnly: null,
    fallback: () => null,
    addedLength: () => 0,
    dateChange: () => null,
    grows: false,
    mayFail: false,
    check: () => {},
    mismatch: () => null,
    differsOn: () => null,
    typicalInputs: () => [],
    findInputs: () => [],
    declare: () => [],
    apply: () => undefined,
    canOutgrow: () => true,
    declaredNames: () => [],
    convertDate: () => null,
    inBytes: () => ({ step: 'careful' }),
  };
  // Safe because correctionKinds maps each type to its kind, and each kind receives only corrections and plans of its
  // type.
  return { ...defaults, ...definition } as unknown as CorrectionKind<T, K>;
}

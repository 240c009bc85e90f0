import type { CorrectionType } from '../corrections/correction-kinds.ts';
import type { ReferenceInfo, Severity, WarningSeverities } from '../../kernel/model/contract.ts';
import type { ConditionPlan } from '../rules/condition.ts';
import type { MaskPlan } from '../masks/mask-kinds.ts';
import type { RuleType } from '../rules/rule-kinds.ts';
import type { Expression } from '../expressions/model/expression.ts';
import type { ReplacerPlan } from '../../emitting/patterns/plan-replacer.ts';
import type { KernelFunction } from '../../emitting/code/scope.ts';
import type { EncoderName } from '../../emitting/encoders/encoders.ts';
import type { FieldType } from '../types/type-kinds.ts';

/**
 * Everything that the emitter knows about a spec, as plain data. Defaults are filled in, names are chosen, and patterns
 * and dates are compiled. Each `operand` belongs to one kind of type, correction, rule or format, and only that kind
 * reads it.
 */
export interface Plan<Format extends string = string> {
  name: string;
  /** The spec's version. Empty if the creator of the plan does not need it. */
  version: string;
  description: string | null;
  /** Name of the record interface in the generated module: `Payments`. */
  typeName: string;
  format: Format;
  /** The plan that the format created; see compiler/formats. */
  formatOperand: unknown;
  /**
   * The name of the encoding in the WHATWG Encoding standard (`utf-8`, `windows-1252`), or of an EBCDIC code page
   * (`IBM037`).
   */
  encoding: string;
  fields: FieldPlan[];
  /** Names of what the module declares for the records of the plan. */
  names: RecordNames;
  /** The fields of the message key, as indexes into `fields`. Empty if messages have no key. */
  key: number[];
  /** The encoding of the messages. */
  encoder: EncoderName;
  /** Whether INTEGER and DECIMAL values are JSON numbers or JSON strings in the message. */
  numbersAs: 'NUMBER' | 'STRING';
  /** Texts that mean null, including the empty text. */
  nullTexts: string[];
  /** Maximum length of a record, in bytes of UTF-8. */
  maxRecordBytes: number;
  hasSensitiveFields: boolean;
  /** The severities of run warnings that the spec sets. Null if it sets none. */
  runWarnings: WarningSeverities | null;
  /** The reference tables of the spec. */
  reference: readonly ReferenceInfo[];
  /** The names of the credentials whose keys the masks of the spec need. */
  maskKeys: readonly string[];
}

/** Default of `maxRecordBytes`, in bytes. */
export const MAX_RECORD_BYTES = 1_048_576;

/** Names of what a generated module declares for one type of records. */
export interface RecordNames {
  /** The interface of the values that `readRecord` returns. */
  values: string;
  readRecord: string;
  toJson: string;
  toKey: string;
  toRecord: string;
  /** The function that checks the rules which need values of several fields, and the interface of its parameter. */
  validateTogether: string;
  relatedValues: string;
  /** The constant with the columns of the fields, in CSV. */
  columns: string;
}

/** The names in a module with one type of records. */
export const SINGLE_TYPE_NAMES: RecordNames = {
  values: 'Values',
  readRecord: 'readRecord',
  toJson: 'toJson',
  toKey: 'toKey',
  toRecord: 'toRecord',
  validateTogether: 'validateTogether',
  relatedValues: 'RelatedValues',
  columns: 'columns',
};

/** The source of a field whose value is copied from another record. */
export interface CopyPlan {
  /** The name of the record type, and the property of the value in its records. */
  type: string;
  key: string;
  /** Name of the interface of that type's values. */
  values: string;
}

/** The source of a field whose value is in a line before the header or the first record. */
export interface TitlePlan {
  /** The place of the field among all fields with such a value, from 0. */
  index: number;
  /** The number of the line, from 1. */
  line: number;
  /** The pattern whose first group is the value. */
  pattern: string;
  program: ReplacerPlan;
}

/** The plan of an expression. */
export interface ExpressionPlan {
  /** The expression as its author wrote it. */
  text: string;
  expression: Expression;
  /** The names of the fields that it reads. */
  reads: string[];
  /** Whether its value may be missing because it cannot be computed. */
  mayFail: boolean;
  /** Whether it reads a sensitive field, so that issues contain no value. */
  readsSensitive: boolean;
}

/** Returns whether a field has a place of its own in a record: it is not computed, not copied, and in no title line. */
export function hasPlace({ copy, computed, title }: Pick<FieldPlan, 'copy' | 'computed' | 'title'>): boolean {
  return copy === null && computed === null && title === null;
}

/** Returns whether values of a record are computed, or not published. The name of its type is a constant. */
export function needsStages(fields: readonly FieldPlan[]): boolean {
  return fields.some(
    ({ computed, isPublished, recordType }) => (computed !== null && recordType === undefined) || !isPublished,
  );
}

/** Returns the computed fields in an order in which each follows those that it reads. */
export function computedInOrder(fields: readonly FieldPlan[]): FieldPlan[] {
  return fields.filter(({ computed }) => computed !== null).toSorted((a, b) => a.computationOrder - b.computationOrder);
}

/** The plan of a field. */
export interface FieldPlan {
  /** Name of the field among those of its record. */
  name: string;
  /** Name of the field in the message, if it is published, and in issues. */
  messageName: string;
  /** Name of the column, or path of the element, in the file. */
  column: string;
  /** Property name of the field in the generated module: `amount`. */
  key: string;
  /** The field's part of function names in the generated module: `Amount`. */
  functionName: string;
  type: FieldType;
  /** The plan that the type created; see compiler/types. */
  operand: unknown;
  /** Whether results and logs must not contain the value of the field. */
  sensitive: boolean;
  /** Whether each record fails in which the field is null. If so, no published message contains null for the field. */
  isNeverNull: boolean;
  /**
   * Whether a default replaces null at the end of the corrections, so that each processed record has a value. Only the
   * types of the `.d.ts` say so: the text of a module does not depend on it.
   */
  isFilled: boolean;
  /** The TypeScript type of the value in a record, if the field is an INTEGER. */
  integerAs: 'number' | 'bigint';
  /** Whether rules keep an INTEGER within 64 bits. */
  isLong: boolean;
  /** What the encoding of the messages demands of values. Null: nothing. */
  limit: LimitPlan | null;
  /** Name of the constant with the field name and column for issues of the field. */
  columnConstant: string;
  /** The issue for a text of the file that is not of the field's type. */
  typeIssue: IssuePlan;
  /**
   * The issue for a property that is not of the field's type, in a plain object that the generated function `check`
   * receives. If its message is the same, it is the same object as `typeIssue`.
   */
  valueTypeIssue: IssuePlan;
  corrections: CorrectionPlan[];
  /**
   * The REQUIRED rules, in the order in which they are checked. They are not in `rules`, because null violates no other
   * rule.
   */
  requiredRules: IssuePlan[];
  /** The rules other than REQUIRED that need only the value of the field, in the order of the spec. */
  rules: RulePlan[];
  /** The rules of the field that need values of other fields. They are checked after all fields were read. */
  relations: RelationPlan[];
  /** Whether a relation of any field needs the value of this field. */
  isRelated: boolean;
  /** The source of the value if it is copied from another record. Null: the value is in the record itself. */
  copy: CopyPlan | null;
  /** The line before all records that has the value. Null: the value is elsewhere. */
  title: TitlePlan | null;
  /** How the value is computed. Null: it is read from the file, or copied. */
  computed: ExpressionPlan | null;
  /** The place of a computed field among all computed fields of the record. -1 for any other field. */
  computationOrder: number;
  /** Whether the message contains the value. */
  isPublished: boolean;
  /** The mask of the value, whose text is the value of another field. Null: it has none, or it is that text. */
  mask: MaskPlan | null;
  /** Whether the value is the masked text of the field before it. */
  isMaskedText: boolean;
  /** The name of the record type, if the field is the member that has this constant. Absent: it is another field. */
  recordType?: string;
}

/** The issue that a violated rule reports. It becomes a constant of the generated module. */
export interface IssuePlan {
  /** Name of the constant. */
  constant: string;
  severity: Severity;
  /** The code of the issue: the type of the rule, or TYPE_MISMATCH. */
  code: string;
  /** Null for TYPE_MISMATCH, which no rule of the spec reports. */
  ruleId: string | null;
  message: string;
}

/** What an encoding demands of values, and the issue for a value that does not fit. */
export interface LimitPlan {
  issue: IssuePlan;
  /** The function of the kernel that returns whether a value fits, and its operands after the value. */
  test: KernelFunction;
  operands: readonly number[];
}

/** The plan of a rule other than REQUIRED. */
export interface RulePlan extends IssuePlan {
  ruleType: RuleType;
  /** The plan that the rule kind created; see compiler/rules. */
  operand: unknown;
  /** Base name of the rule's declarations in the generated module. Rules with equal declarations share one name. */
  declares: string;
}

/** The plan of a rule that needs values of other fields. */
export interface RelationPlan extends RulePlan {
  /** The name of the field that the value is compared with. Null if the rule compares no fields. */
  other: string | null;
  /** The condition under which the rule is checked. Null: always. */
  when: ConditionPlan | null;
  /** Name of the set with the values of the condition. */
  whenConstant: string;
  /** The expression that must hold, and the issue for one that cannot be computed. Null: the rule has none. */
  expression: (ExpressionPlan & { readonly failure: IssuePlan }) | null;
}

/** The plan of a correction. */
export interface CorrectionPlan {
  correctionType: CorrectionType;
  /** The plan that the correction kind created; see compiler/corrections. */
  operand: unknown;
  /**
   * Base name of the correction's declarations in the generated module. Corrections with equal declarations share one
   * name.
   */
  declares: string;
  /** The issue for a text that the correction rejects. Null: it rejects no text, or its issue is that of the type. */
  mismatch: IssuePlan | null;
}

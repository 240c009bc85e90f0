import type { CorrectionType } from '../corrections/correction-kinds.ts';
import type { Severity } from '../kernel/model/contract.ts';
import type { RuleType } from '../rules/rule-kinds.ts';
import type { FieldType } from '../types/type-kinds.ts';

/**
 * Everything that the emitter may know about a spec: defaults are filled in, names are chosen, and patterns and dates
 * are compiled. Plain data. An `operand` belongs to one kind of type, correction, rule or format, and only that kind
 * reads it.
 */
export interface Plan<Format extends string = string> {
  name: string;
  version: string;
  description: string | null;
  /** Name of the interface of a record: `Payments`. */
  typeName: string;
  format: Format;
  /** The plan of the format; see compiler/formats. */
  formatOperand: unknown;
  /** The name in the WHATWG Encoding standard (`utf-8`, `windows-1252`), or an EBCDIC code page (`IBM037`). */
  encoding: string;
  fields: FieldPlan[];
  /** The fields of the message key, as indexes into `fields`. */
  key: number[];
  numbersAs: 'NUMBER' | 'STRING';
  /** Texts that mean null, including the empty text. */
  nullTexts: string[];
  maxRecordBytes: number;
  hasSensitiveFields: boolean;
}

/** The plan of a field. */
export interface FieldPlan {
  /** Name in the message. */
  name: string;
  /** Name in the file. */
  column: string;
  /** Property in the generated module: `amount`. */
  key: string;
  /** Part of function names in the generated module: `Amount`. */
  functionName: string;
  type: FieldType;
  /** The plan of the type; see compiler/types. */
  operand: unknown;
  sensitive: boolean;
  /** Whether the value is never null in a message. */
  isNeverNull: boolean;
  /** The TypeScript type of an INTEGER value. */
  integerAs: 'number' | 'bigint';
  /** Name of the constant with the field and column of the field's issues. */
  columnConstant: string;
  /** The issue of a text of the file that is not of the type. */
  typeIssue: IssuePlan;
  /**
   * The issue of a value that is not of the field's type, in an object that a program passes instead of a file. Often
   * the same as `typeIssue`.
   */
  valueTypeIssue: IssuePlan;
  corrections: CorrectionPlan[];
  /**
   * The REQUIRED rules, in the order in which they are checked. They are separate because null violates no other rule.
   */
  requiredRules: IssuePlan[];
  rules: RulePlan[];
}

/** The issue of a violated rule, which becomes a constant of the generated module. */
export interface IssuePlan {
  /** Name of the constant. */
  constant: string;
  severity: Severity;
  code: string;
  ruleId: string | null;
  message: string;
}

/** The plan of a rule other than REQUIRED. */
export interface RulePlan extends IssuePlan {
  ruleType: RuleType;
  /** The plan of the rule; see compiler/rules. */
  operand: unknown;
  /** Base name of the rule's declarations in the generated module. Equal declarations have the same one. */
  declares: string;
}

/** The plan of a correction. */
export interface CorrectionPlan {
  correctionType: CorrectionType;
  /** The plan of the correction; see compiler/corrections. */
  operand: unknown;
  /** Base name of the correction's declarations in the generated module. Equal declarations have the same one. */
  declares: string;
}

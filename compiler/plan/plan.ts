import type { CorrectionType, FieldType, Format, RuleType, Severity } from '../1-read/spec-shape.ts';

/**
 * All that the emitter may see of a spec: defaults filled in, names chosen, patterns and dates worked out.
 * Plain data; what belongs to one kind of type, correction, rule or format is `operand`, which only that kind reads.
 */
export interface Plan {
  name: string;
  version: string;
  description: string | null;
  /** The interface of a record: `Payments`. */
  typeName: string;
  format: Format;
  /** What the format keeps; see compiler/formats. */
  formatOperand: unknown;
  /** As WHATWG names it (`utf-8`, `windows-1252`), or a code page of EBCDIC (`IBM037`). */
  encoding: string;
  fields: FieldPlan[];
  /** The fields of the message's key, as places in `fields`. */
  key: number[];
  numbersAs: 'NUMBER' | 'STRING';
  /** Texts that mean null; the empty text is one of them. */
  nullTexts: string[];
  maxRecordBytes: number;
  hasSensitiveFields: boolean;
}

export interface FieldPlan {
  /** In the message. */
  name: string;
  /** In the file. */
  column: string;
  /** As a property in the generated module: `amount`. */
  key: string;
  /** In names of functions of the generated module: `Amount`. */
  functionName: string;
  type: FieldType;
  /** What the type keeps; see compiler/types. */
  operand: unknown;
  sensitive: boolean;
  /** Whether the value of a good record is never null. */
  isNeverNull: boolean;
  /** How INTEGER stands in TypeScript. */
  integerAs: 'number' | 'bigint';
  /** The constant that says where the field's issues are: field and column. */
  placeConstant: string;
  typeIssue: IssuePlan;
  corrections: CorrectionPlan[];
  /** In the order in which they judge; REQUIRED ones apart, as null breaks no other. */
  requiredRules: IssuePlan[];
  rules: RulePlan[];
}

/** What is said of a record that breaks a rule; a constant of the generated module. */
export interface IssuePlan {
  /** The constant's name. */
  constant: string;
  severity: Severity;
  code: string;
  ruleId: string | null;
  message: string;
}

export interface RulePlan extends IssuePlan {
  ruleType: RuleType;
  /** What the rule keeps; see compiler/rules. */
  operand: unknown;
  /** Name for what the rule declares in the generated module. */
  declares: string;
}

export interface CorrectionPlan {
  correctionType: CorrectionType;
  /** What the correction keeps; see compiler/corrections. */
  operand: unknown;
  /** Name for what the correction declares in the generated module. */
  declares: string;
}

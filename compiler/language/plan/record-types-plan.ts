import type { Repeat } from '../../kernel/repeats/repeat.ts';
import type { TypePlace } from '../../kernel/record-types/structure.ts';
import type { ReferenceInfo, Severity, WarningSeverities } from '../../kernel/model/contract.ts';
import type { FieldType } from '../types/type-kinds.ts';
import type { EncoderName } from '../../emitting/encoders/encoders.ts';
import type { ConditionPlan } from './condition-plan.ts';
import type { FieldPlan, Plan } from './plan.ts';

/** The plan of one of several record types. */
export interface RecordTypePlan {
  /** The contents of its records. The format and the settings are the same in all plans of a module. */
  plan: Plan;
  /** Where its records occur. */
  place: TypePlace;
  /** The field of the enclosing record with the number of these records. Null: `place` has the bounds. */
  counter: FileRuleField | null;
  /** Whether its records become messages. */
  isPublished: boolean;
  /** The member of the enclosing record that has the records. Null: they are no members. */
  part: { member: string; isList: boolean } | null;
  /** The groups of the enclosing record that its records are. Null: they are records of the file. */
  repeat: RepeatPlan | null;
  /** Whether a record is read to its end before its first record is checked. */
  isHeld: boolean;
  /** The types from which it copies values, as indexes. */
  copiesFrom: number[];
}

/** Returns whether the records of a type belong to a document. */
export function isInDocument(
  { types, documents }: Pick<RecordTypesPlan, 'types' | 'documents'>,
  type: number,
): boolean {
  for (let outer = type; outer >= 0; outer = types[outer]?.place.parent ?? -1)
    if (documents?.types.includes(outer) === true) return true;
  return false;
}

/** Where the groups of a record are. */
export type RepeatPlan = Omit<Repeat, 'type' | 'parent'>;

/** A field that a file rule reads: the interface of the values of its type, and its property there. */
export interface FileRuleField {
  values: string;
  key: string;
}

/** The records that a rule counts or adds up. */
export interface MeasurePlan {
  /** The types of the records, as indexes. */
  of: number[];
  /** The conditions for the records of each type of `of`, which all must hold. Null: all records count. */
  where: { field: FileRuleField; type: FieldType; values: readonly string[] }[][] | null;
  /** The fields that are added up, one for each type of `of`. Null: records are counted. */
  addends: FileRuleField[] | null;
  isAbsolute: boolean;
  /** Whether each continuation line of a record counts, too. */
  countsContinuation: boolean;
  /** The number of records in a block, if blocks are counted. 1: records are counted. */
  blockOf: number;
}

/** The plan of what a rule of a file demands. */
export type FileRuleDemand =
  | {
      code: 'COUNT_EQUALS' | 'SUM_EQUALS';
      found: MeasurePlan;
      /** The field with the total, and its type as an index. Null: `other` is compared. */
      total: (FileRuleField & { type: number }) | null;
      other: MeasurePlan | null;
      modulus: string | null;
    }
  | { code: 'COUNT_RANGE'; found: MeasurePlan; min: number; max: number }
  | { code: 'UNIQUE'; fields: FieldPlan[]; values: string; type: number }
  | { code: 'ORDERED'; field: FieldPlan; values: string; type: number; isDescending: boolean };

/** The plan of a rule of a file as a whole. */
export type FileRulePlan = FileRuleDemand & {
  ruleId: string;
  severity: Severity;
  message: string;
  /** The type in whose scope the rule holds, as an index. -1: the file. */
  scope: number;
  /** Whether issues contain no values. */
  isMasked: boolean;
};

/** How lines are recognized that are not records of their own: characters from 1, or a column as its author wrote it. */
export interface LineWhen {
  start: number;
  length: number;
  column: string;
  values: readonly string[];
  /** The conditions that must all hold, if exact values of one place do not select the lines. */
  conditions?: readonly ConditionPlan[];
}

/** The records that are accepted or rejected together with all records inside them. */
export interface DocumentsPlan {
  /** Their types, as indexes. */
  types: number[];
  maxBytes: number;
  maxRecords: number;
  /** The number of rejected documents that a run accepts. Null: any number. */
  maxRejected: number | null;
  /** The ids of the rules of the file whose scope belongs to a document. */
  rules: string[];
  /** Whether a document that is too long to be held is judged by an earlier reading. */
  readsTwice: boolean;
  frame: DocumentFramePlan;
}

/** The records outside of documents. */
export interface DocumentFramePlan {
  /** The types whose records a file with some of the documents needs, those of documents, and the types that enclose them. */
  types: { type: number; parent: number }[];
  /** The types with totals of records, and the ids of the rules. `isLeftOut`: a file with some of the documents has none. */
  totals: { type: number; rules: string[]; isLeftOut: boolean }[];
}

/** Everything that the emitter knows about a spec with several types of records, as plain data. */
export interface RecordTypesPlan {
  name: string;
  /** The spec's version. */
  version: string;
  description: string | null;
  format: string;
  /** The encoding of the messages. */
  encoder: EncoderName;
  encoding: string;
  /** CSV: the character between the cells of records whose type has no delimiter of its own. */
  delimiter: string;
  types: RecordTypePlan[];
  /** The name of the union of all records in the `.d.ts`. */
  unionName: string;
  /** Whether the types that no other type encloses occur in any order. */
  anyOrder: boolean;
  /** The severities of records that do not fit. Null: no issue. */
  onUnexpectedRecord: Severity | null;
  onMissingRecord: Severity | null;
  onUnknownRecordType: Severity | null;
  /** How lines are recognized that continue the record before them, or only fill the file. Null: there are none. */
  continuation: LineWhen | null;
  filler: LineWhen | null;
  /** The types whose records form documents, as indexes, and the limits of documents. Null: there are none. */
  documents: DocumentsPlan | null;
  /** The member of each message that contains the name of its record type. Null: there is none. */
  recordTypeMember: string | null;
  /** The size of a block in lines, and the severity of an incomplete block. Null: any number of lines is right. */
  block: { lines: number; severity: Severity } | null;
  fileRules: FileRulePlan[];
  nullTexts: string[];
  maxRecordBytes: number;
  hasSensitiveFields: boolean;
  /** The severities of run warnings that the spec sets. Null if it sets none. */
  runWarnings: WarningSeverities | null;
  /** The reference tables of the spec. */
  reference: readonly ReferenceInfo[];
  /** The names of the credentials whose keys the masks of the spec need. */
  maskKeys: readonly string[];
}

import type { Severity } from '../model/contract.ts';

/** What all rules of a file have. */
interface RuleBase {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly message: string;
  /** The type whose records enclose what the rule compares, as an index. -1: the file. */
  readonly scope: number;
  /** Whether issues contain no values, because a field of the rule is sensitive. */
  readonly isMasked: boolean;
}

/** The records that are counted or added up. */
export interface Measure {
  /** Their types, as indexes. */
  readonly of: readonly number[];
  /** For each type of `of`, the function that returns whether a record counts. Null: all records count. */
  readonly selects: readonly ((values: never) => boolean)[] | null;
  /** Returns the value that is added. Null: the records are counted. */
  readonly addend: ((values: never) => string | null) | null;
  /** For each type of `of`, the function that returns the value that is added. Absent: `addend` applies to all. */
  readonly addends?: readonly ((values: never) => string | null)[];
  /** Whether values are added without their signs. */
  readonly isAbsolute: boolean;
  /** Whether each continuation line of a record counts, too. Absent: only the record does. */
  readonly countsContinuation?: boolean;
  /** The number of records in a block, if blocks are counted. Absent: records are counted. */
  readonly blockOf?: number;
}

/** COUNT_EQUALS or SUM_EQUALS: the number of records, or the sum of a field of them, equals another number. */
export interface TotalRule extends RuleBase {
  readonly code: 'COUNT_EQUALS' | 'SUM_EQUALS';
  readonly found: Measure;
  /** The type with the total, as an index, and the function that returns it. Null: `other` is compared. */
  readonly total: { readonly type: number; readonly value: (values: never) => string | null } | null;
  /** Other records that must have the same number or sum. */
  readonly other: Measure | null;
  /** A whole number. Sums are compared modulo this number. Null: the whole sum. */
  readonly modulus: string | null;
}

/** COUNT_RANGE: the number of records lies within bounds, which are included. */
export interface CountRangeRule extends RuleBase {
  readonly code: 'COUNT_RANGE';
  readonly found: Measure;
  readonly min: number;
  readonly max: number;
}

/** ORDERED: the values of a field never decrease. */
export interface OrderRule extends RuleBase {
  readonly code: 'ORDERED';
  /** The type with the field, as an index. */
  readonly type: number;
  /** Returns the value in the form in which it is compared: a number, or a text that is compared by code points. */
  readonly value: (values: never) => string | null;
  readonly isNumber: boolean;
  /** Whether the values never increase instead. */
  readonly isDescending: boolean;
}

/** UNIQUE: no two records have the same values. */
export interface UniqueRule extends RuleBase {
  readonly code: 'UNIQUE';
  /** The type with the fields, as an index. */
  readonly type: number;
  /** Returns the values of a record as one text. Null if one of them is null, because null never equals anything. */
  readonly key: (values: never) => string | null;
  /** The fields whose values `key` joins. */
  readonly parts: readonly KeyPart[];
}

/** A field of the key of a UNIQUE rule. */
export interface KeyPart {
  /** The name of its value. */
  readonly field: string;
  /** Whether the values are compared as numbers. */
  readonly isNumber: boolean;
}

/** A rule of a file as a whole. It is a constant of the generated module. */
export type FileRule = TotalRule | CountRangeRule | OrderRule | UniqueRule;

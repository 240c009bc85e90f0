import type { Severity } from '../model/contract.ts';

/** Where the records of a type occur in a file. It is a constant of the generated module. */
export interface TypePlace {
  readonly name: string;
  /** The index of the type whose records enclose these records. -1: the file encloses them. */
  readonly parent: number;
  /** How many of these records each enclosing record has. */
  readonly min: number;
  readonly max: number;
  /** Whether the types inside a record of this type occur in any order. */
  readonly anyOrder: boolean;
  /** Returns the number of these records, from the values of the enclosing record. Absent: `min` and `max` apply. */
  readonly number?: (values: never) => string | null;
  /** Whether these records are groups of the enclosing record. Absent: they are records of the file. */
  readonly isGroup?: true;
}

/** The record types of a file in the order of the spec, and what happens to records at a wrong place. */
export interface FileStructure {
  readonly types: readonly TypePlace[];
  /** Whether the types that no other record encloses occur in any order. */
  readonly anyOrder: boolean;
  /** The severities of the three settings. Null: no issue. */
  readonly onUnexpectedRecord: Severity | null;
  readonly onMissingRecord: Severity | null;
  readonly onUnknownRecordType: Severity | null;
  /** The size of a block in lines, and the severity of an incomplete block. Absent: any number of lines is right. */
  readonly block?: { readonly lines: number; readonly severity: Severity };
}

/**
 * An open scope: the file, or a record that may enclose others. Checkpoints store it, so its member names must not
 * change.
 */
export interface ScopeState {
  /** The index of the record type. -1: the file. */
  type: number;
  /** The place of the last record among the types inside, from 0. Always 0 if they occur in any order. */
  at: number;
  /**
   * The number of records of each type inside. `counts` limits further records. It restarts after a record at a wrong
   * place. `seen` decides whether a required record is missing.
   */
  counts: number[];
  seen: number[];
  /** The numbers that the record itself demands, by the place of the type inside. Absent: it demands none. */
  numbers?: Record<number, number>;
  /**
   * Names the scope while its counts only grow, apart from those that `resets` names. Only in the states of a reader that
   * started inside the file in an assumed state; see TypedSplitStates.
   */
  id?: number;
  /** For each type inside, another number after each restart of its count. Absent: none has restarted. */
  resets?: number[];
}

/** What the structure says about one record. */
export interface Placement {
  /** Whether the record does not fit at its place. */
  readonly isUnexpected: boolean;
  /** The types that lack a required record before this one. */
  readonly missing: readonly number[];
  /** The types of the scopes that the record closes, the innermost first. */
  readonly closed: readonly number[];
  /** The types of the scopes that were opened for the record although their own record is missing. */
  readonly opened: readonly number[];
}

/** Returns a copy that does not change with the scope. */
export function copyScope({ type, at, counts, seen, numbers, id, resets }: ScopeState): ScopeState {
  // With spreads, each copy would have a layout of its own, and the code that reads scopes would be slower.
  const copy: ScopeState = { type, at, counts: counts.slice(), seen: seen.slice() };
  if (numbers !== undefined) copy.numbers = { ...numbers };
  if (id !== undefined) copy.id = id;
  if (resets !== undefined) copy.resets = resets.slice();
  return copy;
}

import type { StructureIssue } from '../model/record-source.ts';

/** Groups of values in one record that are records of a type of their own. A constant of the generated module. */
export interface Repeat {
  /** The type of the groups and the type of the record that has them, as indexes. */
  readonly type: number;
  readonly parent: number;
  /** The largest number of groups in a record. */
  readonly times: number;
  /** The columns of a group without a number, and how `{column}` and `{n}` make the names in the file of them. */
  readonly columns: readonly string[];
  readonly naming: string;
  /** Whether the groups end before the first one without content. */
  readonly stopsWhenEmpty: boolean;
  /** The place of the first group and the size of each: in characters from 1, or in columns from 1. Not used with names. */
  readonly start: number;
  readonly length: number;
}

/** One group of a record. */
export interface Group<Raw> {
  /** The group in the form that `readRecord` of its type reads. */
  readonly raw: Raw;
  /** Whether it has no content. */
  readonly isEmpty: boolean;
  /** Whether it has no content, or only what fills memory that is not used. */
  readonly isUnused: boolean;
  /** What is wrong with its structure. Null: nothing. */
  readonly issue: StructureIssue | null;
}

/** How a format finds the groups of a record. */
export interface GroupFormat<Raw> {
  readonly repeats: readonly Repeat[];
  /** Returns the group with a number, from 1. */
  find(raw: Raw, repeat: Repeat, number: number): Group<Raw>;
  /** Returns the text of a field's cell in a group; see RecordSource.cellOf. */
  cellOf(raw: Raw, key: string, keys: readonly string[]): string | null | undefined;
}

/** How columns of groups are named by default. */
export const DEFAULT_NAMING = '{column}{n}';

/** Returns the name that a column of a group has in the file. `number` counts the groups from 1. */
export function nameInGroup({ naming }: Pick<Repeat, 'naming'>, column: string, number: number): string {
  return naming.replaceAll(/\{(column|n)\}/gu, (_, key) => (key === 'n' ? String(number) : column));
}

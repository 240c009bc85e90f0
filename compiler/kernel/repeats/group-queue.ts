import type { StructureIssue } from '../model/record-source.ts';
import type { Group, GroupFormat, Repeat } from './repeat.ts';

/** A group that is a record: where it is, and what it is. */
export interface NumberedGroup<Raw> extends Group<Raw> {
  readonly repeat: Repeat;
  /** The number of the group in its record, from 1. */
  readonly number: number;
}

/** Returns how many groups of a type a record has, from its values. Null: they do not say it. */
export type GroupCounts = (type: number) => number | null;

/** Returns the groups of a record of a type that are records, in the order of the file. */
export function findGroups<Raw>(
  format: GroupFormat<Raw>,
  { raw, type }: { raw: Raw; type: number },
  countOf: GroupCounts,
): NumberedGroup<Raw>[] {
  return format.repeats
    .filter(({ parent }) => parent === type)
    .flatMap((repeat) => groupsOf(format, raw, repeat, countOf(repeat.type)));
}

function groupsOf<Raw>(format: GroupFormat<Raw>, raw: Raw, repeat: Repeat, count: number | null): NumberedGroup<Raw>[] {
  const groups: NumberedGroup<Raw>[] = [];
  let empty = 0;
  for (let number = 1; number <= repeat.times; number++) {
    const group = format.find(raw, repeat, number);
    if (count !== null) {
      // A number in the record decides how many groups there are, even if they are empty. Others should have no content.
      if (number <= count || !group.isUnused) groups.push({ ...group, repeat, number });
    } else if (group.isEmpty && repeat.stopsWhenEmpty) empty ||= number;
    else groups.push({ ...group, repeat, number, issue: empty === 0 ? group.issue : afterEmpty(number, empty) });
  }
  return groups;
}

function afterEmpty(number: number, empty: number): StructureIssue {
  return {
    severity: 'FATAL',
    code: 'GROUP_AFTER_EMPTY',
    message: `group ${number} has content, although group ${empty} of the record is empty`,
  };
}

import { error } from './message.ts';
import { quoted } from './text.ts';

/** The diagnostics of values in lines before the records. */
export const titleMessages = {
  title_line_not_skipped: error(
    (p: { field: string; line: number; top: number; searched: boolean }) =>
      `the field ${quoted(p.field)} is in line ${p.line}, but ${describeSkipped(p)}`,
    (p) =>
      p.searched
        ? 'write the number of a line before the header'
        : `set skipLines: { top: ${p.line} }, or the number of all lines before the header or the first record`,
  ),
  title_without_lines: error(
    (p: { field: string; format: string }) =>
      `the field ${quoted(p.field)} has "fromLine", but the format ${p.format} has no lines before its records`,
    () => 'remove fromLine',
  ),
  title_not_with_record_types: error(
    (p: { field: string }) => `the field ${quoted(p.field)} has "fromLine", which is not allowed with "recordTypes"`,
    () => 'describe the lines before the records as a record type, and copy its value with from',
  ),
  title_with_key: error(
    (p: { field: string; key: string }) =>
      `the field ${quoted(p.field)} is in a line before the records, so it cannot have ${quoted(p.key)}`,
    () => 'remove one of the two',
  ),
  title_without_group: error(
    (p: { pattern: string }) => `the pattern ${quoted(p.pattern)} has no group, which is the value`,
    () => 'put the part that is the value in parentheses',
  ),
  nothing_in_records: error(
    () => 'no field is read from the records',
    () => 'add a field that is in each record',
  ),
};

function describeSkipped({ top, searched }: { top: number; searched: boolean }): string {
  if (searched) return 'the header is searched only in the lines before it';
  return top === 0 ? 'no lines are skipped' : `skipLines skips only ${top} ${top === 1 ? 'line' : 'lines'} at the top`;
}

import { code } from '../../../emitting/code/literal.ts';
import { emitSetting } from '../model/settings.ts';
import type { FastFormat, FastRepeat } from '../model/fast-format.ts';
import { columnsOf, emitLocated, fastFixedWidth, numbers } from './emit-fast.ts';
import type { FixedWidthPlan } from './plan.ts';

/**
 * Returns the parts of the fast reader of groups of characters. It reads lines that are entirely ASCII. Returns null if
 * positions are bytes.
 */
export function fastFixedWidthGroups(formatPlan: FixedWidthPlan, repeat: FastRepeat): FastFormat | null {
  if (formatPlan.isBinary === true || formatPlan.bytesOf !== undefined || formatPlan.isUnterminated) return null;
  const { start, length, times, stopsWhenEmpty } = repeat;
  return {
    cell: fastFixedWidth(formatPlan).cell,
    declares: ({ scope }) => code`/** The positions at which fields begin and end in a group, in characters from 0. */
const columns = new ${scope.use('GroupColumns')}(${numbers(columnsOf(formatPlan))}, {
  start: ${start},
  length: ${length},
  times: ${times},
  stopsWhenEmpty: ${emitSetting(stopsWhenEmpty)},
});`,
    begin: [code`    return true;`],
    reading: (context) => [
      emitLocated(formatPlan, { first: [code`if (columns.length > maxRecordBytes) return -1;`], last: [] }, context),
      code`/** Returns the number of groups in a line, or -1 if the careful reader must find them. */
function count(at: number, end: number): number {
  return columns.count(input, at, end);
}`,
      code`/** Moves to a group of the line, from 1. */
function use(number: number): void {
  columns.use(number);
}`,
    ],
    read: [code`    return appendLocatedRecord(at + columns.start, length);`],
    findsGroups: true,
  };
}

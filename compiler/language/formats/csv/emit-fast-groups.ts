import { type Code, code, join, name, nothing } from '../../../emitting/code/literal.ts';
import type { FastContext } from '../../fields/fast/context.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import type { FastFormat, FastRepeat } from '../model/fast-format.ts';
import { emitFinish, emitIndexedMembers, fastCsv, ownFields } from './emit-fast.ts';
import type { CsvPlan } from './plan.ts';

/**
 * Returns the parts of the fast reader of groups of columns. The cells of a line are found once for all of its groups.
 * Returns null if a text besides the empty one means null, and an empty group is no record.
 */
export function fastCsvGroups(
  formatPlan: CsvPlan,
  fields: readonly FieldPlan[],
  repeat: FastRepeat,
): FastFormat | null {
  if (repeat.stopsWhenEmpty && repeat.nullTexts.some((text) => text !== '')) return null;
  return {
    cell: { ...fastCsv(formatPlan, fields).cell, isFollowed: false },
    begin: [
      code`    // The record source of CSV files provides this layout.`,
      code`    if (piece.layout !== header) useHeader(piece.layout as Header);`,
      code`    return width > 1 && groups.length === ${repeat.times};`,
    ],
    reading: (context) => [
      emitUseHeader(repeat, context),
      ...emitFindGroups(formatPlan, repeat, context),
      emitGroup(context),
      emitFinish(context),
    ],
    read: [code`    return appendGroup(at, length);`],
    findsGroups: true,
  };
}

function emitUseHeader({ stopsWhenEmpty }: FastRepeat, { plan, scope }: FastContext): Code {
  const own = ownFields(plan.fields);
  const places = own.map(({ key }) => code`Math.min(at.${name(key)} ?? width, width)`);
  const all = stopsWhenEmpty
    ? code`/** The columns of each group, also those that no field reads. */\nlet all: readonly Int32Array[] = [];\n`
    : nothing;
  const find = stopsWhenEmpty ? code`  all = ${scope.use('columnsOfGroups')}(layout);\n` : nothing;
  return code`/** The column index of each field, in each group of a line. */
let groups: Int32Array[] = [];
${all}/** The column index of each field in the present group. */
let columns: Int32Array = new Int32Array(${own.length});
/** The offset of each cell of a line. */
let starts = new Int32Array(0);
let header: ${scope.useType('Header')} | null = null;
let width = 0;

/** Stores the columns of the fields. */
function useHeader(layout: Header): void {
  header = layout;
  width = layout.width;
  starts = new Int32Array(width + 1);
  groups = [];
  for (const at of layout.groups ?? []) {
    const own = Int32Array.of(${join(places, ', ')});
    groups.push(own);
  }
${find}}`;
}

function emitFindGroups({ dialect }: CsvPlan, { stopsWhenEmpty }: FastRepeat, { scope }: FastContext): Code[] {
  const quote = dialect.quote === '' ? code`-1` : code`${dialect.quote.charCodeAt(0)}`;
  const characters = code`{ delimiter: ${dialect.delimiter.charCodeAt(0)}, quote: ${quote} }`;
  const found = stopsWhenEmpty
    ? code`${scope.use('countFilledGroups')}(starts, all, ${characters})`
    : code`groups.length`;
  return [
    code`/** Finds the cells of a line. Returns the number of its groups, or -1 if the careful reader must find them. */
function count(at: number): number {
  return cells.index(input, at, starts, width) ? ${found} : -1;
}`,
    code`/** Moves to a group of the line, from 1. */
function use(number: number): void {
  columns = groups[number - 1] ?? columns;
}`,
  ];
}

function emitGroup(context: FastContext): Code {
  const { members, calls } = emitIndexedMembers(context);
  return code`${members}

/** Copies the present group of a line. */
function appendGroup(start: number, from: number): number {
${calls}
  return length >= 0 && finish(start, starts[width] as number) ? close(length) : -1;
}`;
}

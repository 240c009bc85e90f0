import { nameInGroup } from '../../../kernel/repeats/repeat.ts';
import { columnNamesOf } from '../../../language/formats/model/column-names.ts';
import { formatKinds } from '../../../language/formats/format-kinds.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import type { SampleNode } from '../../../language/formats/model/samples/sample-node.ts';
import type { RecordTypePlan, RepeatPlan } from '../../../language/plan/record-types-plan.ts';
import type { Field, Spec } from '../../../pipeline/1-read/spec-shape.ts';
import type { OwnView } from './own-views.ts';

/** A group in a line: its type, and its number from 1. */
interface GroupPlace {
  readonly type: number;
  readonly number: number;
}

/** A field of a line: of the record itself, or of one of its groups. `field` is null where no field is. */
interface Slot {
  readonly at: readonly GroupPlace[];
  readonly field: number | null;
  readonly shape: Field;
}

/** The lines of a type with the groups in them, as a spec of one type that has the fields of all groups. */
export interface GroupedLine {
  readonly spec: Spec;
  readonly slots: readonly Slot[];
}

/** The record types of a spec, by their indexes. */
export interface GroupTypes {
  readonly views: readonly OwnView[];
  readonly plans: readonly RecordTypePlan[];
}

/** Returns the line of a type that is no group. The rules of its fields are left out. */
export function createLine(types: GroupTypes, type: number): GroupedLine | null {
  const spec = types.views[type]?.spec;
  if (spec === undefined) return null;
  const slots = slotsOf(types, type, []);
  const fields = slots.map(({ shape }) => shape);
  return { spec: { ...spec, fields, validationRules: [], correctionRules: [] }, slots };
}

/** Returns the cells of a line with the groups that are its children. Null: it has more groups than a line. */
export function cellsOfLine({ slots, spec }: GroupedLine, node: SampleNode, { plans }: GroupTypes): Cell[] | null {
  const isTooMany = ({ type, children }: SampleNode): boolean =>
    groupsInside(plans, type).some(([inner, { times }]) => {
      const own = children.filter((child) => child.type === inner);
      return own.length > times || own.some(isTooMany);
    });
  if (isTooMany(node)) return null;
  // Padding would be content of a group of characters.
  const absent: Cell = formatKinds[spec.format].columns(spec) === 'PLACE' ? ' ' : null;
  return slots.map(({ at, field }) => {
    const own = at.reduce<SampleNode | undefined>(
      (outer, { type, number }) => outer?.children.filter((child) => child.type === type)[number - 1],
      node,
    );
    return own === undefined || field === null ? absent : (own.cells[field] ?? null);
  });
}

/** Returns whether records of a type are groups, and the type whose lines contain them. */
export function lineOf(plans: readonly RecordTypePlan[], type: number): number {
  const plan = plans[type];
  return plan === undefined || plan.repeat === null ? type : lineOf(plans, plan.place.parent);
}

/** Returns a line in which each group of a type has the same cells, and so have the groups around them. */
export function fillLine(types: GroupTypes, type: number, record: (type: number) => readonly Cell[]): SampleNode {
  const path: number[] = [];
  for (let one = type; types.plans[one]?.repeat != null; one = types.plans[one]?.place.parent ?? -1) path.unshift(one);
  const fill = (own: number, inside: readonly number[]): SampleNode => {
    const [inner, ...rest] = inside;
    const times = inner === undefined ? 0 : (types.plans[inner]?.repeat?.times ?? 0);
    const children = Array.from({ length: times }, () => fill(inner ?? -1, rest));
    return { type: own, cells: [...record(own)], children };
  };
  return fill(lineOf(types.plans, type), path);
}

/** Returns how many records a line has in which the groups of a type are filled, and those around them. */
export function countRecords({ plans }: GroupTypes, type: number): number {
  const isFilled = (group: number): boolean => {
    for (let one = type; plans[one]?.repeat != null; one = plans[one]?.place.parent ?? -1)
      if (one === group) return true;
    return false;
  };
  const countOf = (own: number): number =>
    groupsInside(plans, own).reduce(
      (sum, [inner, { times, stopsWhenEmpty }]) =>
        sum + (stopsWhenEmpty && !isFilled(inner) ? 0 : times * countOf(inner)),
      1,
    );
  return countOf(lineOf(plans, type));
}

function groupsInside(plans: readonly RecordTypePlan[], parent: number): [type: number, repeat: RepeatPlan][] {
  return plans.flatMap(({ place, repeat }, type): [number, RepeatPlan][] =>
    repeat !== null && place.parent === parent ? [[type, repeat]] : [],
  );
}

function slotsOf(types: GroupTypes, type: number, at: readonly GroupPlace[]): Slot[] {
  const { views, plans } = types;
  const spec = views[type]?.spec;
  if (spec === undefined) return [];
  const slots: Slot[] = spec.fields.map((shape, field) => ({ at, field, shape }));
  const kind = formatKinds[spec.format].columns(spec);
  for (const [inner, repeat] of groupsInside(plans, type))
    for (let number = 1; number <= repeat.times; number++) {
      const own = slotsOf(types, inner, [...at, { type: inner, number }]);
      if (kind === 'NAME') own.push(...unreadColumns(repeat, own));
      if (kind === 'POSITION') {
        const start = repeat.start - 1 + (number - 1) * repeat.length;
        while (slots.length < start) slots.push(createGap(slots.length));
      }
      slots.push(...own.map((slot) => ({ ...slot, shape: placeInGroup(slot.shape, { kind, repeat, number }) })));
    }
  return slots;
}

function createGap(column: number): Slot {
  return { at: [], field: null, shape: { name: `unused ${column + 1}`, type: 'STRING' } };
}

/** The columns of a group that no field reads. Headers have them. */
function unreadColumns({ columns }: RepeatPlan, own: readonly Slot[]): Slot[] {
  const read = new Set(own.flatMap(({ shape }) => columnNamesOf(shape)));
  return columns
    .filter((column) => !read.has(column))
    .map((column) => ({ at: [], field: null, shape: { name: column, type: 'STRING' } }));
}

interface NumberedRepeat {
  readonly kind: string;
  readonly repeat: RepeatPlan;
  readonly number: number;
}

function placeInGroup(shape: Field, { kind, repeat, number }: NumberedRepeat): Field {
  const name = `${shape.name} ${number}`;
  if (kind === 'PLACE')
    return { ...shape, name, start: repeat.start - 1 + (number - 1) * repeat.length + (shape.start ?? 1) };
  return { ...shape, name, columnName: columnNamesOf(shape).map((column) => nameInGroup(repeat, column, number)) };
}

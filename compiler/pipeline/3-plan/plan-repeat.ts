import { type Plan, hasPlace } from '../../language/plan/plan.ts';
import type { RepeatPlan } from '../../language/plan/record-types-plan.ts';
import { DEFAULT_NAMING } from '../../kernel/repeats/repeat.ts';
import { columnNamesOf } from '../../language/formats/model/column-names.ts';
import type { RecordType, RecordTypesSpec } from '../1-read/spec-shape.ts';

interface TypedPlans {
  readonly spec: RecordTypesSpec;
  readonly plans: readonly Plan[];
}

/** Returns where the groups of the enclosing record are that the records of a type are. Null: they are no groups. */
export function planRepeat(type: RecordType | undefined, { spec, plans }: TypedPlans): RepeatPlan | null {
  if (type?.repeat === undefined) return null;
  const { times, naming = DEFAULT_NAMING, stopWhenEmpty = false, columns, start, length } = type.repeat;
  const own = type.fields.filter(({ from, value }) => from === undefined && value === undefined);
  return {
    times,
    columns: columns ?? [...new Set(own.flatMap(columnNamesOf))],
    naming,
    stopsWhenEmpty: stopWhenEmpty,
    start: start ?? findStart(type, { spec, plans }),
    length: length ?? own.length,
  };
}

/** Returns the column after those of the record and of the groups before this one. */
function findStart({ name, in: parent }: RecordType, { spec: { recordTypes }, plans }: TypedPlans): number {
  const line = recordTypes.findIndex((one) => one.name === parent);
  let end = plans[line]?.fields.filter(hasPlace).length ?? 0;
  for (const { name: other, in: outer, repeat, fields } of recordTypes) {
    if (other === name) break;
    if (outer !== parent || repeat === undefined) continue;
    const { start = end + 1, length = fields.length, times } = repeat;
    end = start - 1 + length * times;
  }
  return end + 1;
}

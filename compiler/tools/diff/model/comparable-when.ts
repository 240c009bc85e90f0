import { conditionsOf, type RecordWhen } from '../../../language/formats/model/record-when.ts';

/** Returns `when` in a comparable form: the orders of its conditions and texts do not matter. */
export function comparableWhen(when: RecordWhen): unknown {
  const conditions = conditionsOf(when).map(({ condition: { values = [], startsWith = [], ...rest } }) => ({
    ...rest,
    values: sorted(values),
    startsWith: sorted(startsWith),
  }));
  return conditions
    .map((condition) => ({ condition, key: JSON.stringify(condition, Object.keys(condition).sort()) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ condition }) => condition);
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

import type { UniqueKeys } from '../model/contract.ts';

/** Creates keys that are remembered in memory. */
export function createUniqueKeys(): UniqueKeys {
  const rules: Map<string, number>[] = [];
  return {
    add(rule, key, record) {
      const known = (rules[rule] ??= new Map<string, number>());
      const first = known.get(key);
      if (first === undefined) known.set(key, record);
      return first ?? null;
    },
  };
}

/** Joins the values of several fields to one text. Null if one of them is null. Different values give different texts. */
export function joinKey(values: readonly (string | null)[]): string | null {
  return values.includes(null) ? null : values.map((value) => `${value?.length ?? 0}:${value}`).join('');
}

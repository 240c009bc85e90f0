import type { Faults, MapEntry } from './node.ts';

/**
 * Creates a collector for the entries of a mapping. `all` lists them in the order of the spec. `add` reports an entry
 * with a duplicate key and ignores it.
 */
export function createEntries(faults: Faults): { add(entry: MapEntry): void; readonly all: readonly MapEntry[] } {
  const all: MapEntry[] = [];
  const seen = new Map<string, MapEntry>();
  const add = (entry: MapEntry) => {
    const first = seen.get(entry.key);
    if (first === undefined) {
      seen.set(entry.key, entry);
      all.push(entry);
    } else {
      faults.report('duplicate_key', entry.keySpan, { key: entry.key, line: faults.lineOf(first.keySpan.offset) });
    }
  };
  return { add, all };
}

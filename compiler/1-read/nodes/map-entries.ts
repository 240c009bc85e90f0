import type { Faults, MapEntry } from './node.ts';

/** Collects the entries of a mapping in order. A duplicate key is reported, and its value is ignored. */
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

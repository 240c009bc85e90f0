import { toPointer } from './records.ts';

/** A way to values of records, and how many records have one there. */
interface Way {
  readonly path: readonly string[];
  readonly count: number;
}

/**
 * Returns the ways that a spec can read together, and those that contradict them: a value is a text in some records and an
 * object or a list in others. The kind that more records have is kept.
 */
export function separateMixed(ways: readonly Way[]): { kept: ReadonlySet<Way>; mixed: readonly Way[] } {
  const kept = new Set(ways);
  const mixed: Way[] = [];
  const counts = new Map<string, number>();
  for (const { path, count } of ways)
    for (let length = 1; length < path.length; length++) {
      const key = JSON.stringify(path.slice(0, length));
      counts.set(key, Math.max(counts.get(key) ?? 0, count));
    }
  const dropped = new Set<string>();
  for (const way of ways) {
    const inside = counts.get(JSON.stringify(way.path));
    if (inside === undefined) continue;
    mixed.push(way);
    if (inside > way.count) kept.delete(way);
    else dropped.add(JSON.stringify(way.path));
  }
  if (dropped.size > 0) for (const way of ways) if (isBelow(way.path, dropped)) kept.delete(way);
  return { kept, mixed };
}

function isBelow(path: readonly string[], dropped: ReadonlySet<string>): boolean {
  return path.some((_, length) => length > 0 && dropped.has(JSON.stringify(path.slice(0, length))));
}

/** Returns a clause about values whose kind differs between records. */
export function describeMixed(mixed: readonly (readonly string[])[]): string[] {
  if (mixed.length === 0) return [];
  const more = mixed.length > 5 ? ` and ${mixed.length - 5} more` : '';
  return [
    `${mixed.slice(0, 5).map(toPointer).join(', ')}${more}: a text, a number or true in some records, an object or a list in others`,
  ];
}

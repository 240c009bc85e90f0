import { toCamelCase } from '../../../emitting/code/names.ts';
import type { Item } from './tree.ts';

/** An item whose name becomes that of a field, and the groups around it, the outermost one first. */
export interface Nameable {
  readonly item: Pick<Item, 'name'>;
  readonly groups: readonly Pick<Item, 'name'>[];
}

/**
 * Returns a unique name for each item: `CUST-NO` becomes `custNo`. Items of equal names have the names of the groups
 * around them before theirs, as many as make them unique, and numbers if these do not.
 */
export function nameItems(items: readonly Nameable[]): string[] {
  const paths = items.map(({ item, groups }) =>
    [...groups.flatMap(({ name }) => name ?? []), item.name ?? 'FILLER'].map(withoutTag),
  );
  const taken = new Set<string>();
  return shortest(paths).map((wanted) => {
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  });
}

/** Removes the marks that COPY REPLACING replaces: `:TAG:-NAME`. */
function withoutTag(name: string): string {
  const bare = name.replace(/:[^:]*:/g, '-').replace(/[^\p{L}\p{N}]+/gu, '-');
  return /[\p{L}\p{N}]/u.test(bare) ? bare : 'FIELD';
}

function shortest(paths: readonly (readonly string[])[]): string[] {
  const depths = paths.map(() => 1);
  const nameAt = (at: number) =>
    toCamelCase(
      (paths[at] ?? [])
        .slice(-(depths[at] ?? 1))
        .join('-')
        .toLowerCase(),
      'field',
    );
  for (;;) {
    const names = paths.map((_, at) => nameAt(at));
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    let isLonger = false;
    for (const [at, name] of names.entries()) {
      if ((counts.get(name) ?? 0) < 2 || (depths[at] ?? 1) >= (paths[at]?.length ?? 1)) continue;
      depths[at] = (depths[at] ?? 1) + 1;
      isLonger = true;
    }
    if (!isLonger) return names;
  }
}

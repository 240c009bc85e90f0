import { toCamelCase } from '../../../emitting/code/names.ts';

/**
 * Returns a unique field name for each path: its last step, with as many steps before it as needed, and a number if
 * these are not enough. `ofRecord` is the name for the path `.`.
 */
export function nameByPath(paths: readonly string[], ofRecord: string): string[] {
  const parts = paths.map((path) =>
    path === '.' ? [ofRecord] : path.split('/').map((step) => step.replace(/^@|^@?[^:]*:/g, '')),
  );
  const depths = parts.map(() => 1);
  const nameAt = (at: number) => toCamelCase((parts[at] ?? []).slice(-(depths[at] ?? 1)).join(' '), 'field');
  const longest = Math.max(...parts.map(({ length }) => length));
  for (let turn = 1; turn < longest; turn++) {
    const names = parts.map((_, at) => nameAt(at));
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    names.forEach((name, at) => {
      if ((counts.get(name) ?? 0) > 1) depths[at] = Math.min((depths[at] ?? 1) + 1, parts[at]?.length ?? 1);
    });
  }
  const taken = new Set<string>();
  return parts.map((_, at) => {
    const wanted = nameAt(at);
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  });
}

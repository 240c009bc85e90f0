import type { GitState } from './git-specs.ts';

/** A reference table of the specs folder that another state has with another version. Null: that state has none. */
export interface FolderTableChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Called before a state with changed tables is in service. If it throws, the state is not in service. */
export type BeforeTables = (changes: readonly FolderTableChange[]) => Promise<void>;

/** Returns the tables that differ between two states, sorted by name. Tables of several specs occur once. */
export function findTableChanges(old: GitState, next: GitState): FolderTableChange[] {
  const [before, after] = [versionsOf(old), versionsOf(next)];
  const changes = new Map<string, FolderTableChange>();
  for (const [key, name] of [...before.names, ...after.names]) {
    const change = { name, before: before.versions.get(key) ?? null, after: after.versions.get(key) ?? null };
    if (change.before !== change.after) changes.set(JSON.stringify(change), change);
  }
  return [...changes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the versions of all tables of a state, and their names, by spec and name. */
function versionsOf({ specs }: GitState) {
  const all = [...specs.values()].flatMap((spec) =>
    (spec.compiled.module.tables ?? []).map(({ name, version }) => ({ key: `${spec.id} ${name}`, name, version })),
  );
  return {
    names: new Map(all.map(({ key, name }) => [key, name])),
    versions: new Map(all.map(({ key, version }) => [key, version])),
  };
}

import { versionOf } from '../../pipeline/1-read/canonical.ts';
import type { AnySpec } from '../../pipeline/1-read/spec-shape.ts';
import { type Change, createChanges } from './model/change.ts';
import { compareSpecs, type NamedSpec } from './diff.ts';

/**
 * The old and the new state of one spec, with the changes between them. `old` is null if the spec was added, and `new`
 * is null if it was removed.
 */
export interface SpecDifference {
  readonly old: NamedSpec | null;
  readonly new: NamedSpec | null;
  readonly changes: readonly Change[];
}

/**
 * Compares two states of a folder of specs. Specs with the same name are compared with each other. A new spec that
 * equals a removed one except for its name counts as renamed. The result omits specs without changes.
 */
export function diffAll(old: readonly NamedSpec[], now: readonly NamedSpec[]): SpecDifference[] {
  const olds = new Map(old.map((one) => [one.spec.name, one]));
  const partners = new Map(now.map((one) => [one, olds.get(one.spec.name)]));
  const left = new Map(
    old.filter(({ spec }) => !now.some((one) => one.spec.name === spec.name)).map((one) => [unnamed(one.spec), one]),
  );
  for (const [one, before] of partners) {
    const alike = before === undefined ? left.get(unnamed(one.spec)) : undefined;
    if (alike === undefined) continue;
    partners.set(one, alike);
    left.delete(unnamed(one.spec));
  }
  const kept = [...partners].map(([one, before]) => ({
    old: before ?? null,
    new: one,
    changes: before === undefined ? reportWholeSpec(one, 'spec_added') : compareSpecs(before, one),
  }));
  const removed = old
    .filter((one) => ![...partners.values()].includes(one))
    .map((one) => ({ old: one, new: null, changes: reportWholeSpec(one, 'spec_removed') }));
  return [...kept, ...removed].filter(({ changes }) => changes.length > 0);
}

/** Returns the version of a spec, computed without its name. Specs that differ only by name have the same result. */
function unnamed({ name: _, ...spec }: AnySpec): string {
  // TypeScript cannot infer that the spec without its name is the same kind of spec.
  return versionOf({ ...spec, name: '' } as AnySpec);
}

function reportWholeSpec({ spec, path }: NamedSpec, code: 'spec_added' | 'spec_removed'): readonly Change[] {
  const { report, all } = createChanges();
  const isAdded = code === 'spec_added';
  report(
    code,
    'input',
    { name: spec.name },
    {
      grade: isAdded ? 'compatible' : 'breaking',
      side: { path },
      pointer: '',
      before: isAdded ? null : spec.name,
      after: isAdded ? spec.name : null,
    },
  );
  return all;
}

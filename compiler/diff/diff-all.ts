import { versionOf } from '../1-read/canonical.ts';
import type { Spec } from '../1-read/spec-shape.ts';
import { type Change, createChanges } from './model/change.ts';
import { compareSpecs, type NamedSpec } from './diff.ts';
import { sideOf } from './model/spec-pair.ts';

/**
 * A spec in the old state, in the new state, and the changes between them. `old` or `new` is null if the spec was added
 * or removed.
 */
export interface SpecDifference {
  readonly old: NamedSpec | null;
  readonly new: NamedSpec | null;
  readonly changes: readonly Change[];
}

/**
 * Compares two states of a folder of specs. Specs are paired by name. A spec that is equal except for its name counts
 * as renamed. Specs without changes are omitted.
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

/** The version of a spec without its name. Two specs that differ only by name have the same one. */
function unnamed({ name: _, ...spec }: Spec): string {
  return versionOf({ ...spec, name: '' });
}

function reportWholeSpec({ spec, path }: NamedSpec, code: 'spec_added' | 'spec_removed'): readonly Change[] {
  const { report, all } = createChanges();
  const isAdded = code === 'spec_added';
  const side = sideOf(spec, path);
  report(
    code,
    'input',
    { name: spec.name },
    {
      grade: isAdded ? 'compatible' : 'breaking',
      side,
      pointer: '',
      before: isAdded ? null : spec.name,
      after: isAdded ? spec.name : null,
    },
  );
  return all;
}

import { versionOf } from '../1-read/canonical.ts';
import type { SpecText } from '../1-read/read-spec.ts';
import type { Spec } from '../1-read/spec-shape.ts';
import { readAndCheck } from '../compile.ts';
import { type Diagnostic, hasErrors } from '../diagnostic.ts';
import { type Change, createChanges, isBreaking, type Tell } from './change.ts';
import { comparisons } from './compare.ts';
import { pairSpecs, sideOf } from './spec-pair.ts';

/** How two states of a spec differ; `changes` is null where one of them has errors. */
export interface Difference {
  /** Whether one of the changes is breaking. */
  readonly breaking: boolean;
  readonly changes: readonly Change[] | null;
  /** All that is wrong with either. */
  readonly diagnostics: { readonly old: readonly Diagnostic[]; readonly new: readonly Diagnostic[] };
}

/** What is different between two states of a spec for files, events and verdicts. Never throws for what the texts say. */
export function diff(old: SpecText, now: SpecText): Difference {
  const [before, after] = [readAndCheck(old), readAndCheck(now)];
  const diagnostics = { old: before.diagnostics, new: after.diagnostics };
  if (before.spec === null || after.spec === null || hasErrors([...before.diagnostics, ...after.diagnostics]))
    return { breaking: false, changes: null, diagnostics };
  const changes = compareSpecs({ spec: before.spec, path: old.path }, { spec: after.spec, path: now.path });
  return { breaking: isBreaking(changes), changes, diagnostics };
}

/** A spec without errors, and how changes name its file. */
export interface NamedSpec {
  readonly spec: Spec;
  readonly path: string;
}

/** The changes from one state of a spec to another. */
export function compareSpecs(old: NamedSpec, now: NamedSpec): readonly Change[] {
  const { tell, all } = createChanges();
  const pair = pairSpecs(sideOf(old.spec, old.path), sideOf(now.spec, now.path));
  tellName(old, now, tell);
  for (const compare of comparisons) compare(pair, tell);
  if (all.length === 0 && versionOf(old.spec) !== versionOf(now.spec))
    tell('spec_rewritten', 'message', {}, { grade: 'neutral', side: pair.new, pointer: '' });
  return all;
}

function tellName(old: NamedSpec, now: NamedSpec, tell: Tell): void {
  const [before, after] = [old.spec.name, now.spec.name];
  if (before !== after)
    tell(
      'spec_renamed',
      'message',
      { before, after },
      { grade: 'breaking', side: sideOf(now.spec, now.path), pointer: '/name', before, after },
    );
}

import { versionOf } from '../1-read/canonical.ts';
import type { SpecText } from '../1-read/read-spec.ts';
import type { Spec } from '../1-read/spec-shape.ts';
import { readAndCheck } from '../pipeline/compile.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { type Change, createChanges, isBreaking, type ReportChange } from './model/change.ts';
import { comparisons } from './comparisons.ts';
import { pairSpecs, sideOf } from './model/spec-pair.ts';

/** The difference between two states of a spec. `changes` is null if one of them has errors. */
export interface Difference {
  /** Whether at least one change is breaking. */
  readonly breaking: boolean;
  readonly changes: readonly Change[] | null;
  /** The diagnostics of both states. */
  readonly diagnostics: { readonly old: readonly Diagnostic[]; readonly new: readonly Diagnostic[] };
}

/**
 * Compares two states of a spec and returns the changes for files, events and verdicts. Never throws because of the
 * texts: their errors are returned as diagnostics.
 */
export function diff(old: SpecText, now: SpecText): Difference {
  const [before, after] = [readAndCheck(old), readAndCheck(now)];
  const diagnostics = { old: before.diagnostics, new: after.diagnostics };
  if (before.spec === null || after.spec === null || hasErrors([...before.diagnostics, ...after.diagnostics]))
    return { breaking: false, changes: null, diagnostics };
  const changes = compareSpecs({ spec: before.spec, path: old.path }, { spec: after.spec, path: now.path });
  return { breaking: isBreaking(changes), changes, diagnostics };
}

/** A spec without errors, and the path that changes use for its file. */
export interface NamedSpec {
  readonly spec: Spec;
  readonly path: string;
}

/** Returns the changes from the old state of a spec to the new one. */
export function compareSpecs(old: NamedSpec, now: NamedSpec): readonly Change[] {
  const { report, all } = createChanges();
  const pair = pairSpecs(sideOf(old.spec, old.path), sideOf(now.spec, now.path));
  reportName(old, now, report);
  for (const compare of comparisons) compare(pair, report);
  if (all.length === 0 && versionOf(old.spec) !== versionOf(now.spec))
    report('spec_rewritten', 'message', {}, { grade: 'neutral', side: pair.new, pointer: '' });
  return all;
}

function reportName(old: NamedSpec, now: NamedSpec, report: ReportChange): void {
  const [before, after] = [old.spec.name, now.spec.name];
  if (before !== after)
    report(
      'spec_renamed',
      'message',
      { before, after },
      { grade: 'breaking', side: sideOf(now.spec, now.path), pointer: '/name', before, after },
    );
}

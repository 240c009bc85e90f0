import { versionOf } from '../1-read/canonical.ts';
import type { SpecText } from '../1-read/read-spec.ts';
import type { Spec } from '../1-read/spec-shape.ts';
import { readAndCheck } from '../pipeline/check.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { type Change, createChanges, isBreaking, type ReportChange } from './model/change.ts';
import { comparisons } from './comparisons.ts';
import { pairSpecs, sideOf } from './model/spec-pair.ts';

/** The difference between two states of a spec. */
export interface Difference {
  /** Whether at least one change is breaking. False if `changes` is null. */
  readonly breaking: boolean;
  readonly changes: readonly Change[] | null;
  /** The diagnostics of the old and of the new spec. If one of them is an error, `changes` is null. */
  readonly diagnostics: { readonly old: readonly Diagnostic[]; readonly new: readonly Diagnostic[] };
}

/**
 * Compares two states of a spec and returns the changes for files, events and verdicts. An invalid text does not throw:
 * its errors are returned as diagnostics, and `changes` is null.
 */
export function diff(old: SpecText, now: SpecText): Difference {
  const [before, after] = [readAndCheck(old), readAndCheck(now)];
  const diagnostics = { old: before.diagnostics, new: after.diagnostics };
  if (before.spec === null || after.spec === null || hasErrors([...before.diagnostics, ...after.diagnostics]))
    return { breaking: false, changes: null, diagnostics };
  const changes = compareSpecs({ spec: before.spec, path: old.path }, { spec: after.spec, path: now.path });
  return { breaking: isBreaking(changes), changes, diagnostics };
}

/** A spec without errors, and the path of its file as it appears in changes. */
export interface NamedSpec {
  readonly spec: Spec;
  readonly path: string;
}

/** Returns the changes from the old to the new state of a spec. The list is empty if both have the same version. */
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

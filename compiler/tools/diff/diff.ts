import { versionOf } from '../../pipeline/1-read/canonical.ts';
import type { SpecText } from '../../pipeline/1-read/read-spec.ts';
import type { AnySpec } from '../../pipeline/1-read/spec-shape.ts';
import { hasRecordTypes } from '../../pipeline/1-read/record-views.ts';
import { readAndCheck } from '../../pipeline/check.ts';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { type Change, createChanges, isBreaking, type ReportChange } from './model/change.ts';
import { pairSpecs, sideOf, type Compare } from './model/spec-pair.ts';
import { compareTypedSpecs } from './record-types/compare-typed-specs.ts';
import { compareColumns } from './compare/columns.ts';
import { compareCorrections } from './compare/corrections.ts';
import { compareDialect } from './compare/dialect.ts';
import { compareEvent } from './compare/event.ts';
import { compareFields } from './compare/fields.ts';
import { compareNulls } from './compare/nulls.ts';
import { compareReference, type TableVersions } from './compare/reference.ts';
import { compareRelatedFields } from './compare/related-fields.ts';
import { compareRequired } from './compare/required.ts';
import { compareRules } from './compare/rules.ts';
import { compareSettings } from './compare/settings.ts';
import { compareTypes } from './compare/types.ts';
import { compareWording } from './compare/wording.ts';

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
  readonly spec: AnySpec;
  readonly path: string;
  /** The versions of the reference tables that are known. */
  readonly tables?: TableVersions;
}

/** Returns the changes from the old to the new state of a spec. The list is empty if both have the same version. */
export function compareSpecs(old: NamedSpec, now: NamedSpec): readonly Change[] {
  const { report, all } = createChanges();
  reportName(old, now, report);
  compareReference(old, now, report);
  const changes = [...all, ...compareRecords(old, now)];
  if (changes.length > 0 || versionOf(old.spec) === versionOf(now.spec)) return changes;
  report('spec_rewritten', 'message', {}, { grade: 'neutral', side: now, pointer: '' });
  return all;
}

/** Returns all changes except that of the name. */
function compareRecords({ spec: old, path: oldPath }: NamedSpec, { spec: now, path }: NamedSpec): readonly Change[] {
  const { report, all } = createChanges();
  if (hasRecordTypes(old) && hasRecordTypes(now))
    return compareTypedSpecs({ spec: old, path: oldPath }, { spec: now, path }, comparisons);
  if (!hasRecordTypes(old) && !hasRecordTypes(now)) {
    const pair = pairSpecs(sideOf(old, oldPath), sideOf(now, path));
    for (const compare of comparisons) compare(pair, report);
    return all;
  }
  const after = hasRecordTypes(now);
  const facts = { grade: 'breaking', side: { path }, pointer: after ? '/recordTypes' : '/fields' } as const;
  report('record_types_changed', 'input', { after }, facts);
  report('record_types_changed', 'message', { after }, facts);
  return all;
}

function reportName(old: NamedSpec, now: NamedSpec, report: ReportChange): void {
  const [before, after] = [old.spec.name, now.spec.name];
  if (before !== after)
    report(
      'spec_renamed',
      'message',
      { before, after },
      { grade: 'breaking', side: now, pointer: '/name', before, after },
    );
}

/**
 * All comparisons, in the order in which they run. The verdict on a field is compared in four steps: null values,
 * corrections, types, rules. Each step starts from the result of the previous step. If no single step can make a
 * verdict worse, all steps together cannot either.
 */
const comparisons: readonly Compare[] = [
  compareDialect,
  compareColumns,
  compareFields,
  compareEvent,
  compareRequired,
  compareSettings,
  compareNulls,
  compareCorrections,
  compareTypes,
  compareRules,
  compareRelatedFields,
  compareWording,
];

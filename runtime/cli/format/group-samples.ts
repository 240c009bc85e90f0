import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import type { SampleDifference } from '../../runs/record-diff/compare-sample.ts';
import type { FirstOfKind, SampleKind } from '../../runs/record-diff/compare-snapshots.ts';

/**
 * Sample files whose differences are the same apart from values and counts. `file` and `first` are those of the first
 * file. `records`, `changed` and `byKind` are sums over the files.
 */
export interface SampleGroup extends SampleDifference {
  /** Number of sample files in the group. */
  readonly files: number;
}

/** Combines sample files whose differences are the same apart from values and counts. */
export function groupSamples(samples: readonly SampleDifference[]): SampleGroup[] {
  const groups = new Map<string, SampleGroup>();
  for (const sample of samples) {
    const key = signatureOf(sample);
    const group = groups.get(key);
    groups.set(key, group === undefined ? { ...sample, files: 1 } : add(group, sample));
  }
  return [...groups.values()];
}

function add(group: SampleGroup, { records, changed, byKind }: SampleDifference): SampleGroup {
  const sums: { [kind in SampleKind]?: number } = { ...group.byKind };
  // Object.entries() returns the kinds as plain strings.
  for (const [kind, count] of Object.entries(byKind) as [SampleKind, number][]) sums[kind] = (sums[kind] ?? 0) + count;
  return {
    ...group,
    files: group.files + 1,
    records: group.records + records,
    changed: group.changed + changed,
    byKind: sums,
  };
}

function signatureOf({ records, first }: SampleDifference): string {
  return JSON.stringify([records === 0, first.map(({ kind, before, after }) => [kind, caseOf(before), caseOf(after)])]);
}

/** Returns the names and codes of the details of a difference, without values. Equal results mean the same case. */
function caseOf(shown: FirstOfKind['before']): unknown {
  if (typeof shown !== 'object' || shown === null) return null;
  const { event, key, issues, failure, verdict, ...rest } = shown as Record<string, unknown>;
  // compareSample() defines the type of `issues`.
  const worst = ((issues ?? []) as readonly Issue[]).find(({ severity }) => severity === verdict);
  return [
    Object.keys(rest),
    typeof event === 'string' ? Object.keys(JSON.parse(event) as object) : event,
    key !== undefined,
    [verdict, worst?.code, worst?.field],
    (failure as { code?: string } | undefined)?.code,
  ];
}

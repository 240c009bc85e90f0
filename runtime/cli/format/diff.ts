import type { Change, Grade, JudgedChange } from '../../../compiler/index.ts';
import type { SampleDifference } from '../../runs/record-diff/compare-sample.ts';
import type { DiffReport } from '../../runs/record-diff/report.ts';
import type { SampleKind } from '../../runs/record-diff/compare-snapshots.ts';
import { describeFirst, nameKind, placeOf } from './describe-sample.ts';
import { groupSamples, type SampleGroup } from './group-samples.ts';
import { formatCount, formatCounted } from './numbers.ts';
import { type Cell, formatTable } from './table.ts';
import { type Terminal, visible } from './terminal.ts';

const GRADES: readonly Grade[] = ['breaking', 'compatible', 'neutral'];

/**
 * Formats the result of `specmill diff` for a person: the changes of each spec (breaking ones first), the differences
 * in samples, and the counts.
 */
export function formatDiff(report: DiffReport, terminal: Terminal): string {
  const parts = [...groupByFile(report.changes)].map(([file, changes]) => [
    terminal.bold(visible(file)),
    ...changeLines(changes, terminal),
  ]);
  const samples = groupSamples(report.samples).map((group) => sampleLines(group, terminal));
  return `${[...parts, ...samples, [summary(report, terminal)]].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Groups changes by the path of their spec file. */
export function groupByFile(changes: readonly JudgedChange[]): Map<string, JudgedChange[]> {
  const groups = new Map<string, JudgedChange[]>();
  for (const change of changes) {
    const file = fileOf(change);
    groups.set(file, [...(groups.get(file) ?? []), change]);
  }
  return groups;
}

function fileOf({ path }: Change): string {
  return path.slice(0, path.lastIndexOf('#'));
}

/** Returns the JSON pointer of a change within its spec; '' if the change concerns the whole spec. */
export function pointerOf({ path }: Change): string {
  return path.slice(path.lastIndexOf('#') + 1);
}

/** Sorts changes by grade: breaking, compatible, neutral. Changes of the same grade keep their order. */
export function byGrade(changes: readonly JudgedChange[]): JudgedChange[] {
  return changes.toSorted((a, b) => GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade));
}

function changeLines(changes: readonly JudgedChange[], terminal: Terminal): string[] {
  const paints = { breaking: terminal.red, compatible: terminal.green, neutral: terminal.dim };
  const rows = byGrade(changes).map((change): Cell[] => [
    { text: `  ${change.grade}`, paint: paints[change.grade] },
    { text: change.axis },
    { text: change.code, paint: terminal.dim },
    {
      text: visible(
        `${change.message}${pointerOf(change) === '' ? '' : ` [${pointerOf(change)}]`}${registryOf(change)}`,
      ),
    },
  ]);
  const table = formatTable(
    [{ title: '  Grade' }, { title: 'Axis' }, { title: 'Code', maxWidth: 26 }, { title: 'Change' }],
    rows,
    terminal.width,
  );
  return [...table, ...reasonsOf(changes).map((reason) => `  ${visible(reason)}`)];
}

/** Returns a phrase with what a schema registry says about a change. Returns '' if it has no say. */
export function registryOf(change: JudgedChange): string {
  const level = levelOf(change);
  return level === '' ? '' : ` (registry: ${level})`;
}

/** Returns the highest level of compatibility at which a schema registry accepts a change. Returns '' if it has no say. */
export function levelOf({ registry }: JudgedChange): string {
  if (registry === undefined) return '';
  if (registry.full) return 'FULL';
  return registry.backward ? 'BACKWARD' : registry.forward ? 'FORWARD' : 'none';
}

/** Returns why a schema registry refuses changes, each reason once. */
export function reasonsOf(changes: readonly JudgedChange[]): string[] {
  return [...new Set(changes.flatMap(({ registry }) => registry?.reasons ?? []))];
}

/**
 * Returns a phrase for the other files of a group, for example ` and 3 more files`. Returns '' if the group has one
 * file.
 */
export function nameOthers({ files }: SampleGroup): string {
  return files === 1 ? '' : ` and ${formatCounted(files - 1, 'more file')}`;
}

function sampleLines(sample: SampleGroup, terminal: Terminal): string[] {
  const { file, first } = sample;
  const head = `${terminal.bold(visible(file))}${nameOthers(sample)}: ${countChanged(sample)}`;
  if (first.length === 0) return [head];
  const rows = first.map((one): Cell[] => [
    { text: formatCount(sample.byKind[one.kind] ?? 0), paint: terminal.bold },
    { text: nameKind(one.kind), paint: isBad(one.kind) ? terminal.red : terminal.yellow },
    { text: placeOf(one) },
    { text: visible(describeFirst(one)) },
  ]);
  return [
    head,
    ...formatTable(
      [{ title: 'Records', align: 'right' }, { title: 'Change' }, { title: 'First at' }, { title: 'Before → now' }],
      rows,
      terminal.width,
    ),
  ];
}

/**
 * Returns a phrase with the number of records that change, for example `2 of 5 records change`; `no record` if there
 * are no records.
 */
export function countChanged({ records, changed }: Pick<SampleDifference, 'records' | 'changed'>): string {
  if (records === 0) return 'no record';
  return `${changed === 0 ? 'none' : formatCount(changed)} of ${formatCounted(records, 'record')} ${changed < 2 ? 'changes' : 'change'}`;
}

function isBad(kind: SampleKind): boolean {
  return kind === 'verdict_raised' || kind === 'record_gone' || kind === 'not_read_by_new';
}

/**
 * Returns the number of changes per grade, for example `1 breaking, 0 compatible, 2 neutral`; `no change` if there are
 * none.
 */
export function countGrades(changes: readonly Change[]): string {
  if (changes.length === 0) return 'no change';
  return GRADES.map(
    (grade) => `${formatCount(changes.filter((change) => change.grade === grade).length)} ${grade}`,
  ).join(', ');
}

function summary({ breaking, changes, samples }: DiffReport, terminal: Terminal): string {
  const records = samples.reduce((sum, sample) => sum + sample.records, 0);
  const changed = samples.reduce((sum, sample) => sum + sample.changed, 0);
  const counted =
    samples.length === 0
      ? ''
      : `; ${formatCount(changed)} of ${formatCounted(records, 'sample record')} ${changed === 1 ? 'changes' : 'change'}`;
  return `${(breaking ? terminal.red : terminal.green)(countGrades(changes))}${counted}`;
}

import type { Failure, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { Source } from '../../reading/source/contract.ts';
import type { Comparison } from './comparison.ts';
import { compareSnapshots, type FirstOfKind, type SampleKind, showUnmatched } from './compare-snapshots.ts';
import { readDocumentSnapshots } from './document-snapshots.ts';
import { readSnapshots, type RecordSnapshot } from './record-snapshot.ts';

/** How the results for a sample file differ between two versions of a spec. */
export interface SampleDifference {
  readonly file: string;
  /** Number of records that at least one of the two versions finds. */
  readonly records: number;
  /** Number of records with at least one difference. */
  readonly changed: number;
  /**
   * Number of records per kind of difference. Kinds that do not occur are absent. `not_read_by_old` or
   * `not_read_by_new` can be 0: then only that version failed to read the file, and the other version found no record
   * after the failure.
   */
  readonly byKind: { readonly [kind in SampleKind]?: number };
  /** For each kind that occurs, its first record, in the order in which the kinds first occur. */
  readonly first: readonly FirstOfKind[];
}

/** The input of compareSample(): a sample file, and two versions of a spec. */
export interface SampleInput {
  readonly file: string;
  /** Opens the file. It is called once for each version, because each version reads the file separately. */
  open(): Promise<Source>;
  readonly old: SpecModule;
  readonly new: SpecModule;
  readonly comparison: Comparison;
  /** The date that `today` means in rules, as `yyyy-MM-dd`. */
  readonly today: string;
  /**
   * Called after every 1,000 records. `source` is the source from which the new version reads. `records` is the number
   * of records compared so far.
   */
  onProgress?(source: Source, records: number): void;
}

/**
 * Reads a file with both versions of a spec at the same time and compares the records. Only a few records are in memory
 * at any time. A version that cannot read the file to its end is reported as a difference. Throws the system's errors.
 */
export async function compareSample(input: SampleInput): Promise<SampleDifference> {
  const sources = [await input.open(), await input.open()] as const;
  const hasDocuments = [input.old, input.new].some(({ spec }) => spec.documents !== undefined);
  const read = hasDocuments ? readDocumentSnapshots : readSnapshots;
  const snapshots = [read(input.old, sources[0], input.today), read(input.new, sources[1], input.today)] as const;
  try {
    return await compare(input, snapshots, sources[1]);
  } finally {
    for (const snapshot of snapshots) await snapshot.return(null);
    for (const source of sources) await source.close();
  }
}

type Snapshots = AsyncGenerator<RecordSnapshot, Failure | null>;

async function compare(
  { file, comparison, onProgress }: SampleInput,
  [olds, news]: readonly [Snapshots, Snapshots],
  source: Source,
): Promise<SampleDifference> {
  const counts = createDifferenceCounts();
  let [old, now] = [await olds.next(), await news.next()];
  while (old.done !== true || now.done !== true) {
    counts.records++;
    const [before, after] = [old.done === true ? null : old.value, now.done === true ? null : now.value];
    // Records are matched by their places. If these differ, only one version finds the record with the smaller place.
    const isOld = before !== null && (after === null || before.place <= after.place);
    const isNew = after !== null && (before === null || after.place <= before.place);
    if (isOld && isNew) counts.add(before, compareSnapshots(before, after, comparison));
    else if (isOld)
      counts.add(before, [
        {
          kind: failedKind(now, 'not_read_by_new') ?? 'record_gone',
          show: () => ({ before: showUnmatched(before, 'old', comparison), after: failureOf(now, comparison) }),
        },
      ]);
    else if (isNew)
      counts.add(after, [
        {
          kind: failedKind(old, 'not_read_by_old') ?? 'record_new',
          show: () => ({ before: failureOf(old, comparison), after: showUnmatched(after, 'new', comparison) }),
        },
      ]);
    if (isOld) old = await olds.next();
    if (isNew) now = await news.next();
    if (counts.records % 1000 === 0) onProgress?.(source, counts.records);
  }
  addFailures(counts, old, now, comparison);
  return { file, records: counts.records, changed: counts.changed, byKind: counts.byKind, first: counts.first };
}

type Step = IteratorResult<RecordSnapshot, Failure | null>;

/**
 * Returns the failure if one version cannot read the file any further, else null. If a field is sensitive, the failure
 * has no message, because the message may quote the file.
 */
function failureOf(step: Step, { fields }: Comparison): { failure: Partial<Failure> } | null {
  if (!hasFailed(step)) return null;
  return { failure: fields.hasSensitive ? { code: step.value.code } : step.value };
}

function hasFailed(step: Step): step is IteratorReturnResult<Failure> {
  return step.done === true && step.value !== null;
}

function failedKind<Kind extends SampleKind>(step: Step, kind: Kind): Kind | null {
  return hasFailed(step) ? kind : null;
}

/**
 * Notes the failure if only one version failed to read the file. Does nothing if records of this kind were counted:
 * those that the other version found after the failure.
 */
function addFailures(counts: DifferenceCounts, old: Step, now: Step, comparison: Comparison): void {
  if (hasFailed(old) === hasFailed(now)) return;
  const kind = hasFailed(old) ? 'not_read_by_old' : 'not_read_by_new';
  if (counts.byKind[kind] === undefined)
    counts.note({
      kind,
      record: null,
      line: null,
      before: failureOf(old, comparison),
      after: failureOf(now, comparison),
    });
}

interface DifferenceCounts {
  records: number;
  changed: number;
  readonly byKind: { [kind in SampleKind]?: number };
  readonly first: FirstOfKind[];
  /** Counts one record with its differences; the list may be empty. */
  add(snapshot: RecordSnapshot, changes: ReturnType<typeof compareSnapshots>): void;
  /** Notes a difference that concerns no record. */
  note(first: FirstOfKind): void;
}

function createDifferenceCounts(): DifferenceCounts {
  const counts: DifferenceCounts = {
    records: 0,
    changed: 0,
    byKind: {},
    first: [],
    add({ record, line }, changes) {
      if (changes.length > 0) counts.changed++;
      for (const { kind, show } of changes) {
        const count = counts.byKind[kind] ?? 0;
        if (count === 0) counts.first.push({ kind, record, line, ...show() });
        counts.byKind[kind] = count + 1;
      }
    },
    note(first) {
      counts.byKind[first.kind] = 0;
      counts.first.push(first);
    },
  };
  return counts;
}

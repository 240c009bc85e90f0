import type { Connection } from './engine/connection.ts';
import type { Dialect } from './engine/dialect.ts';
import { ALL_RUNS, visibleRuns } from './run-visibility.ts';
import type { NewRun } from './stored-run.ts';
import { describeDestination, identifyDestination } from '../../base/model/destination.ts';
import type { Accepted } from '../../base/model/accepted.ts';
import type { Warning } from '../../../compiler/kernel/model/contract.ts';

/** An earlier run that has published the same file. `visibleId` is null if the caller may not see it. */
export interface PublishedRun {
  visibleId: string | null;
  /** The version of the spec with which it has read the file. */
  specVersion: string;
}

/**
 * Finds for each run the newest one that has published the same file to the same destination. A run that the caller may
 * see precedes others. Runs that are unfinished, FAILED or deleted do not count. Returns null for a run if there is none,
 * or if its request allows duplicates (`onDuplicateFile: ALLOW`).
 */
export async function findPublished(
  connection: Connection,
  runs: readonly NewRun[],
): Promise<(run: NewRun) => PublishedRun | null> {
  const found = new Map<NewRun, PublishedRun>();
  for (const { isVisible, patterns, members } of groupByCaller(connection.dialect, runs)) {
    const values = members.map(() => '(CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT))');
    const published = await connection.all<{ run: number; published: string | null }>(
      `SELECT column1 AS run, (
         SELECT spec_version || ' ' || CASE WHEN ${isVisible} THEN id ELSE '' END FROM runs
          WHERE file_sha256 = column2 AND topic = column3 AND finished_at IS NOT NULL AND deleted_at IS NULL
            AND status <> 'FAILED'
          ORDER BY CASE WHEN ${isVisible} THEN 0 ELSE 1 END, number DESC LIMIT 1) AS published
       FROM (VALUES ${values.join(', ')}) AS wanted`,
      [
        ...[...patterns, ...patterns],
        ...members.flatMap((run, index) => [index, run.fileSha256, identifyDestination(run.destination)]),
      ],
    );
    for (const { run: index, published: earlier } of published) {
      const run = members[index];
      if (run === undefined || earlier === null) continue;
      const [specVersion = '', id = ''] = earlier.split(' ');
      found.set(run, { visibleId: id === '' ? null : id, specVersion });
    }
  }
  return (run) => found.get(run) ?? null;
}

/** Runs whose callers may see the same runs. `isVisible` is the condition, and `patterns` its parameters. */
interface SameCallers {
  isVisible: string;
  patterns: string[];
  members: NewRun[];
}

/** Groups those of the runs whose requests do not allow duplicates. */
function groupByCaller(dialect: Dialect, runs: readonly NewRun[]): Iterable<SameCallers> {
  const groups = new Map<string, SameCallers>();
  for (const run of runs) {
    if (run.onDuplicateFile === 'ALLOW') continue;
    const [isVisible, ...patterns] = visibleRuns(dialect, run.visibleRuns ?? ALL_RUNS);
    const key = JSON.stringify([isVisible, ...patterns]);
    const group = groups.get(key) ?? { isVisible, patterns, members: [] };
    groups.set(key, group);
    group.members.push(run);
  }
  return groups.values();
}

/**
 * Returns `duplicate_file` or `hidden_duplicate` if the request refuses duplicates (`onDuplicateFile: REFUSE`), and there
 * is an earlier run. Otherwise returns null.
 */
export function refuseDuplicate({ onDuplicateFile }: NewRun, published: PublishedRun | null): Accepted | null {
  if (published === null || onDuplicateFile !== 'REFUSE') return null;
  const { visibleId } = published;
  return visibleId === null ? { kind: 'hidden_duplicate' } : { kind: 'duplicate_file', runId: visibleId };
}

/**
 * Returns one warning if the request asks for it (`onDuplicateFile: WARN`), and there is an earlier run. Otherwise
 * returns an empty list.
 */
export function warnOfDuplicate(run: NewRun, published: PublishedRun | null): Warning[] {
  if (published === null || run.onDuplicateFile !== 'WARN') return [];
  const earlier = published.visibleId === null ? 'Another run' : `Run ${published.visibleId}`;
  const message = `${earlier} has already published this file to ${describeDestination(run.destination)}. ${describeIds(run, published)}`;
  return [{ code: 'FILE_SEEN_BEFORE', message }];
}

/** Says whether consumers can recognize the messages that are published again. */
function describeIds({ spec, options }: NewRun, { specVersion }: PublishedRun): string {
  const again = 'Its messages are published again';
  if (spec.version !== specVersion)
    return `${again}, with other ids, because the spec has another version: consumers get both.`;
  // The ids also depend on the name of the file, the versions of tables or the keys of masks.
  return options.idHashes === undefined ? `${again}, with the same ids.` : `${again}.`;
}

import type { FileState } from '../../base/model/file-state.ts';
import type { FileChange, StoredFile } from '../../state/store/job-file-store.ts';
import type { Job } from '../definition/job.ts';
import { judgeReadiness, pauseEnd } from '../ledger/readiness.ts';
import { transition } from '../ledger/transition.ts';
import type { JobServices } from '../work/work.ts';
import { findMember, type Member } from '../work/member.ts';
import { doneFileOf } from '../work/done-files.ts';

const PAGE = 1000;

/** The files that were waiting at the end of a look. */
export interface WaitingFiles {
  /** When the next of them can be ready, in milliseconds since 1970; null if only a change can make one ready. */
  nextAt: number | null;
}

/** Rows that change in the same way, in one transaction: a look may find 100,000 files that are not ready. */
interface Marked {
  readonly from: FileState;
  readonly change: FileChange;
  readonly numbers: number[];
}

/**
 * Yields the files that may be taken now, in the order of the job. Records why the others wait, and in `waiting` until
 * when. The caller may change the row of a yielded file before it asks for the next one.
 */
export async function* readyFiles(
  { job, services }: { job: Job; services: JobServices },
  { doneFiles, waiting }: { doneFiles: ReadonlySet<string>; waiting: WaitingFiles },
): AsyncGenerator<StoredFile, void, void> {
  const { ready, take } = job.definition;
  const hasDoneFile = ({ path }: StoredFile): boolean => doneFiles.has(doneFileOf(path, ready.doneFile) ?? '');
  for (let after: StoredFile | null = null; ; ) {
    const page: StoredFile[] = await services.tables.files.candidates(job.id, {
      order: take.order,
      after,
      limit: PAGE,
    });
    const toMark = new Map<string, Marked>();
    for (const file of page) {
      const member = findMember(file);
      if (member !== null) {
        const pausedUntil = pauseEnd(file, job.definition, services.now());
        if (pausedUntil !== null) waiting.nextAt = Math.min(waiting.nextAt ?? Infinity, pausedUntil);
        else if (await hasEnded({ job, services }, member)) yield file;
        continue;
      }
      const readiness = judgeReadiness(file, job.definition, { now: services.now(), hasDoneFile });
      if (readiness.kind === 'ready') {
        yield file;
        continue;
      }
      const { reason, at } = readiness;
      if (at !== null) waiting.nextAt = Math.min(waiting.nextAt ?? at, at);
      if (file.state === 'waiting' && file.reason?.code === reason.code) continue;
      const key = `${file.state} ${reason.message}`;
      const marked = toMark.get(key) ?? {
        from: file.state,
        change: transition(file, { kind: 'not_ready', reason }),
        numbers: [],
      };
      marked.numbers.push(file.number);
      toMark.set(key, marked);
    }
    for (const { numbers, from, change } of toMark.values())
      await services.tables.files.changeAll(numbers, from, change);
    if (page.length < PAGE) return;
    after = page.at(-1) ?? null;
  }
}

const ENDS: readonly FileState[] = ['done', 'failed', 'ignored', 'quarantined'];

/** Members of an archive that has not ended are published with it. Those of one that is gone end with the reason. */
async function hasEnded({ job, services }: { job: Job; services: JobServices }, { archive }: Member): Promise<boolean> {
  const row = await services.tables.files.find(job.id, archive);
  return row === null || row.goneSince !== null || ENDS.includes(row.state);
}

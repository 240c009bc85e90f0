import type { FileReason } from '../../base/model/file-state.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { JobDefinition } from '../definition/job-definition.ts';

/** Whether a file may be taken now. `at` is when it can be ready at the earliest; null if only a change can make it ready. */
export type Readiness = { kind: 'ready' } | { kind: 'waiting'; reason: FileReason; at: number | null };

/** What a look knows beside the row of a file. */
export interface LookFacts {
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Returns whether the file that says that this one is complete was listed. */
  hasDoneFile(file: StoredFile): boolean;
}

/**
 * Returns until when a file or a job makes a pause before its next try; null if it makes none. A pause that is longer
 * than the longest of the job began before the clock was set back, and is over.
 */
export function pauseEnd(
  { retryAt }: { readonly retryAt: number | null },
  { retry }: Pick<JobDefinition, 'retry'>,
  now: number,
): number | null {
  return retryAt !== null && retryAt > now && retryAt - now <= retry.backoff.maxMs ? retryAt : null;
}

/** Returns whether a file may be taken now, and if not, why. */
export function judgeReadiness(
  file: StoredFile,
  { ready, retry }: Pick<JobDefinition, 'ready' | 'retry'>,
  { now, hasDoneFile }: LookFacts,
): Readiness {
  const wait = (code: string, message: string, at: number | null = null): Readiness => ({
    kind: 'waiting',
    reason: { code, message },
    at,
  });
  const pausedUntil = pauseEnd(file, { retry }, now);
  if (pausedUntil !== null)
    return {
      kind: 'waiting',
      reason: file.reason ?? { code: 'retry', message: 'The next try has a pause.' },
      at: pausedUntil,
    };
  if (file.size < ready.minBytes)
    return wait('too_small', `The file has ${file.size} bytes. It is taken with ${ready.minBytes} bytes or more.`);
  if (ready.doneFile !== null && !hasDoneFile(file))
    return wait('no_done_file', 'The file that says it is complete is missing.');
  const unchangedAt = file.unchangedSince + ready.unchangedForMs;
  if (unchangedAt > now)
    return wait('changing', `The file has not been unchanged for ${ready.unchangedForMs / 1000} s.`, unchangedAt);
  const oldAt = (file.modified ?? file.firstSeen) + ready.minAgeMs;
  if (ready.minAgeMs > 0 && oldAt > now)
    return wait('too_young', `The file is younger than ${ready.minAgeMs / 1000} s.`, oldAt);
  return { kind: 'ready' };
}

import { ConnectorFailure } from '../failure.ts';
import type { Log } from '../../base/log/json-log.ts';
import { FilesUnavailable } from '../../base/model/files-unavailable.ts';

/** At most one failure is logged in this time, in milliseconds. */
const LOG_MS = 10_000;

/** Calls `work`, and throws FilesUnavailable for a failure of the store. Other errors are thrown unchanged. */
export type BucketGuard = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a guard that logs a failure of the store, at most one in 10 seconds. */
export function createBucketGuard(log: Log): BucketGuard {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConnectorFailure)) throw error;
      if (performance.now() - loggedAt > LOG_MS) {
        logFailure(log, error);
        loggedAt = performance.now();
      }
      throw new FilesUnavailable({ cause: error });
    }
  };
}

/** Logs the failure of a store, with its host. */
export function logFailure(log: Log, error: unknown): void {
  const code = error instanceof ConnectorFailure ? { code: error.code } : {};
  log.warn('files_unavailable', { ...code, message: error instanceof Error ? error.message : String(error) });
}

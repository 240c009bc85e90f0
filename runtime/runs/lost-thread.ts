import type { Failure } from '../../compiler/kernel/model/contract.ts';
import type { WorkerLost } from '../reading/workers/worker-lost.ts';

/**
 * Returns the failure `worker_failed` of a run or dry run. `records` is the number of records that are known to have been
 * read before the thread ended.
 */
export function lostThreadFailure({ isOutOfMemory, message }: WorkerLost, records: number): Failure {
  const place = `after record ${records}`;
  return {
    code: 'worker_failed',
    message: isOutOfMemory
      ? `the file needs more memory than a thread may use: what follows ${place} is too large. ` +
        'Lower --max-record-bytes or --max-columns to have such records rejected, or send the file in parts'
      : `${message}, ${place}`,
  };
}

import type { Failure } from '../../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from './checkpoint.ts';
import { findTooManyErrors } from './error-share.ts';
import type { RunOptions } from './run-info.ts';

/** The failures with which a run stops between two records of a file that can be read further. */
const LIMITS: ReadonlySet<string> = new Set(['too_many_errors', 'too_many_rejected_documents']);

/** Returns whether a run has stopped because of a limit of errors: everything before that was published. */
export function isLimitOfErrors(failure: Failure | null): boolean {
  return failure !== null && LIMITS.has(failure.code);
}

/**
 * Returns why a run fails whose pieces were all published; null if it does not. `merged` is the sum of their checkpoints,
 * and `stop` says why the run stops after the last piece before the end of the file.
 */
export function findFailureOfPieces(
  options: RunOptions,
  merged: Checkpoint,
  stop: Failure | null,
): Checkpoint['failure'] {
  return stop ?? findTooManyErrors(options, merged) ?? findMoreErrors(options, merged);
}

/** A broker may reject messages that are too large, which the first reading could not know. */
function findMoreErrors({ maxErrors }: RunOptions, { counters }: Checkpoint): Checkpoint['failure'] {
  if (maxErrors === null || counters.errorRecords <= maxErrors) return null;
  return {
    code: 'too_many_errors',
    message: `more than ${maxErrors} records have an ERROR or FATAL issue, because messages are too large for the broker. The pieces were published`,
  };
}

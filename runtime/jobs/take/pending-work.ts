import type { FileAction } from '../definition/job-definition.ts';
import type { Job } from '../definition/job.ts';

/** How the work on a file has ended: its run has succeeded or FAILED, or its content was published before. */
export type Outcome = 'done' | 'failed' | 'duplicate';

/** Returns whether a job moves, deletes or writes anything after a file has ended like this. */
export function hasThen({ definition: { then, ready } }: Job, outcome: Outcome): boolean {
  const action = actionOf(then, outcome);
  const writes =
    outcome === 'failed'
      ? then.failed?.reason === true || then.rejects !== null
      : outcome === 'done' && then.rejects !== null;
  return action !== null || writes || (ready.doneFile !== null && action !== null);
}

/** Returns what happens to a file at its source; null if it stays. A duplicate ends like a published file. */
export function actionOf(then: Job['definition']['then'], outcome: Outcome): FileAction | null {
  return outcome === 'failed' ? (then.failed?.action ?? null) : then.done;
}

import { useEffect, useState } from 'preact/hooks';
import type { CheckAnswer } from '../../worker/messages.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';

/** What a check of the repaired file finds. */
export type Repaired =
  /** There are no edits, or the result of the last ones is not there yet. */
  | { kind: 'none' }
  | { kind: 'known'; answer: CheckAnswer }
  /** The file is too large to be read after each edit. */
  | { kind: 'unknown' };

/** Checks the file with its edits whenever they change. The last result remains until the next one is there. */
export function useRepaired(worker: WorkerClient, { version, edits }: { version: number; edits: number }): Repaired {
  const [repaired, setRepaired] = useState<Repaired>({ kind: 'none' });
  useEffect(() => {
    if (edits === 0) return setRepaired({ kind: 'none' });
    let isCurrent = true;
    const show = (next: Repaired) => isCurrent && setRepaired(next);
    worker.ask('recheck', {}).then(
      (answer) => show(answer === null ? { kind: 'unknown' } : { kind: 'known', answer }),
      // The file was deleted or changed after it was read.
      () => show({ kind: 'unknown' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [worker, version, edits]);
  return repaired;
}

import { useCallback, useEffect, useState } from 'preact/hooks';
import type { EditAnswer, EditRequest } from '../../file/edit-cell.ts';
import type { EditList } from '../../file/edit-list.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';

/** The edits of the checked file, and what a view does with them. */
export interface Edits {
  list: EditList;
  /** Increases with each change of the edits. */
  version: number;
  /** Tries a new value, or stores it. */
  edit(request: EditRequest): Promise<EditAnswer>;
  /** Restores all original values. */
  clear(): void;
}

const NONE: EditList = { edits: [], records: 0, repaired: 0 };

/** Returns the edits that the worker stores. Values of sensitive fields are in the list only if `showsSensitive`. */
export function useEdits(worker: WorkerClient, showsSensitive: boolean): Edits {
  const [list, setList] = useState(NONE);
  const [version, setVersion] = useState(0);
  const load = useCallback(
    (clears: boolean) => worker.ask('edits', { showsSensitive, clears }).then(setList),
    [worker, showsSensitive],
  );
  useEffect(() => void load(false), [load]);
  const change = (clears: boolean) => {
    setVersion((last) => last + 1);
    void load(clears);
  };
  return {
    list,
    version,
    async edit(request) {
      const answer = await worker.ask('edit', { edit: request });
      if (request.isKept && answer.kind === 'edited') change(false);
      return answer;
    },
    clear: () => change(true),
  };
}

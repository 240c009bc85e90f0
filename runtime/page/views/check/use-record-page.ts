import { useEffect, useState } from 'preact/hooks';
import type { IssueFilter } from '../../file/issue-filter.ts';
import type { RecordPage } from '../../file/record-page.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';

/** Number of records on a page. A real table with pages needs no scrolling tricks, so a screen reader can follow it. */
export const ROWS = 50;

/** Asks the worker for a page whenever what is shown changes. Returns the last page until the next one is there. */
export function useRecordPage(asked: {
  /** Null: there is no page to ask for. */
  worker: WorkerClient | null;
  filter: IssueFilter;
  page: number;
  showsSensitive: boolean;
  version: number;
}): RecordPage | null {
  const { worker, filter, page, showsSensitive, version } = asked;
  const [shown, setShown] = useState<RecordPage | null>(null);
  const key = JSON.stringify(filter);
  useEffect(() => {
    if (worker === null) return;
    let isCurrent = true;
    worker.ask('page', { page: { filter, from: (page - 1) * ROWS, count: ROWS, showsSensitive } }).then(
      (next) => isCurrent && setShown(next),
      // The file was deleted or changed after it was read.
      () => isCurrent && setShown({ rows: [], from: 0, total: 0, consequences: 0, isComplete: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [worker, key, page, showsSensitive, version]);
  return shown;
}

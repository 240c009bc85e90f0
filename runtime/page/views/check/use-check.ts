import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ProcessingResult } from '../../../base/model/result.ts';
import type { LoadedSpec } from '../../catalog/catalog.ts';
import type { CheckAnswer, ProgressMessage } from '../../worker/messages.ts';
import type { WorkerClient } from '../../worker/worker-client.ts';
import { startCheck } from './start-check.ts';
import type { TableFiles } from './use-tables.ts';

/** The check of one file. */
export type CheckState =
  | { kind: 'none' }
  | { kind: 'reading'; file: File; bytes: number; began: number; result: ProcessingResult | null }
  | { kind: 'done'; file: File; answer: CheckAnswer; worker: WorkerClient }
  | { kind: 'failed'; file: File; message: string };

/** Options of a check that the user sets. */
export interface CheckOptions {
  skipInvalidRecords: boolean;
  /** The files of reference tables, for which the check waits. Absent: the page has none. */
  tables?: Promise<TableFiles>;
}

/** What a view does with a check. */
export interface Check {
  state: CheckState;
  /** Starts to read a file. A check that is in progress ends. */
  start(file: File, options: CheckOptions): void;
  /** Ends the check and forgets the file. */
  stop(): void;
}

/** Checks one file at a time, in a worker of its own. */
export function useCheck(spec: LoadedSpec): Check {
  const [state, setState] = useState<CheckState>({ kind: 'none' });
  const worker = useRef<WorkerClient | null>(null);
  const stop = useCallback(() => {
    worker.current?.end();
    worker.current = null;
    setState({ kind: 'none' });
  }, []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    (file: File, options: CheckOptions) => {
      worker.current?.end();
      const began = performance.now();
      const onProgress = ({ bytes, result }: ProgressMessage) => {
        if (worker.current === own) setState({ kind: 'reading', file, bytes, began, result });
      };
      const { worker: own, answer } = startCheck({ spec, file, ...options, onProgress });
      worker.current = own;
      setState({ kind: 'reading', file, bytes: 0, began, result: null });
      answer.then(
        (found) => worker.current === own && setState({ kind: 'done', file, answer: found, worker: own }),
        (error: Error) => worker.current === own && setState({ kind: 'failed', file, message: error.message }),
      );
    },
    [spec],
  );
  return { state, start, stop };
}

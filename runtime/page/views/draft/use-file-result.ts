import { useEffect, useState } from 'preact/hooks';
import type { ProcessingResult } from '../../../base/model/result.ts';
import { countPublished } from '../../elements/published.ts';
import type { PreviewEvent } from '../../file/preview.ts';
import { type CheckedSpec, startCheck } from '../check/start-check.ts';

/** What a spec makes of a file. */
export interface FileResult {
  /** The last result. While the file is read again, it is that of the version before. */
  result: ProcessingResult | null;
  /** The first events. Null if nothing of the file is published. */
  events: readonly PreviewEvent[] | null;
  isReading: boolean;
  /** Why the file could not be read. Empty if it could. */
  problem: string;
}

const NONE: FileResult = { result: null, events: null, isReading: false, problem: '' };

/** Checks a file with a spec and its reference tables, again whenever one of them changes. Null: there is none. */
export function useFileResult(
  spec: CheckedSpec | null,
  file: File | null,
  tables: Readonly<Record<string, Blob>>,
): FileResult {
  const [state, setState] = useState(NONE);
  useEffect(() => setState(NONE), [file]);
  useEffect(() => {
    if (spec === null || file === null) return;
    let isCurrent = true;
    setState((last) => ({ ...last, isReading: true, problem: '' }));
    const { worker, answer } = startCheck({ spec, file, tables, skipInvalidRecords: false, onProgress: () => {} });
    answer
      .then(async ({ result }) => {
        const events = countPublished(result) > 0 ? await worker.ask('preview', { showsSensitive: false }) : null;
        if (isCurrent) setState({ result, events, isReading: false, problem: '' });
      })
      .catch(({ message }: Error) => isCurrent && setState({ ...NONE, problem: message }))
      .finally(() => worker.end());
    return () => {
      isCurrent = false;
      worker.end();
    };
  }, [spec?.version, file, tables]);
  return state;
}

import { useEffect, useState } from 'preact/hooks';
import type { ProcessingResult } from '../../../base/model/result.ts';
import { type CheckedSpec, startCheck } from '../check/start-check.ts';

/** What a spec makes of a file. */
export interface FileResult {
  /** The last result. While the file is read again, it is that of the version before. */
  result: ProcessingResult | null;
  isReading: boolean;
  /** Why the file could not be read. Empty if it could. */
  problem: string;
}

const NONE: FileResult = { result: null, isReading: false, problem: '' };

/** Checks a file with a spec, again whenever one of them changes. Null: there is none. */
export function useFileResult(spec: CheckedSpec | null, file: File | null): FileResult {
  const [state, setState] = useState(NONE);
  useEffect(() => setState(NONE), [file]);
  useEffect(() => {
    if (spec === null || file === null) return;
    let isCurrent = true;
    setState(({ result }) => ({ result, isReading: true, problem: '' }));
    const { worker, answer } = startCheck({ spec, file, skipInvalidRecords: false, onProgress: () => {} });
    answer
      .then(
        ({ result }) => isCurrent && setState({ result, isReading: false, problem: '' }),
        ({ message }: Error) => isCurrent && setState({ result: null, isReading: false, problem: message }),
      )
      .finally(() => worker.end());
    return () => {
      isCurrent = false;
      worker.end();
    };
  }, [spec?.version, file]);
  return state;
}

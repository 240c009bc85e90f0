import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Loaded } from './use-loaded.ts';

const RETRY_MS = 5000;

/** What is loaded, and how it is refreshed. */
export interface Refreshed<T> {
  loaded: Loaded<T>;
  /** Loads it again now. What is shown stays until then. */
  refresh(): void;
}

/**
 * Loads a value when one of `inputs` has changed, and again after the time that `waitMs` returns (null: not again). After
 * a failure it tries again. A page that is not visible waits.
 */
export function useRefreshed<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
  waitMs: (value: T) => number | null,
): Refreshed<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: 'loading' });
  const again = useRef<() => void>(() => {});
  useEffect(() => {
    const abort = new AbortController();
    let timer = 0;
    const wait = (ms: number | null) => {
      if (ms !== null) timer = window.setTimeout(() => (document.hidden ? wait(ms) : run()), ms);
    };
    const run = () => {
      clearTimeout(timer);
      load(abort.signal).then(
        (value) => {
          if (abort.signal.aborted) return;
          setLoaded({ kind: 'loaded', value });
          wait(waitMs(value));
        },
        (error: Error) => {
          if (abort.signal.aborted) return;
          setLoaded({ kind: 'failed', error });
          wait(RETRY_MS);
        },
      );
    };
    again.current = run;
    setLoaded({ kind: 'loading' });
    run();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, inputs);
  return { loaded, refresh: useCallback(() => again.current(), []) };
}

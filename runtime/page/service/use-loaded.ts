import { useEffect, useState } from 'preact/hooks';

/** What a request has returned so far. */
export type Loaded<T> = { kind: 'loading' } | { kind: 'loaded'; value: T } | { kind: 'failed'; error: Error };

/** Calls `load` when one of `inputs` has changed, and returns what it returned. A late answer to old inputs is dropped. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    setLoaded({ kind: 'loading' });
    load().then(
      (value) => isCurrent && setLoaded({ kind: 'loaded', value }),
      (error: unknown) =>
        isCurrent && setLoaded({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      isCurrent = false;
    };
  }, inputs);
  return loaded;
}

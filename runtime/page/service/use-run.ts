import { useEffect, useState } from 'preact/hooks';
import type { Client, Run } from '../../client/client.ts';
import type { Loaded } from './use-loaded.ts';
import { followRun } from './follow-run.ts';

/** Returns a run, and follows it until it has ended. */
export function useRun(client: Client, runId: string): Loaded<Run> {
  const [loaded, setLoaded] = useState<Loaded<Run>>({ kind: 'loading' });
  useEffect(() => {
    const abort = new AbortController();
    setLoaded({ kind: 'loading' });
    followRun({
      client,
      runId,
      signal: abort.signal,
      onRun: (value) => abort.signal.aborted || setLoaded({ kind: 'loaded', value }),
    }).catch((error: Error) => abort.signal.aborted || setLoaded({ kind: 'failed', error }));
    return () => abort.abort();
  }, [client, runId]);
  return loaded;
}

import type { Client, Pause, Run } from '../../client/client.ts';
import { readEvents, type ServerEvent } from './event-stream.ts';

const RETRY_MS = 2000;

/** How a run is followed. */
export interface FollowOptions {
  client: Client;
  runId: string;
  /** Called with the run whenever something of it has changed. */
  onRun(run: Run): void;
  /** Ends the following. */
  signal: AbortSignal;
}

/**
 * Follows a run until it has ended, with the server-sent events of the service. If the connection breaks, it begins
 * again. Rejects if the run cannot be read at first, with an Error whose message is for the user.
 */
export async function followRun({ client, runId, onRun, signal }: FollowOptions): Promise<void> {
  let run = await client.getRun({ id: runId }, { signal });
  onRun(run);
  let lastEventId: string | null = null;
  while (run.finishedAt === null && !signal.aborted) {
    try {
      const last = lastEventId === null ? {} : { lastEventId };
      const stream = await client.streamRunEvents({ id: runId, ...last }, { signal });
      if (stream !== undefined)
        for await (const event of readEvents(stream)) {
          lastEventId = event.id;
          run = applyEvent(run, event);
          onRun(run);
        }
    } catch {
      // The next request shows whether the service is back.
    }
    if (run.finishedAt !== null || signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    run = await client.getRun({ id: runId }, { signal }).catch(() => run);
    if (!signal.aborted) onRun(run);
  }
}

function applyEvent(run: Run, { event, data }: ServerEvent): Run {
  const value: unknown = JSON.parse(data);
  // The casts are safe: the service describes what each event contains.
  if (event === 'result') return value as Run;
  if (event === 'progress') return { ...run, progress: value as Run['progress'] };
  if (event !== 'state') return run;
  const { pause: _, ...rest } = run;
  return { ...rest, ...(value as { status: Run['status']; pause?: Pause }) };
}

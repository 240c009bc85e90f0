import type { Client, Pause, Run } from '../../client/client.ts';

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

/** An event of a stream (HTML Living Standard, section 9.2). */
interface ServerEvent {
  event: string;
  id: string;
  data: string;
}

/**
 * Reads the events of a stream. EventSource cannot send an API key, so the page reads streams with fetch. Ends with the
 * stream, and rejects if the connection breaks.
 */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event.data !== '') yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseEvent(block: string): ServerEvent {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    if (name !== '') fields[name] = value;
  }
  return { event: fields['event'] ?? 'message', id: fields['id'] ?? '', data: fields['data'] ?? '' };
}

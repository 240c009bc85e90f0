import { setTimeout as sleep } from 'node:timers/promises';
import type { RunView, SerializedRun } from '../../runs/run-request.ts';
import { callerOf } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { jsonPieces } from '../http/json-pieces.ts';
import { empty, stream } from '../http/respond.ts';
import { withErrors } from '../http/with-errors.ts';
import type { RequestServices } from '../http/services.ts';
import { findRun } from './runs.ts';

/** How often the state of the run is examined: at most this often, a stream reports progress. */
const INTERVAL_MS = 250;
/** How often the store is asked for a run that another instance executes. */
const STORE_INTERVAL_MS = 1000;
/** A stream without events sends a comment this often, so that proxies do not close it. */
const HEARTBEAT_MS = 15_000;
/** A stream ends after this time. A browser then opens the next one by itself. */
const MAX_STREAM_MS = 3_600_000;
/** The id of the last event of a stream. A client that has it needs no further stream. */
const RESULT_ID = 'result';

/**
 * GET /runs/{id}/events: server-sent events (HTML Living Standard, section 9.2) until the run has ended. `state` when its
 * status changes, `progress` at most four times a second, and `result` at the end. With Last-Event-ID, events that the
 * client has are not repeated; after `result`, the response is 204, which ends the reconnecting of browsers.
 */
export async function getRunEvents(
  request: Request,
  services: RequestServices,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  const { runId } = await findRun(params, services);
  const lastId = request.headers.get('last-event-id') ?? '';
  if (lastId === RESULT_ID) return empty(204);
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return stream(events(runId, { lastId, request, services }), { request, log: services.log, headers });
}

interface Watching {
  lastId: string;
  request: Request;
  services: RequestServices;
}

async function* events(runId: string, { lastId, request, services }: Watching): AsyncGenerator<string> {
  const leave = services.eventStreams.enter(callerOf(request, services.caller).caller);
  if (leave === null)
    throw new Problem('too_busy', 'too many streams of events are open', { headers: { 'retry-after': '30' } });
  try {
    yield 'retry: 2000\n\n';
    let [status = '', bytes = ''] = lastId.split(':');
    const until = performance.now() + MAX_STREAM_MS;
    for (let quietSince = performance.now(); performance.now() < until && !services.isStopping(); ) {
      const run = await read(runId, services);
      if (run === null) return;
      const { view, live } = run;
      const isEnded = view !== null && view.finishedAt !== null;
      const news = isEnded ? [] : describeNews(live, { status, bytes });
      [status, bytes] = [live.status, String(live.progress.bytes)];
      if (isEnded) {
        yield toEvent('state', `${status}:${bytes}`, { status });
        yield `id: ${RESULT_ID}\nevent: result\ndata: `;
        yield* jsonPieces(withErrors(view));
        yield '\n\n';
        return;
      }
      if (news.length > 0) {
        quietSince = performance.now();
        yield news.join('');
      } else if (performance.now() - quietSince > HEARTBEAT_MS) {
        quietSince = performance.now();
        yield ': heartbeat\n\n';
      }
      await sleep(view === null ? INTERVAL_MS : STORE_INTERVAL_MS);
    }
  } finally {
    leave();
  }
}

/** What a stream reports of a run that has not ended. */
type Live = Pick<RunView, 'status' | 'progress' | 'pause'>;

/** Reads the state of a run. The store is read only when this process no longer executes the run. */
async function read(
  runId: string,
  { runs }: RequestServices,
): Promise<{ view: SerializedRun | null; live: Live } | null> {
  const live = runs.stateOf(runId);
  if (live !== null) return { view: null, live };
  const view = await runs.get(runId);
  return view === null ? null : { view, live: view };
}

function describeNews({ status, pause, progress }: Live, known: { status: string; bytes: string }): string[] {
  const id = `${status}:${progress.bytes}`;
  return [
    ...(status === known.status ? [] : [toEvent('state', id, { status, ...(pause && { pause }) })]),
    ...(String(progress.bytes) === known.bytes ? [] : [toEvent('progress', id, progress)]),
  ];
}

function toEvent(event: string, id: string, data: unknown): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

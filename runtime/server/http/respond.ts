import { STATUS_CODES } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hideCredentials } from '../../state/access/hide-credentials.ts';
import { describeError, type Log } from '../../base/log/json-log.ts';
import { jsonPieces } from './json-pieces.ts';

type Headers = Readonly<Record<string, string>>;

/** A larger text is sent in pieces, between which other requests are handled. In characters. */
const WHOLE_CHARACTERS = 256 * 1024;

/**
 * Creates a JSON response, with status 200 unless `status` is set. `body` is plain data, and may contain JsonText. A
 * response of more than 256 KiB is serialized in pieces while it is sent, and has no Content-Length.
 */
export function json(
  body: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Headers } = {},
): Response {
  const all = { 'content-type': 'application/json', ...headers };
  const pieces = jsonPieces(body);
  let text = '';
  // A loop with `for` would close `pieces` when it is left.
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
    text += next.value;
    if (text.length > WHOLE_CHARACTERS) return inPieces(text, pieces, { status, headers: all });
  }
  return whole(`${text}\n`, status, all);
}

/** Creates a response of `first` and the rest of `pieces`. */
function inPieces(first: string, pieces: Iterator<string>, init: { status: number; headers: Headers }): Response {
  const encoder = new TextEncoder();
  let next: string | null = first;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done = false } = next === null ? pieces.next() : { value: next };
        next = null;
        controller.enqueue(encoder.encode(done ? '\n' : value));
        if (done) controller.close();
        else await nextTurn();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { ...init, statusText: STATUS_CODES[init.status] ?? '' });
}

/** Creates a text response in UTF-8. `type` is its media type. */
export function text(body: string, type: string, headers: Headers = {}): Response {
  return whole(body, 200, { ...headers, 'content-type': `${type}; charset=utf-8` });
}

/** Creates a response with these bytes. `type` is their media type. */
export function bytes(body: Uint8Array, type: string, headers: Headers = {}): Response {
  return wholeBytes(body, 200, { ...headers, 'content-type': type });
}

/** Creates a response that has no body. */
export function empty(status: 204 | 304, headers: Headers = {}): Response {
  return new Response(null, { status, statusText: STATUS_CODES[status] ?? '', headers });
}

/** The options of a streaming response: its request, the log for errors, and its headers. */
export interface StreamOptions {
  request: Request;
  log: Log;
  headers: Headers;
}

/**
 * Creates a streaming response. Reads `chunks` only as fast as the client receives, and closes them when the client
 * disconnects. Throws the error of the first chunk, so that it can become a problem response. A later error ends the
 * response early and is logged. For HEAD, the response has no body, and `chunks` is not read.
 */
export async function stream(
  chunks: AsyncIterable<string | Uint8Array>,
  { request, log, headers }: StreamOptions,
): Promise<Response> {
  if (request.method === 'HEAD') return new Response(null, { statusText: 'OK', headers });
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string | Uint8Array>> | null = Promise.resolve(await iterator.next());
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (next ?? iterator.next()).catch((error: unknown) => {
          if (!request.signal.aborted)
            log.error('response_broken_off', {
              path: hideCredentials(new URL(request.url).pathname),
              error: describeError(error),
            });
          throw error;
        });
        next = null;
        if (done === true) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { statusText: 'OK', headers });
}

function whole(body: string, status: number, headers: Headers): Response {
  return wholeBytes(new TextEncoder().encode(body), status, headers);
}

function wholeBytes(body: Uint8Array, status: number, headers: Headers): Response {
  // The cast is safe: no caller has a shared buffer.
  return new Response(body as Uint8Array<ArrayBuffer>, {
    status,
    statusText: STATUS_CODES[status] ?? '',
    headers: { ...headers, 'content-length': String(body.length) },
  });
}

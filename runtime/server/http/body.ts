import type { H3Event } from 'h3';
import { Problem } from './problem.ts';
import { ClientGone } from './client-gone.ts';
import type { BodyTimes, LimitedRequest } from './connection-limits.ts';
import { limitTimes } from './timed-chunks.ts';

/**
 * After an error, the service reads and discards the remaining body for at most this many milliseconds. Some clients
 * read the response only after they have sent the whole body.
 */
const DRAIN_MS = 10_000;

/**
 * Returns the media type of the Content-Type header in lower case, without parameters; '' if there is no such header.
 */
export function mediaTypeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Reads the body of a request as UTF-8 text. Throws a Problem: 413 if it is larger than `maxBytes` bytes, 415 if it has
 * a Content-Encoding, 400 if it is not UTF-8. Throws ClientGone if the connection closes.
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new Problem('unsupported_media_type', 'send the body without a Content-Encoding');
  // The chunks would lie between other allocations, and the allocator could not return their memory to the system.
  const body = new ArrayBuffer(0, { maxByteLength: Math.min(contentLengthOf(request) ?? maxBytes, maxBytes) });
  await readBody(request, maxBytes, async (chunk) => {
    const at = body.byteLength;
    body.resize(at + chunk.length);
    new Uint8Array(body, at).set(chunk);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(body));
  } catch {
    throw new Problem('malformed_request', 'the body is not valid UTF-8');
  }
}

/**
 * Calls `take` with each chunk of a request's body, and waits for each call. Throws a Problem (413) if the body is
 * larger than `maxBytes` bytes, a Problem (408) if the client is too slow, ClientGone if the connection closes, and the
 * errors of `take`. Throws the reason of `signal` when it is aborted, also while no chunk arrives. After an error, the
 * remaining body is read and discarded in the background for at most 10 seconds.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  take: (chunk: Uint8Array) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const all = chunksOf(request);
  if (all === null) return;
  const chunks = limitTimes(all, timesOf(request), signal);
  try {
    if ((contentLengthOf(request) ?? 0) > maxBytes) throw tooLarge(maxBytes);
    for (let bytes = 0; ; ) {
      const { done, value } = await chunks.next().catch((cause: unknown) => {
        if (cause instanceof Problem || signal?.aborted) throw cause;
        throw new ClientGone('the client closed the connection', { cause });
      });
      if (done === true) return;
      if ((bytes += value.length) > maxBytes) throw tooLarge(maxBytes);
      await take(value);
    }
  } catch (error) {
    if (!(error instanceof ClientGone)) void drain(all);
    throw error;
  } finally {
    chunks.stop();
  }
}

/**
 * Calls `check` before the body of a request is read. If it throws, the body is read and discarded in the background for
 * at most 10 seconds, so that the client can read the response.
 */
export async function checkBeforeBody<T>(request: Request, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    const chunks = chunksOf(request);
    if (chunks !== null) void drain(chunks);
    throw error;
  }
}

/**
 * Returns the chunks of a body; null if there is no body. Uses the stream of Node.js if there is one, because a web
 * stream copies each chunk.
 */
function chunksOf(request: Request): AsyncIterator<Uint8Array> | null {
  const node = nodeRequestOf(request);
  if (node !== undefined) return node.iterator({ destroyOnReturn: false });
  return request.body?.[Symbol.asyncIterator]() ?? null;
}

function contentLengthOf(request: Request): number | null {
  const length = request.headers.get('content-length');
  return length === null ? null : Number(length);
}

/** Returns the times that limit the body. A request that is not from a socket has none. */
function timesOf(request: Request): BodyTimes {
  return nodeRequestOf(request)?.bodyTimes ?? { idleMs: 0, requestMs: 0 };
}

function nodeRequestOf(request: Request): LimitedRequest | undefined {
  // The casts are safe: h3 adds `runtime` to requests from a socket, and other requests do not have it. The server adds
  // `bodyTimes`.
  return (request as H3Event['req']).runtime?.node?.req as LimitedRequest | undefined;
}

// Reads and discards the remaining body. Cancelling it would close the connection, and the client could not read the
// response.
async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  const until = Date.now() + DRAIN_MS;
  while (Date.now() < until) {
    const read = await chunks.next().catch(() => null);
    if (read === null || read.done === true) return;
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('too_large', `the body is larger than the limit of ${maxBytes} bytes`);
}

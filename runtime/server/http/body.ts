import type { H3Event } from 'h3';
import { Problem } from './problem.ts';
import { ClientGone } from './client-gone.ts';

/** How long a body that is refused is read on, so that a client that answers only when it has sent all gets to know; milliseconds. */
const DRAIN_MS = 10_000;

/** The media type of a request, in lower case, without parameters; '' where none is said. */
export function mediaTypeOf(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Reads a body of at most `maxBytes` as UTF-8 text. Throws a Problem: 413, 415, 400 where it is not UTF-8. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new Problem('unsupported_media_type', 'send the body without a Content-Encoding');
  const chunks: Uint8Array[] = [];
  await readBody(request, maxBytes, async (chunk) => void chunks.push(chunk));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Problem('malformed_request', 'the body is not valid UTF-8');
  }
}

/**
 * Gives a request's body to `take`, chunk by chunk, at its pace. Where that throws, or the body is larger
 * than `maxBytes` (a Problem, 413), the rest is read on for a while and thrown away. Throws ClientGone.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  take: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const chunks = chunksOf(request);
  if (chunks === null) return;
  try {
    if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
    for (let bytes = 0; ; ) {
      const { done, value } = await chunks.next().catch((cause: unknown) => {
        throw new ClientGone('the client closed the connection', { cause });
      });
      if (done === true) return;
      if ((bytes += value.length) > maxBytes) throw tooLarge(maxBytes);
      await take(value);
    }
  } catch (error) {
    if (!(error instanceof ClientGone)) void drain(chunks);
    throw error;
  }
}

/** A body's bytes as they come. Node's own stream where there is one: a web stream copies every chunk of it. */
function chunksOf(request: Request): AsyncIterator<Uint8Array> | null {
  // What h3 hands over; a request that did not come through a socket is no more than a Request.
  const node = (request as H3Event['req']).runtime?.node?.req;
  if (node !== undefined) return node.iterator({ destroyOnReturn: false });
  return request.body?.[Symbol.asyncIterator]() ?? null;
}

// Cancelling would end the connection, and the response with it.
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

import type { IncomingMessage } from 'node:http';
import { ConnectorFailure } from '../failure.ts';
import { ANSWER_TIMEOUT_MS, answerInTime } from '../time-limit.ts';

/** A response whose body has not been read yet. */
interface Unread {
  readonly body: IncomingMessage;
}

const MAX_TEXT_BYTES = 16 * 1024 * 1024;
const MAX_TEXT_MS = 5 * 60_000;
/** A connection is used again only if the rest of the response is shorter than this. */
const MAX_DISCARDED_BYTES = 64 * 1024;

/**
 * Yields the bytes of a body. Throws ConnectorFailure: `connection_lost` if the body ends too early, `timed_out` if there
 * are no bytes for `timeoutMs` milliseconds while the caller waits for them.
 */
export async function* readBody({ body }: Unread, timeoutMs = ANSWER_TIMEOUT_MS): AsyncGenerator<Uint8Array> {
  const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await answerInTime(chunks.next(), timeoutMs);
      if (done) break;
      yield value;
    }
  } catch (error) {
    throw error instanceof ConnectorFailure ? error : createCutFailure();
  } finally {
    if (!body.readableEnded) body.destroy();
  }
  if (!body.complete) throw createCutFailure();
}

/**
 * Returns a body as text. Throws ConnectorFailure: `protocol_error` if it is longer than `maxBytes`, `timed_out` if it takes
 * longer than `maxMs` milliseconds, even if bytes arrive all the time.
 */
export async function readText(
  response: Unread,
  maxBytes = MAX_TEXT_BYTES,
  maxMs: number = MAX_TEXT_MS,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  const since = Date.now();
  let length = 0;
  for await (const chunk of readBody(response)) {
    length += chunk.length;
    if (length > maxBytes)
      throw new ConnectorFailure('protocol_error', `The server's answer is longer than ${maxBytes} bytes.`);
    if (Date.now() - since > maxMs)
      throw new ConnectorFailure('timed_out', `The server's answer was not complete after ${maxMs / 1000} s.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Ignores a body. The connection is closed if the body is long or slow. */
export function discardBody({ body }: Unread): void {
  let length = 0;
  const timer = setTimeout(() => body.destroy(), ANSWER_TIMEOUT_MS);
  timer.unref();
  body.on('close', () => clearTimeout(timer));
  body.on('data', (chunk: Uint8Array) => {
    length += chunk.length;
    if (length > MAX_DISCARDED_BYTES) body.destroy();
  });
}

/** Creates the failure of a body that ended too early. */
export function createCutFailure(): ConnectorFailure {
  return new ConnectorFailure('connection_lost', 'The server ended the connection within its answer.');
}

import type { IncomingMessage } from 'node:http';
import { answerInTime } from '../time-limit.ts';
import { setSocketReader } from './content-agent.ts';
import { createContentBuffer } from './content-buffer.ts';
import { createCutFailure, readBody } from './response-body.ts';

/**
 * Yields the bytes of a body that was requested with `isContent`. A chunk may be overwritten when the next one is
 * requested. Throws like readBody().
 */
export async function* readContentBody(body: IncomingMessage, timeoutMs: number): AsyncGenerator<Uint8Array> {
  const length = lengthOf(body);
  if (length === null || body.complete) return yield* readBody({ body }, timeoutMs);
  const { socket } = body;
  // The first bytes arrived together with the headers.
  const parsed = (body.read() as Uint8Array | null) ?? new Uint8Array();
  const buffer = createContentBuffer(socket, length - parsed.length);
  if (!setSocketReader(socket, buffer)) {
    yield parsed;
    return yield* readBody({ body }, timeoutMs);
  }
  // The parser does not see the rest of the body, and reports that the body was cut.
  body.on('error', () => {});
  socket.on('close', buffer.end);
  socket.resume();
  try {
    yield parsed;
    for (;;) {
      const chunk = buffer.take();
      if (chunk !== null) yield chunk;
      else if (buffer.missing() === 0) return;
      else if (socket.destroyed) throw createCutFailure();
      else await answerInTime(buffer.changed(), timeoutMs);
    }
  } finally {
    socket.off('close', buffer.end);
    // For the parser, the response has not ended. So the connection cannot be used again.
    body.destroy();
    socket.destroy();
  }
}

/** Returns the length of a body in bytes; null if only the parser finds its end. */
function lengthOf({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined || headers['transfer-encoding'] !== undefined ? null : Number(length);
}

import type { RemoteContent, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { nameOf, printable } from '../remote-path.ts';
import type { HttpResponse } from './http-client.ts';
import { ANSWER_TIMEOUT_MS, answerInTime } from '../time-limit.ts';
import type { IncomingMessage } from 'node:http';
import { setSocketReader } from './content-agent.ts';
import { createContentBuffer } from './content-buffer.ts';
import { createCutFailure, readBody } from './response-body.ts';

/** Returns the file that the headers of a response describe (RFC 9110): length, range, time and ETag. */
export function readFileHeaders(path: string, { headers }: HttpResponse): RemoteFile {
  const total = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'] ?? '0';
  const modified = Date.parse(headers['last-modified'] ?? '');
  return {
    path,
    name: nameOf(path),
    size: Number(total),
    modified: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    version: headers['etag'] ?? '',
  };
}

/** The part of a file that a request asked for. */
export interface RequestedPart {
  /** Offset of the first byte. */
  readonly from: number;
  /** The version that the file must have; absent: any. */
  readonly ifVersion?: string | undefined;
  /** Maximum time to wait for bytes, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Returns the body of a response with the status 200 or 206 as content of a file. Throws ConnectorFailure if the response
 * starts at another byte, or if it belongs to another version than the requested one.
 */
export function createContent(
  file: RemoteFile,
  response: HttpResponse,
  { from, ifVersion, timeoutMs }: RequestedPart,
): RemoteContent {
  const named = `"${printable(file.path)}"`;
  try {
    if (ifVersion !== undefined && file.version !== ifVersion)
      throw new ConnectorFailure('source_changed', `${named} has another version by now.`);
    const start = response.status === 206 ? readRangeStart(response) : 0;
    if (start !== from)
      throw new ConnectorFailure('protocol_error', `The server sent other bytes of ${named} than were requested.`);
  } catch (error) {
    response.body.destroy();
    throw error;
  }
  const bytes = readContentBody(response.body, timeoutMs ?? ANSWER_TIMEOUT_MS);
  return { file, bytes, cancel: async () => void response.body.destroy() };
}

/** Returns the content after the last byte of a file. */
export function createEmptyContent(file: RemoteFile): RemoteContent {
  return { file, bytes: (async function* () {})(), cancel: async () => {} };
}

function readRangeStart({ headers }: HttpResponse): number {
  const start = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
  return start === undefined ? -1 : Number(start);
}

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

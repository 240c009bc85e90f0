import type { RemoteContent, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { nameOf, printable } from '../remote-path.ts';
import type { HttpResponse } from './http-client.ts';
import { ANSWER_TIMEOUT_MS } from '../time-limit.ts';
import { readContentBody } from './content-body.ts';

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

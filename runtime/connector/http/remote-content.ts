import type { RemoteContent, RemoteFile } from '../connector.ts';
import { nameOf } from '../remote-path.ts';
import { type HttpResponse, readBody } from './http-client.ts';

/** The file that the headers of a response describe (RFC 9110): length, range, time and ETag. */
export function fileOfHeaders(path: string, { headers }: HttpResponse): RemoteFile {
  const total = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'] ?? '0';
  const modified = headers['last-modified'];
  return {
    path,
    name: nameOf(path),
    size: Number(total),
    modified: modified === undefined ? null : new Date(modified).toISOString(),
    version: headers['etag'] ?? '',
  };
}

/** The body of a response as the content of a file. */
export function contentOf(file: RemoteFile, response: HttpResponse): RemoteContent {
  return { file, bytes: readBody(response.body), cancel: async () => void response.body.destroy() };
}

/** The content of a file behind its last byte. */
export function emptyContent(file: RemoteFile): RemoteContent {
  return { file, bytes: (async function* () {})(), cancel: async () => {} };
}

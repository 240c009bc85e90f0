import type { ReadRequest, RemoteContent, RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { createStatusFailure } from '../http/http-failure.ts';
import { createContent, createEmptyContent } from '../http/remote-content.ts';
import { discardBody } from '../http/response-body.ts';
import { printable } from '../remote-path.ts';
import type { Authorization } from './authorization.ts';
import { hasValidator, isStrongEtag, readRestFile } from './file-version.ts';
import type { RestClient, RestResponse } from './rest-client.ts';

/** A way to the files of a server. */
export interface RestContentParts {
  readonly client: RestClient;
  /** Returns the attributes of a file; null if there is none. */
  stat(path: string, authorization?: Authorization): Promise<RemoteFile | null>;
  /** Maximum time to wait for bytes, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Opens the content of a file at a byte. If the server cannot send a part of it, the bytes before that are read and
 * ignored. Throws ConnectorFailure, with the code `source_changed` if the file does not have the version `ifVersion`.
 */
export async function openContent(
  parts: RestContentParts,
  path: string,
  { from = 0, ifVersion }: ReadRequest,
): Promise<RemoteContent> {
  const headers = {
    ...(from > 0 ? { range: `bytes=${from}-` } : {}),
    ...(ifVersion !== undefined && isStrongEtag(ifVersion) ? { 'if-match': ifVersion } : {}),
  };
  const response = await parts.client.send({ path, headers, isContent: true });
  if (response.status === 416) return openEnd(parts, path, { response, ifVersion });
  if (response.status !== 200 && response.status !== 206) {
    discardBody(response);
    throw createStatusFailure(response.status, `"${printable(path)}"`);
  }
  const file = readRestFile(path, response);
  const start = response.status === 206 ? from : 0;
  const content = createContent(file, response, { from: start, ifVersion, timeoutMs: parts.timeoutMs });
  if (from > 0 && ifVersion !== undefined && !hasValidator(file)) {
    await content.cancel();
    throw createUnverifiableFailure(path);
  }
  return { ...content, bytes: readUnchanged(parts, content, { skipped: from - start, response }) };
}

/** Returns the content after the last byte, if the file has the requested version. */
async function openEnd(
  { stat }: RestContentParts,
  path: string,
  { response, ifVersion }: { response: RestResponse; ifVersion: string | undefined },
): Promise<RemoteContent> {
  discardBody(response);
  const file = await stat(path, response.authorization);
  if (file === null) throw createStatusFailure(404, `"${printable(path)}"`);
  if (ifVersion !== undefined && file.version !== ifVersion) throw createStatusFailure(412, `"${printable(path)}"`);
  return createEmptyContent(file);
}

/**
 * Yields the bytes after the first `skipped` ones. A server may send a file while it is being written, so its version is
 * compared again after the last byte, with the same authorization: a transfer ends with the credential it began with.
 */
async function* readUnchanged(
  { stat }: RestContentParts,
  { file, bytes }: RemoteContent,
  { skipped, response }: { skipped: number; response: RestResponse },
): AsyncGenerator<Uint8Array> {
  let ignored = 0;
  for await (const chunk of bytes) {
    const rest = chunk.subarray(Math.min(chunk.length, skipped - ignored));
    ignored += chunk.length - rest.length;
    if (rest.length > 0) yield rest;
  }
  if (!hasValidator(file)) return;
  const now = await stat(file.path, response.authorization);
  if (now?.version !== file.version) throw createStatusFailure(412, `"${printable(file.path)}"`);
}

/** The connection to a file was lost whose second part may belong to another content. Only its beginning can be read. */
function createUnverifiableFailure(path: string): ConnectorFailure {
  return new ConnectorFailure(
    'connection_lost',
    `"${printable(path)}" cannot be continued in the middle: the server sends neither an ETag nor Last-Modified.`,
  );
}

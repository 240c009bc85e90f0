import { discardBody } from '../http/response-body.ts';
import { createHttpClient } from '../http/http-client.ts';
import { createContent, readFileHeaders } from '../http/remote-content.ts';
import type { RemoteContent, RemoteWriter } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { StoredObject } from '../object-store/object-store.ts';
import { createPartWriter } from '../object-store/part-writer.ts';
import type { S3Parts } from './s3.ts';
import { abortUpload } from './multipart.ts';
import { listPage, removeObject, statObject, decodeKey } from './objects.ts';
import { createS3Client, type S3Request, type SendS3 } from './s3-client.ts';
import { readFailure, expectXml } from './s3-failure.ts';
import { createUpload } from './upload.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNodes, findText } from '../http/xml.ts';

/** The objects of a bucket under their keys. All methods except close() may throw ConnectorFailure. */
export interface BucketObjects {
  /** Returns the attributes of an object; null if there is none. Throws `not_found` if there is no such bucket. */
  stat(key: string): Promise<StoredObject | null>;
  /**
   * Opens the bytes from `from` up to, but not including, `to`. Throws `not_found` if there is no such object, and
   * `source_changed` if it has another version than `ifVersion`.
   */
  read(key: string, range: { from: number; to: number; ifVersion: string }): Promise<RemoteContent>;
  /** Starts an upload. The object appears when it is complete. Short interruptions of the connection do not end it. */
  write(key: string): RemoteWriter;
  /** Removes an object; does nothing if there is none. */
  remove(key: string): Promise<void>;
  /** Yields the objects whose keys start with `prefix`. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Yields the uploads of such keys that were neither completed nor discarded. */
  listUploads(prefix: string): AsyncIterable<UnfinishedUpload>;
  /** Discards such an upload. */
  abortUpload(upload: UnfinishedUpload): Promise<void>;
  /** Closes all connections. */
  close(): void;
}

/** Opens the objects of a bucket. At most ten requests are in progress at a time. */
export function openBucketObjects({ config, openCredential, ...parts }: S3Parts): BucketObjects {
  const client = createHttpClient(parts);
  const send = createS3Client(config, { client, openCredential });

  async function* list(prefix: string): AsyncGenerator<StoredObject> {
    for (let marker: string | null = null; ; ) {
      const { objects, next } = await listPage(send, { prefix, isRecursive: true, marker });
      yield* objects;
      if (next === null || next === marker) return;
      marker = next;
    }
  }

  return {
    async stat(key) {
      const found = await statObject(send, key);
      // The response to HEAD does not distinguish a missing object from a missing bucket.
      if (found === null) await listPage(send, { prefix: key, isRecursive: true, marker: null });
      return found;
    },
    async read(key, { from, to, ifVersion }) {
      const headers = { range: `bytes=${from}-${to - 1}`, 'if-match': ifVersion };
      const response = await send({ key, headers });
      if (response.status === 200 || response.status === 206)
        return createContent(readFileHeaders(key, response), response, { ...parts, from, ifVersion });
      if (response.status === 416) {
        discardBody(response);
        throw new ConnectorFailure('source_changed', 'The object is shorter than it was.');
      }
      throw await readFailure(response, send, { key });
    },
    write: (key) => createPartWriter(createUpload(createPersistentSend(send), key)),
    remove: (key) => removeObject(send, key),
    list,
    listUploads: (prefix) => listUploads(send, prefix),
    abortUpload: ({ key, id }) => abortUpload(send, key, id),
    close: () => client.close(),
  };
}

const MAX_ATTEMPTS = 3;
const WAIT_MS = 500;

/**
 * Returns a function that sends a request up to three times while the connection fails, so that a short interruption does
 * not end a long upload. Only the start of an upload and its parts are sent again: a repetition has the same effect.
 */
export function createPersistentSend(send: SendS3): SendS3 {
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(request);
      } catch (error) {
        const isInterrupted = error instanceof ConnectorFailure && error.isHostFailure;
        if (!isInterrupted || !isRepeatable(request) || attempt === MAX_ATTEMPTS) throw error;
        await sleep(WAIT_MS * attempt);
      }
    }
  };
}

function isRepeatable({ method, query = {} }: S3Request): boolean {
  return method === 'PUT' || (method === 'POST' && 'uploads' in query);
}

/** An upload in parts that was neither completed nor discarded. */
export interface UnfinishedUpload {
  readonly key: string;
  readonly id: string;
  /** When it was started, in milliseconds since 1970. NaN if the store does not report it. */
  readonly startedAt: number;
}

/** Yields the unfinished uploads of keys that start with `prefix`. Throws ConnectorFailure. */
async function* listUploads(send: SendS3, prefix: string): AsyncGenerator<UnfinishedUpload> {
  let marker: Record<string, string> = {};
  for (;;) {
    const answer = await expectXml(send, {
      query: { uploads: '', prefix, 'max-uploads': '1000', 'encoding-type': 'url', ...marker },
    });
    const [page] = findNodes(answer, 'ListMultipartUploadsResult');
    if (page === undefined)
      throw new ConnectorFailure('protocol_error', 'The store answered with something else than a list of uploads.');
    const isEncoded = findText(page, 'EncodingType') === 'url';
    for (const node of findNodes(page, 'Upload')) {
      const key = findText(node, 'Key') ?? '';
      const id = findText(node, 'UploadId') ?? '';
      yield { key: isEncoded ? decodeKey(key) : key, id, startedAt: Date.parse(findText(node, 'Initiated') ?? '') };
    }
    const next = {
      'key-marker': findText(page, 'NextKeyMarker') ?? '',
      'upload-id-marker': findText(page, 'NextUploadIdMarker') ?? '',
    };
    const isLast = findText(page, 'IsTruncated') !== 'true' || next['key-marker'] === '';
    if (isLast || next['upload-id-marker'] === marker['upload-id-marker']) return;
    marker = next;
  }
}

import { discardBody } from '../http/response-body.ts';
import { createHttpClient } from '../http/http-client.ts';
import { createContent, readFileHeaders } from '../http/remote-content.ts';
import type { RemoteContent, RemoteWriter } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { StoredObject } from '../object-store/object-store.ts';
import { createPartWriter } from '../object-store/part-writer.ts';
import type { BucketAParts } from './bucket-a.ts';
import { listUploads, type UnfinishedUpload } from './list-uploads.ts';
import { abortUpload } from './multipart.ts';
import { listPage, removeObject, statObject } from './objects.ts';
import { createS3Client } from './s3-client.ts';
import { createPersistentSend } from './send-again.ts';
import { readFailure } from './s3-failure.ts';
import { createUpload } from './upload.ts';

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
export function openBucketObjects({ config, openCredential, ...parts }: BucketAParts): BucketObjects {
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

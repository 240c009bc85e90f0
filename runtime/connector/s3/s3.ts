import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { Connector, OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HostGuard } from '../host-guard.ts';
import { createHttpClient } from '../http/http-client.ts';
import { createContent, readFileHeaders } from '../http/remote-content.ts';
import { discardBody } from '../http/response-body.ts';
import type { ObjectStore, StoredObject } from '../object-store/object-store.ts';
import { createPartWriter } from '../object-store/part-writer.ts';
import { createStoreConnector } from '../object-store/store-connector.ts';
import { listPage, removeObject, statObject } from './objects.ts';
import { type BucketConfig, createS3Client, encodeText, type SendS3 } from './s3-client.ts';
import { readFailure, expectXml } from './s3-failure.ts';
import { createUpload } from './upload.ts';
import { findText } from '../http/xml.ts';
import { abortUpload, completeUpload, SLOW_MS, startUpload } from './multipart.ts';

/** What a connector for an S3 bucket needs. */
export interface S3Parts {
  readonly config: BucketConfig;
  /** Returns the current version of the credential. It is called for each request. */
  openCredential(): Promise<OpenedCredential>;
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
  /** Maximum time to wait for a response, in milliseconds. */
  readonly timeoutMs?: number;
  /** Certificates of authorities in PEM, instead of those of the system. */
  readonly ca?: string;
  /** Maximum size in bytes of an object that is copied in one request; 5 GiB by default, as in Amazon S3. */
  readonly maxCopyBytes?: number;
}

const MAX_COPY_BYTES = 5 * 1024 ** 3;

/** Creates a connector for Amazon S3 and compatible stores. The version of a file is its ETag. */
export function createS3Connector({ config, openCredential, ...parts }: S3Parts): Connector {
  const client = createHttpClient(parts);
  const send = createS3Client(config, { client, openCredential });
  const store: ObjectStore = {
    listPage: (request) => listPage(send, request),
    stat: (key) => statObject(send, key),
    async open(key, { path, from, ifVersion }) {
      const headers = {
        ...(from > 0 ? { range: `bytes=${from}-` } : {}),
        ...(ifVersion === undefined ? {} : { 'if-match': ifVersion }),
      };
      const response = await send({ key, headers, isContent: true });
      if (response.status === 200 || response.status === 206)
        return createContent(readFileHeaders(path, response), response, { ...parts, from, ifVersion });
      if (response.status !== 416) throw await readFailure(response, send, { key });
      discardBody(response);
      return null;
    },
    write: (key) => createPartWriter(createUpload(send, key)),
    copy: (from, to) =>
      copyObject(send, { bucket: config.bucket, from, to, maxBytes: parts.maxCopyBytes ?? MAX_COPY_BYTES }),
    async remove(key, ifVersion) {
      // Not every store knows a condition for DELETE.
      const current = ifVersion === undefined ? null : await statObject(send, key);
      if (current !== null && current.version !== ifVersion)
        throw new ConnectorFailure('source_changed', 'The object was replaced while it was moved.');
      await removeObject(send, key);
    },
    close: () => client.close(),
  };
  return createStoreConnector(store, config.prefix);
}

/** A copy within a bucket. */
interface CopyRequest {
  readonly bucket: string;
  readonly from: StoredObject;
  readonly to: string;
  /** Maximum size in bytes of a copy in one request, and of a part of a larger copy. */
  readonly maxBytes: number;
}

/** Copies an object in one request, or in parts if it is larger than `maxBytes`. Throws ConnectorFailure. */
async function copyObject(send: SendS3, { bucket, from, to, maxBytes }: CopyRequest): Promise<void> {
  const headers = {
    'x-amz-copy-source': `/${bucket}/${from.name}`.split('/').map(encodeText).join('/'),
    'x-amz-copy-source-if-match': from.version,
  };
  if (from.size <= maxBytes) {
    await expectXml(send, { method: 'PUT', key: to, headers, timeoutMs: SLOW_MS });
    return;
  }
  const uploadId = await startUpload(send, to);
  try {
    const tags: string[] = [];
    for (let at = 0; at < from.size; at += maxBytes) {
      const range = `bytes=${at}-${Math.min(at + maxBytes, from.size) - 1}`;
      const answer = await expectXml(send, {
        method: 'PUT',
        key: to,
        query: { partNumber: String(tags.length + 1), uploadId },
        headers: { ...headers, 'x-amz-copy-source-range': range },
        timeoutMs: SLOW_MS,
      });
      const tag = findText(answer, 'CopyPartResult', 'ETag');
      if (tag === undefined) throw new ConnectorFailure('protocol_error', 'The store returned no ETag for a part.');
      tags.push(tag);
    }
    await completeUpload(send, { key: to, uploadId, tags });
  } catch (error) {
    await abortUpload(send, to, uploadId).catch(() => {});
    throw error;
  }
}

import { ConnectorFailure } from '../failure.ts';
import { findText } from '../http/xml.ts';
import type { StoredObject } from '../object-store/object-store.ts';
import { abortUpload, completeUpload, SLOW_MS, startUpload } from './multipart.ts';
import { encodeText, type SendS3 } from './s3-client.ts';
import { expectXml } from './s3-failure.ts';

/** A copy within a bucket. */
export interface CopyRequest {
  readonly bucket: string;
  readonly from: StoredObject;
  readonly to: string;
  /** Maximum size in bytes of a copy in one request, and of a part of a larger copy. */
  readonly maxBytes: number;
}

/** Copies an object in one request, or in parts if it is larger than `maxBytes`. Throws ConnectorFailure. */
export async function copyObject(send: SendS3, { bucket, from, to, maxBytes }: CopyRequest): Promise<void> {
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

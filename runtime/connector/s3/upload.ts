import { ConnectorFailure } from '../failure.ts';
import { discardBody } from '../http/response-body.ts';
import { PART_BYTES, type PartUpload } from '../object-store/part-writer.ts';
import { abortUpload, completeUpload, startUpload } from './multipart.ts';
import type { SendS3 } from './s3-client.ts';
import { readFailure } from './s3-failure.ts';

/** Parts double every 1,000, so that the permitted 10,000 parts hold the 5 TiB that an object may have. */
const PARTS_BEFORE_GROWTH = 1000;

/** Creates an upload: one request if the object is small, otherwise an upload in parts. */
export function createUpload(send: SendS3, key: string): PartUpload {
  const tags: string[] = [];
  let uploadId: string | null = null;

  async function put(bytes: Uint8Array, query: Readonly<Record<string, string>> = {}): Promise<string> {
    const request = { method: 'PUT', key, query, body: bytes } as const;
    const response = await send(request);
    if (response.status >= 300) throw await readFailure(response, send, request);
    discardBody(response);
    return response.headers['etag'] ?? '';
  }

  async function sendPart(bytes: Uint8Array, index: number): Promise<void> {
    uploadId ??= await startUpload(send, key);
    const tag = await put(bytes, { partNumber: String(index + 1), uploadId });
    if (tag === '') throw new ConnectorFailure('protocol_error', 'The store returned no ETag for a part.');
    tags.push(tag);
  }

  return {
    partBytes: (index) => PART_BYTES * 2 ** Math.floor(index / PARTS_BEFORE_GROWTH),
    sendPart,
    async complete(rest, count) {
      if (uploadId === null) {
        await put(rest);
        return;
      }
      await sendPart(rest, count);
      await completeUpload(send, { key, uploadId, tags });
    },
    async abort() {
      if (uploadId !== null) await abortUpload(send, key, uploadId);
    },
  };
}

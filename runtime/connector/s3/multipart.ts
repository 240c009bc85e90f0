import { ConnectorFailure } from '../failure.ts';
import { findText } from '../http/xml.ts';
import type { SendS3 } from './s3-client.ts';
import { expectXml } from './s3-failure.ts';

/** Maximum time in which a store copies or joins content, in milliseconds. */
export const SLOW_MS = 15 * 60_000;

/** Starts an upload in parts and returns its id. Throws ConnectorFailure. */
export async function startUpload(send: SendS3, key: string): Promise<string> {
  const answer = await expectXml(send, { method: 'POST', key, query: { uploads: '' } });
  const id = findText(answer, 'InitiateMultipartUploadResult', 'UploadId');
  if (id === undefined) throw new ConnectorFailure('protocol_error', 'The store returned no id for an upload.');
  return id;
}

/** Joins the parts with these ETags to an object. Throws ConnectorFailure. */
export async function completeUpload(
  send: SendS3,
  { key, uploadId, tags }: { key: string; uploadId: string; tags: readonly string[] },
): Promise<void> {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  );
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
  await expectXml(send, { method: 'POST', key, query: { uploadId }, body, timeoutMs: SLOW_MS });
}

/** Discards the parts of an upload. Throws ConnectorFailure if there is no response. */
export async function abortUpload(send: SendS3, key: string, uploadId: string): Promise<void> {
  const { body } = await send({ method: 'DELETE', key, query: { uploadId } });
  body.resume();
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

import { ConnectorFailure } from '../failure.ts';
import { failureOfStatus, type HttpResponse, readText } from '../http/http-client.ts';
import type { RemoteWriter } from '../connector.ts';
import { parseXml, textsOf } from '../http/xml.ts';
import type { SendS3 } from './s3-client.ts';

/** The store takes parts of 5 MiB to 5 GiB, and at most 10,000 of them. */
const FIRST_PART_BYTES = 8 * 1024 * 1024;
/** Parts double every 1,000, so that 10,000 of them hold the 5 TiB that an object may have. */
const PARTS_BEFORE_GROWTH = 1000;

/** Writes an object: in one request where it is small, else in parts. The store shows it whole or not at all. */
export function createMultipartWriter(send: SendS3, key: string): RemoteWriter {
  const named = `"${key}"`;
  const tags: string[] = [];
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let uploadId: string | null = null;

  async function sendPart(): Promise<void> {
    uploadId ??= await startUpload(send, key);
    const partNumber = String(tags.length + 1);
    const response = await send({ method: 'PUT', key, query: { partNumber, uploadId }, body: takeHeld() });
    await expectOk(response, named);
    const tag = response.headers['etag'];
    if (tag === undefined)
      throw new ConnectorFailure('protocol_error', `The store gave no ETag for a part of ${named}.`);
    tags.push(tag);
  }

  function takeHeld(): Uint8Array {
    const bytes = Buffer.concat(held, heldBytes);
    held = [];
    heldBytes = 0;
    return bytes;
  }

  return {
    async write(bytes) {
      // The caller may use its buffer again.
      held.push(Uint8Array.prototype.slice.call(bytes));
      heldBytes += bytes.length;
      const partBytes = FIRST_PART_BYTES * 2 ** Math.floor(tags.length / PARTS_BEFORE_GROWTH);
      if (heldBytes >= partBytes) await sendPart();
    },
    async commit() {
      if (uploadId === null) {
        await expectOk(await send({ method: 'PUT', key, body: takeHeld() }), named);
        return;
      }
      if (heldBytes > 0) await sendPart();
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const response = await send({ method: 'POST', key, query: { uploadId }, body });
      if (response.status !== 200) throw failureOfStatus(response.status, named);
      // A failure while the parts are joined is reported with status 200.
      const answer = await readText(response);
      if (/<Error>/.test(answer))
        throw new ConnectorFailure('protocol_error', `The store could not complete ${named}.`);
    },
    async abort() {
      held = [];
      if (uploadId === null) return;
      await send({ method: 'DELETE', key, query: { uploadId } }).then(
        ({ body }) => body.resume(),
        () => {},
      );
    },
  };
}

async function startUpload(send: SendS3, key: string): Promise<string> {
  const response = await send({ method: 'POST', key, query: { uploads: '' } });
  if (response.status !== 200) throw failureOfStatus(response.status, `"${key}"`);
  const [id] = textsOf(parseXml(await readText(response)), 'InitiateMultipartUploadResult', 'UploadId');
  if (id === undefined) throw new ConnectorFailure('protocol_error', 'The store gave no id for an upload in parts.');
  return id;
}

async function expectOk(response: HttpResponse, named: string): Promise<void> {
  response.body.resume();
  if (response.status >= 300) throw failureOfStatus(response.status, named);
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}

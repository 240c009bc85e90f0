import { ConnectorFailure } from '../failure.ts';
import { discardBody } from '../http/response-body.ts';
import { PART_BYTES, type PartUpload } from '../object-store/part-writer.ts';
import { createStorageFailure, type SendStorage } from './storage-client.ts';

/** An upload of an object. `objects` is the path of the objects of the bucket. */
export interface UploadParts {
  readonly send: SendStorage;
  readonly objects: string;
  readonly name: string;
}

/** Creates an upload: one request if the object is small, otherwise a session. The store removes unfinished sessions. */
export function createResumableUpload({ send, objects, name }: UploadParts): PartUpload {
  let sent = 0;
  let session: string | null = null;

  async function startSession(): Promise<string> {
    const response = await send({
      method: 'POST',
      path: `/upload${objects}`,
      query: { uploadType: 'resumable', name },
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    const { location } = response.headers;
    if (response.status !== 200 || location === undefined) throw createStorageFailure(response, name);
    discardBody(response);
    return location;
  }

  async function putPart(bytes: Uint8Array, total: number | null): Promise<void> {
    session ??= await startSession();
    const range = bytes.length === 0 ? '*' : `${sent}-${sent + bytes.length - 1}`;
    const headers = { 'content-range': `bytes ${range}/${total ?? '*'}` };
    const response = await send({ method: 'PUT', path: session, headers, body: bytes });
    if (!(total === null ? [308] : [200, 201]).includes(response.status)) throw createStorageFailure(response, name);
    discardBody(response);
    sent += bytes.length;
    if (total === null && response.headers['range']?.endsWith(`-${sent - 1}`) !== true)
      throw new ConnectorFailure('connection_lost', 'The store stored less of the upload than was sent.');
  }

  return {
    // All parts but the last are a multiple of 256 KiB.
    partBytes: () => PART_BYTES,
    sendPart: (bytes) => putPart(bytes, null),
    async complete(rest, count) {
      if (count > 0) return putPart(rest, sent + rest.length);
      const query = { uploadType: 'media', name };
      const response = await send({ method: 'POST', path: `/upload${objects}`, query, body: rest });
      if (response.status !== 200) throw createStorageFailure(response, name);
      discardBody(response);
    },
    async abort() {
      if (session !== null) discardBody(await send({ method: 'DELETE', path: session }));
    },
  };
}

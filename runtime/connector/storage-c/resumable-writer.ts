import { failureOfStatus, type HttpClient } from '../http/http-client.ts';
import type { RemoteWriter } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';

/** Every part but the last is a multiple of 256 KiB. */
const PART_BYTES = 8 * 1024 * 1024;

/** Writes an object through an upload session. It appears, whole, with its last part; a session that is left expires. */
export function createResumableWriter(client: HttpClient, startSession: () => Promise<string>): RemoteWriter {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let sent = 0;
  let session: string | null = null;

  async function sendPart(bytes: Uint8Array, total: number | null): Promise<void> {
    session ??= await startSession();
    const range = bytes.length === 0 ? '*' : `${sent}-${sent + bytes.length - 1}`;
    const headers = { 'content-range': `bytes ${range}/${total ?? '*'}` };
    const response = await client.request({ method: 'PUT', url: session, headers, body: bytes });
    response.body.resume();
    const expected = total === null ? [308] : [200, 201];
    if (!expected.includes(response.status)) throw failureOfStatus(response.status, 'the upload');
    sent += bytes.length;
    if (total === null && response.headers['range'] !== `bytes=0-${sent - 1}`) {
      throw new ConnectorFailure('connection_lost', 'The store kept less of the upload than was sent.');
    }
  }

  return {
    async write(bytes) {
      // The caller may use its buffer again.
      held.push(Uint8Array.prototype.slice.call(bytes));
      heldBytes += bytes.length;
      while (heldBytes > PART_BYTES) {
        const all = Buffer.concat(held, heldBytes);
        held = [all.subarray(PART_BYTES)];
        heldBytes -= PART_BYTES;
        await sendPart(all.subarray(0, PART_BYTES), null);
      }
    },
    commit: () => sendPart(Buffer.concat(held, heldBytes), sent + heldBytes),
    async abort() {
      held = [];
      if (session === null) return;
      await client.request({ method: 'DELETE', url: session }).then(
        ({ body }) => body.resume(),
        () => {},
      );
    },
  };
}

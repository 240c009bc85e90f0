import { failureOfStatus } from '../http/http-client.ts';
import type { RemoteWriter } from '../connector.ts';
import type { SendBlob } from './blob-b.ts';

/** The store takes at most 50,000 blocks, so they double every 5,000. */
const FIRST_BLOCK_BYTES = 8 * 1024 * 1024;
const BLOCKS_BEFORE_GROWTH = 5000;

/** Writes a blob block by block. It appears, whole, when the list of its blocks is sent; blocks without a list expire. */
export function createBlockWriter(send: SendBlob, name: string): RemoteWriter {
  const ids: string[] = [];
  let held: Uint8Array[] = [];
  let heldBytes = 0;

  async function sendBlock(): Promise<void> {
    const id = Buffer.from(String(ids.length).padStart(8, '0')).toString('base64');
    const body = Buffer.concat(held, heldBytes);
    held = [];
    heldBytes = 0;
    await expectCreated({ method: 'PUT', name, query: { comp: 'block', blockid: id }, body });
    ids.push(id);
  }

  async function expectCreated(request: Parameters<SendBlob>[0]): Promise<void> {
    const response = await send(request);
    response.body.resume();
    if (response.status !== 201) throw failureOfStatus(response.status, `"${name}"`);
  }

  return {
    async write(bytes) {
      // The caller may use its buffer again.
      held.push(Uint8Array.prototype.slice.call(bytes));
      heldBytes += bytes.length;
      if (heldBytes >= FIRST_BLOCK_BYTES * 2 ** Math.floor(ids.length / BLOCKS_BEFORE_GROWTH)) await sendBlock();
    },
    async commit() {
      if (heldBytes > 0) await sendBlock();
      const body = `<?xml version="1.0" encoding="utf-8"?><BlockList>${ids.map((id) => `<Latest>${id}</Latest>`).join('')}</BlockList>`;
      await expectCreated({ method: 'PUT', name, query: { comp: 'blocklist' }, body });
    },
    async abort() {
      held = [];
    },
  };
}

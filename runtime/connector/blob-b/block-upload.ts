import { discardBody } from '../http/response-body.ts';
import { PART_BYTES, type PartUpload } from '../object-store/part-writer.ts';
import { type BlobClient, type BlobRequest, createBlobFailure } from './blob-client.ts';

/** Blocks double every 5,000: a blob may have 50,000 blocks. */
const BLOCKS_BEFORE_GROWTH = 5000;

/**
 * Creates an upload: one request if the blob is small, otherwise blocks. A blob of blocks appears when the list of its
 * blocks is sent. The store removes blocks without a list after a week.
 */
export function createBlockUpload({ send }: BlobClient, name: string): PartUpload {
  const ids: string[] = [];

  async function put(request: BlobRequest): Promise<void> {
    const response = await send({ method: 'PUT', name, ...request });
    if (response.status !== 201) throw createBlobFailure(response, name);
    discardBody(response);
  }

  async function sendPart(body: Uint8Array, index: number): Promise<void> {
    // All ids of a blob have the same length.
    const id = Buffer.from(String(index).padStart(8, '0')).toString('base64');
    await put({ query: { comp: 'block', blockid: id }, body });
    ids.push(id);
  }

  return {
    partBytes: (index) => PART_BYTES * 2 ** Math.floor(index / BLOCKS_BEFORE_GROWTH),
    sendPart,
    async complete(rest, count) {
      if (count === 0) {
        await put({ headers: { 'x-ms-blob-type': 'BlockBlob' }, body: rest });
        return;
      }
      await sendPart(rest, count);
      const list = ids.map((id) => `<Latest>${id}</Latest>`).join('');
      const body = `<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`;
      await put({ query: { comp: 'blocklist' }, body });
    },
    // Blocks without a list cannot be removed.
    abort: async () => {},
  };
}

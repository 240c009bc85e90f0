import { PassThrough } from 'node:stream';
import { readHead } from './decompress/head.ts';
import { inflate } from './decompress/inflate.ts';
import { isPackingDecided, packingOf } from './decompress/packing.ts';
import { BLOCK_BYTES } from './decompress/tar-header.ts';
import type { ReceiveOptions, Spool, SpooledFile } from './spool.ts';

/** The methods that Node.js decompresses in threads of its own. */
const METHODS = ['gzip', 'zstd'] as const;
type Method = (typeof METHODS)[number];

/** How many bytes wait for decompression. */
const WAITING_BYTES = 1024 * 1024;

/**
 * Receives a file, and stores its content instead if it is compressed with gzip or zstd and the content has more than
 * `moreThan` bytes. It is decompressed while it is received. If the content cannot be read to its end, or is packed itself,
 * the file is stored as it was sent, so that a run finds the reason. Throws like Spool.receive().
 */
export async function receiveUnpacked(
  spool: Pick<Spool, 'receive' | 'discard'>,
  chunks: AsyncIterable<Uint8Array>,
  { moreThan, ...file }: ReceiveOptions & { moreThan: number },
): Promise<SpooledFile> {
  const { head, chunks: all } = await readHead(chunks, BLOCK_BYTES, isPackingDecided);
  const packing = packingOf(head);
  const method = METHODS.find((one) => one === packing);
  if (method === undefined) return spool.receive(all, file);
  const copy = new PassThrough({ highWaterMark: WAITING_BYTES }).on('error', () => {});
  const unpacking = receiveContent(spool, copy, { ...file, method });
  let sent: SpooledFile;
  try {
    sent = await spool.receive(copyInto(copy, all), file);
  } catch (error) {
    copy.destroy();
    const content = await unpacking;
    if (content !== null) await spool.discard(content);
    throw error;
  }
  const content = await unpacking;
  if (content === null) return sent;
  const isStored = content.bytes > moreThan;
  await spool.discard(isStored ? sent : content);
  return isStored ? { ...content, sha256: sent.sha256, storedSha256: content.sha256 } : sent;
}

/** Yields the chunks, and writes copies of them into a stream while that is read. */
async function* copyInto(copy: PassThrough, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      // The chunk may be overwritten.
      if (!copy.destroyed && !copy.write(Buffer.from(chunk))) await whenReady(copy);
      yield chunk;
    }
    copy.end();
  } finally {
    if (!copy.writableEnded) copy.destroy();
  }
}

function whenReady(copy: PassThrough): Promise<void> {
  if (copy.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      copy.off('drain', done).off('close', done);
      resolve();
    };
    copy.on('drain', done).on('close', done);
  });
}

/** Receives the content of a compressed file. Null: it cannot be read to its end, or is packed itself. */
async function receiveContent(
  spool: Pick<Spool, 'receive'>,
  copy: PassThrough,
  { method, ...file }: ReceiveOptions & { method: Method },
): Promise<SpooledFile | null> {
  try {
    const content = inflate({ chunks: copy, method, maxBytes: file.maxBytes });
    const { head, chunks } = await readHead(content, BLOCK_BYTES);
    if (packingOf(head) === null) return await spool.receive(chunks, { ...file, reusesChunks: true });
    for await (const _ of chunks) break;
    return null;
  } catch {
    return null;
  } finally {
    copy.destroy();
  }
}

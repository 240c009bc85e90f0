import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BucketObjects } from '../s3/bucket-objects.ts';
import { ConnectorFailure } from '../failure.ts';
import type { StoredObject } from '../object-store/object-store.ts';
import { createFolder } from '../../base/files/create-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../base/files/data-folder.ts';
import { asDiskFull, DiskFull } from '../../base/model/disk-full.ts';
import {
  BLOCK_BYTES,
  type BlockFailure,
  createBlockRequests,
  createFileBlocks,
} from '../../reading/source/disk/file-blocks.ts';
import type { ReadableFile } from '../../reading/source/spool.ts';

/** What a local copy of an object needs. */
export interface CopyParts {
  readonly objects: Pick<BucketObjects, 'read' | 'stat'>;
  readonly object: StoredObject;
  /** Path of the copy. There must be no file. */
  readonly path: string;
  /** Called with the error of a block that cannot be copied. */
  onFailure(error: unknown): void;
}

const MAX_ATTEMPTS = 3;
const RETRY_MS = 500;

/**
 * Creates a file whose blocks are copied from an object when threads read them. It has the size of the object, but takes
 * no space on the disk until then. Closing it removes it. Throws DiskFull and the system's errors.
 */
export async function openObjectCopy({ objects, object, path, onFailure }: CopyParts): Promise<ReadableFile> {
  const handle = await createSparseFile(path, object.size);
  const blocks = createFileBlocks(object.size);
  const requests = createBlockRequests(blocks);
  const stop = new AbortController();
  const copying = new Set<Promise<void>>();
  let closing: Promise<void> | null = null;

  async function copyBlock(block: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await writeBlock(block);
        return requests.loaded(block);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (attempt < MAX_ATTEMPTS && error instanceof ConnectorFailure && error.isHostFailure) {
          await sleep(RETRY_MS * attempt, undefined, { signal: stop.signal }).catch(() => {});
          continue;
        }
        onFailure(error);
        return requests.failed(block, await findFailure(error));
      }
    }
  }

  async function writeBlock(block: number): Promise<void> {
    stop.signal.throwIfAborted();
    const from = block * BLOCK_BYTES;
    const to = Math.min(from + BLOCK_BYTES, object.size);
    const content = await objects.read(object.name, { from, to, ifVersion: object.version });
    const cancel = (): void => void content.cancel().catch(() => {});
    stop.signal.addEventListener('abort', cancel, { once: true });
    try {
      let at = from;
      for await (const chunk of content.bytes) {
        stop.signal.throwIfAborted();
        await writeAt(handle, chunk.subarray(0, to - at), at);
        at += chunk.length;
      }
      if (at !== to) throw new ConnectorFailure('connection_lost', 'The store sent another number of bytes.');
    } finally {
      stop.signal.removeEventListener('abort', cancel);
      cancel();
    }
  }

  async function findFailure(error: unknown): Promise<BlockFailure> {
    if (asDiskFull(error) instanceof DiskFull) return 'disk_full';
    if (!(error instanceof ConnectorFailure)) return 'unavailable';
    if (error.code === 'source_changed') return 'altered';
    // A missing bucket is a fault of the installation, which can be corrected.
    const isGone = error.code === 'not_found' && (await objects.stat(object.name).catch(() => error)) === null;
    return isGone ? 'lost' : 'unavailable';
  }

  async function serve(): Promise<void> {
    for (let wanted = await requests.next(); wanted !== null; wanted = await requests.next())
      for (const block of wanted) {
        const copied = copyBlock(block).finally(() => copying.delete(copied));
        copying.add(copied);
      }
  }

  async function end(): Promise<void> {
    stop.abort(new Error('the copy is closed'));
    requests.end();
    await Promise.all(copying);
    await handle.close();
    await rm(path, { force: true });
  }

  void serve();
  return { path, blocks, close: () => (closing ??= end()) };
}

async function createSparseFile(path: string, bytes: number): Promise<FileHandle> {
  try {
    await createFolder(dirname(path), PRIVATE_FOLDER);
    const handle = await open(path, 'wx', PRIVATE_FILE);
    await handle.truncate(bytes);
    return handle;
  } catch (error) {
    throw asDiskFull(error);
  }
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; )
    written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
}

import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LocalFile } from '../../reading/source/disk/local-file.ts';
import { NoSuchObject, type ObjectAddress, openPieceBucket } from './piece-bucket.ts';

/** A file to read in pieces. */
export interface PieceFile extends LocalFile {
  readonly name: string;
  readonly bytes: number;
  /** Returns the first error of the store; null if there was none. Reading throws another error, which says less. */
  findFailure(): unknown;
  close(): Promise<void>;
}

/** Opens a file on this machine. Throws the system's error. */
export async function openPieceFile(path: string): Promise<PieceFile> {
  const { size: bytes } = await stat(path);
  return { path, name: basename(path), bytes, findFailure: () => null, close: async () => {} };
}

/**
 * Opens an object. What is read of it is copied into the folder, and removed with close(). Throws NoSuchObject,
 * ConnectorFailure, DiskFull and the system's errors.
 */
export async function openObjectFile(address: ObjectAddress, folder: string): Promise<PieceFile> {
  await removeLeftovers(folder);
  const objects = await openPieceBucket(address);
  let failure: unknown = null;
  try {
    const { openObjectCopy } = await import('../../connector/bucket-files/object-copy.ts');
    const object = await objects.stat(address.prefix);
    if (object === null) throw new NoSuchObject();
    const onFailure = (error: unknown): void => void (failure ??= error);
    const copy = await openObjectCopy({ objects, object, path: join(folder, randomUUID()), onFailure });
    // A thread that waits for a block in shared memory does not prevent its process from ending.
    const alive = setInterval(() => {}, KEEP_ALIVE_MS);
    return {
      ...copy,
      name: basename(address.prefix),
      bytes: object.size,
      findFailure: () => failure,
      async close() {
        clearInterval(alive);
        await copy.close();
        objects.close();
      },
    };
  } catch (error) {
    objects.close();
    throw error;
  }
}

const KEEP_ALIVE_MS = 60_000;
/** A copy that nothing has written for so long belongs to a process that was killed. */
const LEFTOVER_MS = 24 * 60 * 60_000;

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && found.mtimeMs < Date.now() - LEFTOVER_MS) await rm(path, { force: true });
  }
}

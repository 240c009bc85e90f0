import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BucketObjects } from '../s3/bucket-objects.ts';
import type { RemoteWriter } from '../connector.ts';
import { describeError, type Log } from '../../base/log/json-log.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { FileTooLarge } from '../../reading/source/disk/write-chunks.ts';
import {
  openSpool,
  type ReceiveOptions,
  SHARED_ORPHAN_MS,
  type Spool,
  type SpooledFile,
} from '../../reading/source/spool.ts';
import { type BucketGuard, logFailure } from './bucket-guard.ts';
import { openObjectCopy } from './object-copy.ts';

/** What a spool in a bucket needs. */
export interface BucketSpoolParts {
  /** The address of the place in the bucket, for example `s3://bucket/prefix`. */
  readonly address: string;
  /** The beginning of all keys: empty, or with a `/` at its end. */
  readonly root: string;
  /** For requests without content, so that they do not wait for those with content. */
  readonly objects: BucketObjects;
  /** For contents. */
  readonly transfers: BucketObjects;
  /** The folder of this process. Files that are needed only briefly are in it, and copies of objects. */
  readonly dataFolder: string;
  readonly log: Log;
  /** Converts failures of the store. */
  readonly use: BucketGuard;
}

/**
 * Creates the spool of received files in a bucket. An object has its name from the start, and appears when it is complete.
 * A failure of the store becomes FilesUnavailable, and is logged.
 */
export function createBucketSpool(parts: BucketSpoolParts): Spool {
  const { address, root, objects, transfers, dataFolder, use } = parts;
  const local = openSpool(dataFolder);
  const keyOf = (name: string): string => `${root}spool/${name}`;
  const folder = `${address}/spool/`;
  const remove = (name: string): Promise<void> => use(() => objects.remove(keyOf(name)));

  return {
    async receive(chunks, file) {
      const name = randomUUID();
      const received = await sendObject(chunks, file, {
        writer: transfers.write(keyOf(name)),
        use,
        remove: () => remove(name),
      });
      return { path: folder + name, ...received };
    },
    receiveTransient: local.receiveTransient,
    discard: (file) => (file.path.startsWith(folder) ? remove(file.path.slice(folder.length)) : local.discard(file)),
    has: (name) => use(async () => (await objects.stat(keyOf(name))) !== null),
    async open(name, bytes) {
      const object = await use(() => objects.stat(keyOf(name)));
      if (object === null) throw new RunFailure('file_lost', 'the file of the run is missing from the object store');
      if (object.size !== bytes)
        throw new RunFailure('file_altered', 'the stored file of the run is no longer the file that was sent');
      const path = join(dataFolder, 'spool', randomUUID());
      return openObjectCopy({
        objects: { read: transfers.read, stat: objects.stat },
        object,
        path,
        onFailure: (error) => logFailure(parts.log, error),
      });
    },
    remove,
    async removeOrphans(isClaimed) {
      // Copies and brief files of an earlier process.
      await local.removeOrphans(() => false);
      // A bucket may have many objects, and no request needs to wait for this.
      void removeOld(parts, isClaimed).catch((error: unknown) => parts.log.warn('orphans_left', describeError(error)));
    },
  };
}

interface Sending {
  readonly writer: RemoteWriter;
  readonly use: BucketGuard;
  /** Removes the object, which exists if the response to its completion was lost. */
  remove(): Promise<void>;
}

async function sendObject(
  chunks: AsyncIterable<Uint8Array>,
  { fileName, maxBytes, signal }: ReceiveOptions,
  { writer, use, remove }: Sending,
): Promise<Omit<SpooledFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  let isCompleting = false;
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      bytes += chunk.length;
      if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
      hash.update(chunk);
      await use(() => writer.write(chunk));
    }
    signal?.throwIfAborted();
    isCompleting = true;
    await use(() => writer.commit());
    return { fileName, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    // The caller does not wait for a store that may not answer. What remains is removed after a day.
    void writer
      .abort()
      .then(() => (isCompleting ? remove() : undefined))
      .catch(() => {});
    throw error;
  }
}

/** Removes old objects that belong to no run, and discards old uploads that were never completed. */
async function removeOld(
  { objects, root, log }: BucketSpoolParts,
  isClaimed: (name: string) => boolean,
): Promise<void> {
  const prefix = `${root}spool/`;
  const before = Date.now() - SHARED_ORPHAN_MS;
  let removed = 0;
  for await (const { name, modified } of objects.list(prefix)) {
    if (modified === null || Date.parse(modified) > before || isClaimed(name.slice(prefix.length))) continue;
    await objects.remove(name);
    removed++;
  }
  for await (const upload of objects.listUploads(prefix)) {
    if (!(upload.startedAt < before)) continue;
    await objects.abortUpload(upload);
    removed++;
  }
  if (removed > 0) log.info('orphans_removed', { objects: removed });
}

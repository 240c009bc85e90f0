import { closeSync, mkdirSync, openSync } from 'node:fs';
import { type FileHandle, open, readdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../base/files/data-folder.ts';
import { systemCode } from '../../base/files/error-reason.ts';
import { syncToDisk } from '../../base/files/sync-to-disk.ts';
import { writeAt } from '../../base/files/write-at.ts';
import { asDiskFull } from '../../base/model/disk-full.ts';
import { checksumOf, StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';
import type { HeldMessages } from '../../base/model/held-messages.ts';
import type { FilePlace } from '../../base/model/stored-batch.ts';
import type { Connection } from './engine/connection.ts';

/**
 * The messages of one run: the values and the details of each batch. The worker thread of the run writes them, and each
 * helper thread the values that it has read. The database refers to them, so that their bytes are written once. A file
 * belongs to one attempt of a run: no thread of another attempt ever writes to it.
 */
export interface MessageFile {
  /** Appends the contents of a batch, and returns their place. They are not durable yet. Throws the system's errors. */
  append(values: Uint8Array, details: Uint8Array): FilePlace;
  /**
   * Appends the contents of a batch, and lets the thread that holds the values write them. The file has room for them at
   * once. Resolves with their place when they are written. Throws the system's errors.
   */
  appendHeld(held: HeldMessages, details: Uint8Array): Promise<FilePlace>;
  /** Waits for the writes of other threads, then closes the file. */
  close(): Promise<void>;
}

/** The name of a file: the number of the run, and the number of its transactions when the attempt began. */
const NAME = /^([1-9]\d{0,15})-\d{1,16}$/;

/** Returns the path of the folder of the message files in a data folder. */
export function messagesFolder(dataFolder: string): string {
  return join(dataFolder, 'messages');
}

/** Returns the name of the message file of an attempt. */
export function nameMessageFile(run: number, commits: number): string {
  return `${run}-${commits}`;
}

/** Returns the message file at `folder`/`name`, which must not exist. The first append() creates it. */
export function createMessageFile(folder: string, name: string): MessageFile {
  let descriptor: number | null = null;
  let end = 0;
  const writing = new Set<Promise<number>>();

  /** Reserves a place for the contents of a batch, and writes the details there. */
  function placeDetails(descriptor: number, valueBytes: number, details: Uint8Array): Omit<FilePlace, 'checksum'> {
    const place = { file: name, position: end, valueBytes, detailBytes: details.length };
    end += valueBytes + details.length;
    writeAt(descriptor, details, place.position + valueBytes);
    return place;
  }

  return {
    append(values, details) {
      descriptor ??= createFile(folder, name);
      const place = placeDetails(descriptor, values.length, details);
      writeAt(descriptor, values, place.position);
      return { ...place, checksum: checksumOf(details, checksumOf(values)) };
    },
    async appendHeld(held, details) {
      descriptor ??= createFile(folder, name);
      const place = placeDetails(descriptor, held.bytes, details);
      const written = held.write(join(folder, name), place.position, true);
      writing.add(written);
      const checksum = await written.finally(() => writing.delete(written));
      return { ...place, checksum: checksumOf(details, checksum) };
    },
    async close() {
      await Promise.allSettled(writing);
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

function createFile(folder: string, name: string): number {
  const path = join(folder, name);
  try {
    return openSync(path, 'wx', PRIVATE_FILE);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    return openSync(path, 'wx', PRIVATE_FILE);
  }
}

/** Flushes the message file of an attempt, before the database refers to its values. */
export interface MessageSync {
  /** Flushes what was appended before this call. Throws DiskFull, and the system's errors. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the flushing of the message file at `folder`/`name`, which must exist when sync() is called. */
export function createMessageSync(folder: string, name: string): MessageSync {
  let handle: FileHandle | null = null;
  // The system reports a lost write only to the first flush after it.
  let lost: { reason: unknown } | null = null;
  return {
    async sync() {
      if (lost !== null) throw lost.reason;
      try {
        if (handle !== null) return await handle.datasync();
        handle = await open(join(folder, name), 'r+');
        await handle.sync();
        // The name of the file, and that of its folder.
        await syncToDisk(folder);
        await syncToDisk(dirname(folder));
      } catch (error) {
        lost = { reason: asDiskFull(error) };
        throw lost.reason;
      }
    },
    async close() {
      const opened = handle;
      handle = null;
      await opened?.close();
    },
  };
}

/**
 * Returns `length` bytes of a message file from their place. Returns null if the file is missing. Throws the system's
 * errors, and StoredDataDamaged if the file is too short.
 */
export async function readMessageFile(
  folder: string,
  { file, position, length }: Pick<FilePlace, 'file' | 'position'> & { length: number },
): Promise<Buffer | null> {
  if (!NAME.test(file)) throw new Error(`${file} is no name of a message file`);
  const handle = await open(join(folder, file), 'r').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const bytes = Buffer.allocUnsafe(length);
    for (let read = 0; read < length; ) {
      const { bytesRead } = await handle.read(bytes, read, length - read, position + read);
      if (bytesRead === 0)
        throw new StoredDataDamaged(`the message file ${file}, which ends in the middle of a batch,`);
      read += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Removes the message files that no message needs: their runs have ended, and their messages are removed. */
export async function removeMessageFiles(connection: Connection, folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, run] = NAME.exec(name) ?? [];
    if (run === undefined) continue;
    const [needed] = await connection.all(
      `SELECT 1 FROM runs WHERE number = ? AND finished_at IS NULL
        UNION ALL SELECT 1 FROM batch_contents WHERE value_file = ? LIMIT 1`,
      [Number(run), name],
    );
    if (needed === undefined) await unlink(join(folder, name));
  }
}

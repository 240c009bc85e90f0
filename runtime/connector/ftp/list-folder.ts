import type { Client } from 'basic-ftp';
import type { RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { isPlainName, joinPath } from '../remote-path.ts';
import { toFtpFailure } from './ftp-failure.ts';
import { type FtpServer, toRemoteFile } from './ftp-server.ts';
import { parseListTime } from './list-time.ts';
import { type FtpEntry, readListing } from './listing.ts';
import { readTime, statFile } from './stat-file.ts';

/** What to list. */
export interface FolderRequest {
  /** The path relative to the root. */
  readonly folder: string;
  readonly isRecursive: boolean;
  matches(name: string): boolean;
}

/**
 * Yields the files of a folder while its listing arrives. If the listing has no exact times, they are requested over a
 * second connection, for the files whose names match. Throws ConnectorFailure.
 */
export async function* listFolder(server: FtpServer, request: FolderRequest): AsyncGenerator<RemoteFile> {
  const { folder, isRecursive, matches } = request;
  const folders: string[] = [];
  const client = await server.pool.borrow();
  let state: 'usable' | 'broken' = 'broken';
  let second: Client | null = null;
  try {
    for await (const entry of readListing(client, server.resolve(folder))) {
      if (!isPlainName(entry.name)) continue;
      const path = joinPath(folder, entry.name);
      if (entry.kind === 'folder') folders.push(path);
      else if (matches(entry.name)) {
        // It is not borrowed from the pool: listings that wait for each other's connections would never end.
        if (entry.modified === null || entry.kind === 'link') second ??= await server.connect();
        const file = await completeEntry(server, second, { entry, path });
        if (file !== null) yield file;
      }
    }
    state = 'usable';
  } catch (error) {
    throw toFtpFailure(error, folder);
  } finally {
    second?.close();
    server.pool.release(client, state);
  }
  if (isRecursive) for (const path of folders) yield* listFolder(server, { ...request, folder: path });
}

/** Returns the file of a line. Returns null for a link to no file, and for a file that was removed in the meantime. */
async function completeEntry(
  server: FtpServer,
  second: Client | null,
  { entry, path }: { entry: FtpEntry; path: string },
): Promise<RemoteFile | null> {
  if (second === null) return toRemoteFile(path, entry.size, entry.modified);
  if (entry.kind === 'link') return statFile(server, second, path);
  try {
    const modified = await readTime(server, second, path);
    return toRemoteFile(path, entry.size, modified ?? parseListTime(entry.listedTime, server.timeZone));
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'not_found') return null;
    throw error;
  }
}

import type { Client } from 'basic-ftp';
import { parseLine } from 'basic-ftp/dist/parseListMLSD.js';
import type { RemoteFile } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import { folderOf, nameOf } from '../remote-path.ts';
import { wrapFtp } from './ftp-failure.ts';
import { type FtpServer, toRemoteFile } from './ftp-server.ts';
import { parseListTime } from './list-time.ts';
import { hasMlsd, readListing } from './listing.ts';

/**
 * Returns the attributes of a file; null if there is none. Uses MLST if the server supports it (RFC 3659), otherwise
 * SIZE and MDTM, or SIZE and the time in the listing of the folder. Throws ConnectorFailure.
 */
export async function statFile(server: FtpServer, client: Client, path: string): Promise<RemoteFile | null> {
  try {
    if (hasMlsd(client)) return await statWithMlst(server, client, path);
    const size = await wrapFtp(path, client.size(server.resolve(path)));
    const modified = (await readTime(server, client, path)) ?? (await findListedTime(server, client, path));
    return toRemoteFile(path, size, modified);
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'not_found') return null;
    throw error;
  }
}

/** Returns the time of the last change of a file. Returns null if the server does not support or permit MDTM. */
export async function readTime({ resolve }: FtpServer, client: Client, path: string): Promise<Date | null> {
  try {
    return await wrapFtp(path, client.lastMod(resolve(path)));
  } catch (error) {
    const isRefused = error instanceof ConnectorFailure && ['not_supported', 'permission_denied'].includes(error.code);
    if (isRefused) return null;
    throw error;
  }
}

async function statWithMlst({ resolve }: FtpServer, client: Client, path: string): Promise<RemoteFile | null> {
  const { message } = await wrapFtp(path, client.send(`MLST ${resolve(path)}`));
  // The reply has a line before the facts, and one after them. The line of the facts starts with a blank.
  const facts = message.split(/\r?\n/).find((line) => line.startsWith(' ')) ?? '';
  const info = parseLine(facts.trimStart());
  if (info === undefined)
    throw new ConnectorFailure('protocol_error', 'The server sent attributes in a form that is not supported.');
  return info.isFile ? toRemoteFile(path, info.size, info.modifiedAt ?? null) : null;
}

async function findListedTime(server: FtpServer, client: Client, path: string): Promise<Date | null> {
  let found: Date | null = null;
  // The listing is read to its end, because the connection cannot be used after a partial one.
  for await (const { name, listedTime } of readListing(client, server.resolve(folderOf(path))))
    if (name === nameOf(path)) found = parseListTime(listedTime, server.timeZone);
  return found;
}

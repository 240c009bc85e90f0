import { PassThrough } from 'node:stream';
import { type Client, FileType, FTPError } from 'basic-ftp';
import { parseList } from 'basic-ftp/dist/parseList.js';
import { ProgressTracker } from 'basic-ftp/dist/ProgressTracker.js';
// Client.list() holds the whole listing in memory. This is the function with which it reads.
import { downloadTo } from 'basic-ftp/dist/transfer.js';
import { ConnectorFailure } from '../failure.ts';

/** A line of a listing. */
export interface FtpEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** Size in bytes. */
  readonly size: number;
  /** The exact time of the last change, if the server supports MLSD; otherwise null. */
  readonly modified: Date | null;
  /** The time as LIST shows it: in minutes, without a time zone. Empty if there is none. */
  readonly listedTime: string;
}

const MAX_LINE_LENGTH = 16 * 1024;
/** The replies after which another command is tried. Some servers take the parameter `-a` as the name of a file. */
const NOT_SUPPORTED = [450, 500, 501, 502, 504, 550];

/** Returns whether the server supports MLSD and MLST (RFC 3659). */
export function hasMlsd({ availableListCommands }: Client): boolean {
  return availableListCommands.some((command) => command.startsWith('MLSD'));
}

/**
 * Yields the lines of a folder's listing while they arrive, and makes the folder the current one of the connection. Uses
 * MLSD if the server supports it, otherwise LIST. Throws ConnectorFailure and the errors of basic-ftp.
 */
export async function* readListing(client: Client, folder: string): AsyncGenerator<FtpEntry> {
  // As a parameter of LIST, some servers take a path as a pattern.
  await client.send(`CWD ${folder}`);
  const commands = hasMlsd(client) ? ['MLSD'] : ['LIST -a', 'LIST'];
  for (const [index, command] of commands.entries()) {
    try {
      yield* readLines(client, command);
      return;
    } catch (error) {
      const isNext = error instanceof FTPError && NOT_SUPPORTED.includes(error.code) && index < commands.length - 1;
      if (!isNext) throw error;
    }
  }
}

async function* readLines(client: Client, command: string): AsyncGenerator<FtpEntry> {
  await client.prepareTransfer(client.ftp);
  const stream = new PassThrough({ encoding: 'utf8' });
  const tracker = new ProgressTracker();
  const transfer = downloadTo(stream, { ftp: client.ftp, tracker, command, remotePath: '', type: 'list' });
  transfer.catch((error: Error) => stream.destroy(error));
  let rest = '';
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH)
      throw new ConnectorFailure('protocol_error', 'A line of the listing is too long.');
    for (const line of lines) yield* parseEntry(line);
  }
  yield* parseEntry(rest);
  await transfer;
}

function* parseEntry(line: string): Generator<FtpEntry> {
  if (line.length > MAX_LINE_LENGTH) throw new ConnectorFailure('protocol_error', 'A line of the listing is too long.');
  for (const { name, type, size, modifiedAt, rawModifiedAt } of parseLineOf(line)) {
    const kind = type === FileType.Directory ? 'folder' : type === FileType.SymbolicLink ? 'link' : 'file';
    yield { name, kind, size, modified: modifiedAt ?? null, listedTime: rawModifiedAt };
  }
}

function parseLineOf(line: string): ReturnType<typeof parseList> {
  try {
    return parseList(line);
  } catch {
    throw new ConnectorFailure('protocol_error', 'The server sent a listing in a form that is not supported.');
  }
}

import { PassThrough } from 'node:stream';
import { type Client, FileType, FTPError } from 'basic-ftp';
// The package exports no way to read a listing as a stream; this is the function that its own `list` calls.
import { downloadTo } from 'basic-ftp/dist/transfer.js';
import { parseList } from 'basic-ftp/dist/parseList.js';

/** A line of a listing. */
export interface FtpEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
  readonly size: number;
  /** Exact, in UTC, where the server has MLSD; else null. */
  readonly modified: Date | null;
}

const LONGEST_LINE = 16 * 1024;

/** Reads the listing of a folder line by line: with MLSD (RFC 3659) where the server has it, else with LIST. */
export async function* readListing(client: Client, folder: string): AsyncGenerator<FtpEntry> {
  const commands = client.availableListCommands.some((command) => command.startsWith('MLSD'))
    ? ['MLSD', 'LIST -a']
    : ['LIST -a', 'LIST'];
  for (const [index, command] of commands.entries()) {
    try {
      yield* readWith(client, `${command} ${folder}`);
      return;
    } catch (error) {
      // The server does not know the command: the next one is tried, before any line was read.
      const isUnknown = error instanceof FTPError && [500, 501, 502, 504].includes(error.code);
      if (!isUnknown || index === commands.length - 1) throw error;
    }
  }
}

async function* readWith(client: Client, command: string): AsyncGenerator<FtpEntry> {
  await client.prepareTransfer(client.ftp);
  const stream = new PassThrough();
  const transfer = downloadTo(stream, {
    ftp: client.ftp,
    // The tracker counts bytes for progress; a listing shows none.
    tracker: (client as unknown as { _progressTracker: Parameters<typeof downloadTo>[1]['tracker'] })._progressTracker,
    command,
    remotePath: '',
    type: 'list',
  });
  // The error is thrown after the lines; until then the stream must not wait for ever.
  transfer.catch((error: Error) => stream.destroy(error));
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new Error('a line of the listing is too long');
    for (const line of lines) yield* parseLine(line);
  }
  yield* parseLine(rest);
  await transfer;
}

function* parseLine(line: string): Generator<FtpEntry> {
  if (line.trim() === '' || /^total \d+$/i.test(line)) return;
  for (const { name, type, size, modifiedAt } of parseList(line)) {
    const kind = type === FileType.Directory ? 'folder' : type === FileType.SymbolicLink ? 'link' : 'file';
    yield { name, kind, size, modified: modifiedAt ?? null };
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connector, RemoteFile } from '../../connector/connector.ts';
import { ConnectorFailure } from '../../connector/failure.ts';
import { readFile } from '../../connector/read-file.ts';
import { createDataFolder } from '../../base/files/data-folder.ts';
import type { Settings } from '../../state/settings/declarations.ts';
import type { Source } from '../../reading/source/contract.ts';
import { waitForBytes } from '../../reading/source/disk/file-progress.ts';
import { limitBytes } from '../../reading/source/disk/write-chunks.ts';
import { openArriving } from '../../reading/source/open-source.ts';
import { type ArrivingFile, openSpool, type SpooledFile } from '../../reading/source/spool.ts';
import { UsageError } from '../command-line/failures.ts';
import { type InputFile, whileInterruptible } from './input.ts';
import { type IntegrationSettings, readIntegrationPath, withIntegrations } from './integration-operand.ts';

/**
 * Calls `work` with a file of an integration, and returns its result. open() copies the file into the data folder, and
 * the content can be read while it arrives. The copy is removed at the end. If the file changes or cannot be read to its
 * end, `work` fails, and withFileOf() throws the reason. Throws the errors of withIntegrations() and of `work`, and
 * Interrupted.
 */
export async function withFileOf<T>(
  from: string,
  settings: IntegrationSettings & Pick<Settings, 'maxFileBytes'>,
  work: (file: InputFile) => Promise<T>,
): Promise<T> {
  const { integration, path } = readIntegrationPath(from);
  if (path === '') throw new UsageError(`"${from}" names no file`, 'write INTEGRATION:PATH');
  await createDataFolder(settings.data);
  const folder = await mkdtemp(join(settings.data, 'incoming-'));
  try {
    return await withIntegrations(settings, async (integrations) => {
      const { connector, release, integration: opened } = await integrations.openConnector(integration);
      try {
        if (opened.type === 'DATABASE')
          throw new UsageError(
            `"${opened.name}" is a database, which has no files`,
            'send "source" with a query or a table to POST /api/v1/transform/file-to-events',
          );
        const file = await connector.stat(path);
        if (file === null) throw new ConnectorFailure('not_found', `${from} is not a file of the integration.`);
        const { maxFileBytes: maxBytes } = settings;
        return await whileInterruptible((signal) =>
          withRemoteFile({ connector, file, folder, maxBytes, signal }, work),
        );
      } finally {
        release();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file of a remote system to read. */
export interface RemoteInput {
  connector: Connector;
  file: RemoteFile;
  /** The folder for the copy. */
  folder: string;
  /** Size limit of the file. */
  maxBytes: number;
  /** Ends reading when it is aborted. */
  signal: AbortSignal;
}

/** Calls `work` with a file, like withFileOf(). The caller removes the folder. */
export async function withRemoteFile<T>(remote: RemoteInput, work: (file: InputFile) => Promise<T>): Promise<T> {
  const { file, folder, maxBytes } = remote;
  const over = new AbortController();
  const signal = AbortSignal.any([remote.signal, over.signal]);
  const copies: ArrivingFile[] = [];
  const input: InputFile = {
    get path() {
      return copies[0]?.path ?? join(folder, file.name);
    },
    isArriving: true,
    async open(maxContentBytes, { isBinary, workbook } = {}) {
      const copy = startCopy({ ...remote, signal });
      copies.push(copy);
      return withHash(await openArriving(copy, { maxBytes: maxContentBytes, isBinary, workbook }), copy.received);
    },
    openAsSent: async () => createRemoteSource(file, () => limitBytes(readChunks({ ...remote, signal }), maxBytes)),
  };
  try {
    return await work(input);
  } catch (error) {
    for (const copy of copies) await throwIfIncomplete(copy);
    throw error;
  } finally {
    over.abort(new Error('the file is not needed any more'));
    for (const { received } of copies) await received.catch(() => {});
  }
}

function readChunks({ connector, file: { path, version }, signal }: RemoteInput): AsyncIterable<Uint8Array> {
  return readFile(connector, { path, version, signal });
}

function startCopy(remote: RemoteInput): ArrivingFile {
  const { file, folder, maxBytes, signal } = remote;
  const copy = openSpool(folder).receiveTransient(readChunks(remote), {
    fileName: file.name,
    maxBytes,
    expectedBytes: file.size,
    reusesChunks: true,
    signal,
  });
  // throwIfIncomplete() throws the reason.
  copy.received.catch(() => {});
  return copy;
}

/** Throws the reason why a copy could not be completed. The readers of the copy know only that it is incomplete. */
async function throwIfIncomplete({ fileProgress, received }: ArrivingFile): Promise<void> {
  await waitForBytes(fileProgress, 0).catch(() => received);
}

/** Adds the hash of a copy to its source. The result of a run contains it, so the run ends only with a complete copy. */
function withHash(source: Source, received: Promise<SpooledFile>): Source {
  const { fileName, totalBytes, seekable } = source;
  return {
    fileName,
    totalBytes,
    ...(seekable === undefined ? {} : { seekable }),
    bytesRead: () => source.bytesRead(),
    chunks: (byteOffset, signal) => source.chunks(byteOffset, signal),
    sha256: async () => (await received).sha256,
    close: () => source.close(),
  };
}

/** Creates a source that reads a remote file once, and computes no hash. */
function createRemoteSource({ name, size }: RemoteFile, open: () => AsyncIterable<Uint8Array>): Source {
  let bytesRead = 0;
  return {
    fileName: name,
    totalBytes: size,
    bytesRead: () => bytesRead,
    async *chunks() {
      for await (const chunk of open()) {
        bytesRead += chunk.length;
        yield chunk;
      }
    },
    sha256: async () => null,
    close: async () => {},
  };
}

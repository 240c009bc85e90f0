import { RunFailure } from '../../../base/model/run-failure.ts';
import { createFileInput, createStreamInput, type ByteInput } from '../decompress/byte-input.ts';
import { type Compression, compressionOf } from '../decompress/compression.ts';
import { readHead } from '../decompress/head.ts';
import { inflate } from '../decompress/inflate.ts';
import { readTar } from '../decompress/tar.ts';
import { BLOCK_BYTES, isTarHeader } from '../decompress/tar-header.ts';
import { readEntry, readRange } from '../decompress/read-entry.ts';
import { type ListedEntry, listZip } from '../decompress/zip-directory.ts';
import { locateZipEntry } from '../decompress/zip-entry.ts';
import { type LocalFile, type OpenedFile, openLocalFile } from '../disk/local-file.ts';
import { readFully } from '../disk/read-fully.ts';

/** A member as the archive names it. Folders are not listed. */
export interface ListedMember {
  name: string;
  bytes: number;
  /** False: a link, a device, or a file with holes. */
  isFile: boolean;
}

/** An archive that can be read several times. Each method throws a RunFailure if the archive is damaged. */
export interface ArchiveReader {
  list(): Promise<ListedMember[]>;
  /** Yields the members that are chosen, in the order of the archive. */
  read(isChosen: (name: string) => boolean): AsyncGenerator<{ name: string; content(): AsyncIterable<Uint8Array> }>;
}

/** Opens a zip or tar archive. Throws a RunFailure `unsupported_file` if the file is neither, and the system's errors. */
export async function openArchive(file: LocalFile, maxBytes: number): Promise<ArchiveReader> {
  const compression = await withFile(file, async (handle) => compressionOf(await readFully(handle, 0, BLOCK_BYTES)));
  if (compression === 'zip') return openZip(file, maxBytes);
  if (await isTar(file, compression, maxBytes)) return openTar(file, compression, maxBytes);
  throw new RunFailure(
    'unsupported_file',
    'the file is no zip or tar archive, so it has no members: leave members out',
  );
}

async function withFile<T>(file: LocalFile, work: (handle: OpenedFile) => Promise<T>): Promise<T> {
  const handle = await openLocalFile(file);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

function isTar(file: LocalFile, compression: Exclude<Compression, 'zip'> | null, maxBytes: number): Promise<boolean> {
  return withFile(file, async (handle) => {
    if (compression === null) return isTarHeader(await readFully(handle, 0, BLOCK_BYTES));
    const content = inflate({ chunks: readRange({ handle }), method: compression, maxBytes });
    const { head, chunks } = await readHead(content, BLOCK_BYTES);
    // A generator that has not started would not close the stream.
    await chunks.next();
    await chunks.return(undefined);
    return isTarHeader(head);
  });
}

function openTar(file: LocalFile, compression: Exclude<Compression, 'zip'> | null, maxBytes: number): ArchiveReader {
  async function* members() {
    const handle = await openLocalFile(file);
    const stream =
      compression === null
        ? null
        : createStreamInput(inflate({ chunks: readRange({ handle }), method: compression, maxBytes }));
    try {
      const input: ByteInput = stream ?? createFileInput(handle);
      for await (const member of readTar(input)) if (member.kind !== 'FOLDER') yield member;
    } finally {
      await stream?.close();
      await handle.close();
    }
  }
  return {
    async list() {
      const listed: ListedMember[] = [];
      for await (const { name, bytes, kind } of members()) listed.push({ name, bytes, isFile: kind === 'FILE' });
      return listed;
    },
    async *read(isChosen) {
      for await (const member of members()) if (isChosen(member.name)) yield member;
    },
  };
}

function openZip(file: LocalFile, maxBytes: number): ArchiveReader {
  const entriesOf = async (handle: OpenedFile): Promise<ListedEntry[]> =>
    (await listZip((at, length) => readFully(handle, at, length), (await handle.stat()).size)).filter(
      ({ isFolder }) => !isFolder,
    );
  return {
    list: () =>
      withFile(file, async (handle) =>
        (await entriesOf(handle)).map(({ name, bytes, isLink }) => ({ name, bytes, isFile: !isLink })),
      ),
    async *read(isChosen) {
      const handle = await openLocalFile(file);
      try {
        for (const entry of await entriesOf(handle)) {
          if (!isChosen(entry.name)) continue;
          yield { name: entry.name, content: () => readZipMember(handle, entry, maxBytes) };
        }
      } finally {
        await handle.close();
      }
    },
  };
}

async function* readZipMember(handle: OpenedFile, entry: ListedEntry, maxBytes: number): AsyncGenerator<Uint8Array> {
  const located = await locateZipEntry((at, length) => readFully(handle, at, length), entry);
  yield* readEntry({ handle, maxBytes }, located);
}

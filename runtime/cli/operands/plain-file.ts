import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import { PRIVATE_FILE } from '../../base/files/data-folder.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';
import { InvalidPattern } from '../../base/files/file-pattern.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import type { PieceFile } from '../../pieces/store/object-file.ts';
import { listMembers } from '../../reading/source/archive/archive-members.ts';
import type { Source } from '../../reading/source/contract.ts';
import type { LocalFile } from '../../reading/source/disk/local-file.ts';
import { fileKindOf } from '../../reading/source/file-kind.ts';
import { openSource } from '../../reading/source/open-source.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { visible } from '../format/terminal.ts';

/** A file to read at any offset. */
export interface PlainFileRequest {
  readonly file: PieceFile;
  /** Chooses a member of an archive. Undefined: the file, or the only one in it. */
  readonly pattern: string | undefined;
  /** The path at which the content of a compressed file is stored while it is read. It has no file yet. */
  readonly copy: string;
  /** The limit of the content of a compressed file, in bytes. */
  readonly maxBytes: number;
  readonly spec: SpecInfo;
  readonly signal: AbortSignal;
}

/** A file, or its content in a file of its own if it is compressed, a member of an archive, or a pipe. */
export interface PlainFile {
  readonly file: LocalFile;
  readonly bytes: number;
  readonly isUnpacked: boolean;
  /** Why it cannot be unpacked. Then its source throws this. Null: it can. */
  readonly failure: RunFailure | null;
  /** Opens it. The source has the name and the hash of the file as sent. */
  open(): Promise<Source>;
}

/**
 * Calls `work` with a file that is not compressed. A compressed file, a member of an archive or a pipe is unpacked once, and
 * the copy is removed at the end. A workbook stays as it is. Throws UsageError for a wrong pattern or several members, the
 * errors of reading the file, SystemFailure if the copy cannot be written, and the reason of the signal.
 */
export async function withPlainFile<T>(request: PlainFileRequest, work: (file: PlainFile) => Promise<T>): Promise<T> {
  try {
    return await work(await (request.pattern === undefined ? unpackFile(request) : unpackMember(request)));
  } catch (error) {
    if (error instanceof InvalidPattern) throw new UsageError(`--members: ${error.message}`);
    throw error;
  } finally {
    await rm(request.copy, { force: true });
  }
}

async function unpackFile(request: PlainFileRequest): Promise<PlainFile> {
  const { file, maxBytes, spec, signal } = request;
  const { path, name: fileName, blocks, bytes } = file;
  const open = () => openSource(path, { ...fileKindOf(spec), fileName, maxBytes, blocks });
  const source = await open();
  try {
    if (source.seekable !== undefined || spec.workbook !== undefined)
      return { file, bytes, isUnpacked: false, failure: null, open };
    const failure = await copyContent(source.chunks(0, signal), request);
    return await describe(request, { fileName, sha256: await source.sha256(), failure });
  } finally {
    await source.close();
  }
}

async function unpackMember(request: PlainFileRequest): Promise<PlainFile> {
  const { file, pattern = '', maxBytes } = request;
  try {
    const { names, read } = await listMembers(file, { pattern, maxBytes });
    const [first = '', second] = names;
    if (second !== undefined)
      throw new UsageError(
        `${names.length} members of ${file.name} match "${pattern}", but a plan is that of one file`,
        `name one, for example --members ${JSON.stringify(first)}`,
      );
    const hash = createHash('sha256');
    for await (const { content } of read()) {
      const failure = await copyContent(content(), request, (chunk) => hash.update(chunk));
      const sha256 = failure === null ? hash.digest('hex') : null;
      return await describe(request, { fileName: `${file.name}/${first}`, sha256, failure });
    }
    throw new RunFailure('decompression_failed', `${file.name} has changed while it was read`);
  } catch (failure) {
    if (!(failure instanceof RunFailure)) throw failure;
    return describe(request, { fileName: file.name, sha256: null, failure });
  }
}

interface Unpacked {
  readonly fileName: string;
  /** The hash of the file as sent. */
  readonly sha256: string | null;
  readonly failure: RunFailure | null;
}

async function describe(
  { copy, maxBytes }: PlainFileRequest,
  { fileName, sha256, failure }: Unpacked,
): Promise<PlainFile> {
  return {
    file: { path: copy },
    bytes: failure === null ? (await stat(copy)).size : 0,
    isUnpacked: true,
    failure,
    async open() {
      if (failure !== null) return createFailedSource(fileName, sha256, failure);
      // The content is read as it is, even if it looks compressed, as when the file is read in one run.
      const source = await openSource(copy, { fileName, maxBytes, isBinary: true, hashes: false });
      return Object.assign(source, { sha256: async () => sha256 });
    },
  };
}

function createFailedSource(fileName: string, sha256: string | null, failure: RunFailure): Source {
  return {
    fileName,
    totalBytes: null,
    bytesRead: () => 0,
    async *chunks() {
      throw failure;
    },
    sha256: async () => sha256,
    close: async () => {},
  };
}

/** Writes chunks into a new file. Returns the failure of unpacking, or null. */
async function copyContent(
  chunks: AsyncIterable<Uint8Array>,
  { copy, signal }: PlainFileRequest,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<RunFailure | null> {
  async function* copies() {
    for await (const chunk of chunks) {
      onChunk(chunk);
      // A source may overwrite a chunk when the next one is requested.
      yield Uint8Array.from(chunk);
    }
  }
  try {
    await mkdir(dirname(copy), { recursive: true });
    await pipeline(copies, createWriteStream(copy, { flags: 'wx', mode: PRIVATE_FILE }), { signal });
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RunFailure) return error;
    if (systemCode(error) === undefined) throw error;
    throw new SystemFailure(`cannot store the content of the file as ${visible(copy)}: ${reasonOf(error)}`);
  }
}

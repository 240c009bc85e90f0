import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PRIVATE_FILE } from '../../base/files/data-folder.ts';
import { InvalidPattern } from '../../base/files/file-pattern.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { type ArchiveMembers, listMembers } from '../../reading/source/archive/archive-members.ts';
import type { Source } from '../../reading/source/contract.ts';
import { openFileSource } from '../../reading/source/file-source.ts';
import { openSource } from '../../reading/source/open-source.ts';
import { UsageError } from '../command-line/failures.ts';
import { type InputFile, nameInput } from './input.ts';
import { copyInput } from './readable-twice.ts';

/** The members of archives, as files to read. */
export interface MemberFiles {
  /** Whether there is only one. */
  isOne: boolean;
  /** The members, in the order of the archives. Each can be read until the next one is requested. */
  files: AsyncIterable<InputFile>;
}

/** The archives, and the pattern of --members. `maxBytes` limits what is unpacked of each, in bytes. */
export interface MembersRequest {
  pattern: string;
  maxBytes: number;
  findFiles(): Promise<readonly InputFile[]>;
}

/**
 * Calls `work` with the members of archives that match a pattern, and returns its result. Each member is copied to a
 * temporary folder, one at a time. An archive that cannot be read, or without a member that matches, is passed to `work` as
 * a file whose run fails. Throws UsageError for a wrong pattern, and the errors of `work`.
 */
export async function withMembers<T>(
  { pattern, maxBytes, findFiles }: MembersRequest,
  work: (members: MemberFiles) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'specmill-'));
  try {
    const archives: Archive[] = [];
    for (const [number, file] of (await findFiles()).entries())
      archives.push(await openArchive(file, { pattern, maxBytes, copy: join(folder, `archive-${number}`) }));
    const count = archives.reduce((sum, { members }) => sum + (members?.names.length ?? 1), 0);
    return await work({ isOne: count === 1, files: readAll(archives, join(folder, 'member')) });
  } catch (error) {
    if (error instanceof InvalidPattern) throw new UsageError(`--members: ${error.message}`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Archive {
  file: InputFile;
  /** The name that results begin with. */
  fileName: string;
  members: ArchiveMembers | null;
  /** Why there are no members. */
  failure: RunFailure | null;
}

async function openArchive(
  file: InputFile,
  { pattern, maxBytes, copy }: { pattern: string; maxBytes: number; copy: string },
): Promise<Archive> {
  const { path, fileName } = await copyInput(file, copy);
  try {
    return { file, fileName, members: await listMembers({ path }, { pattern, maxBytes }), failure: null };
  } catch (error) {
    if (error instanceof RunFailure) return { file, fileName, members: null, failure: error };
    throw error;
  }
}

async function* readAll(archives: readonly Archive[], path: string): AsyncGenerator<InputFile> {
  for (const { file, fileName, members, failure } of archives) {
    if (members === null) {
      yield createFailedFile(nameInput(file.path), fileName, failure);
      continue;
    }
    for await (const { name, content } of members.read()) {
      const shownPath = `${nameInput(file.path)}/${name}`;
      yield await copyMember(content(), { path, shownPath, fileName: `${fileName}/${name}` });
      await rm(path, { force: true });
    }
  }
}

async function copyMember(
  content: AsyncIterable<Uint8Array>,
  { path, shownPath, fileName }: { path: string; shownPath: string; fileName: string },
): Promise<InputFile> {
  try {
    await pipeline(content, copyChunks, createWriteStream(path, { flags: 'wx', mode: PRIVATE_FILE }));
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    await rm(path, { force: true });
    return createFailedFile(shownPath, fileName, error);
  }
  return {
    path,
    shownPath,
    open: (maxBytes, as = {}) => openSource(path, { fileName, maxBytes, ...as }),
    openAsSent: () => openFileSource(path, fileName, { hashes: false }),
  };
}

/** Copies each chunk, because a source may overwrite a chunk when the next one is requested. */
async function* copyChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.from(chunk);
}

/** Creates a file whose run ends with a failure, before its first record. */
function createFailedFile(shownPath: string, fileName: string, failure: RunFailure | null): InputFile {
  const open = async (): Promise<Source> => ({
    fileName,
    totalBytes: null,
    bytesRead: () => 0,
    async *chunks() {
      throw failure ?? new RunFailure('decompression_failed', `${basename(shownPath)} cannot be unpacked`);
    },
    sha256: async () => null,
    close: async () => {},
  });
  return { path: '-', shownPath, open, openAsSent: open };
}

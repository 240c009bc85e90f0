import { createWriteStream, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PRIVATE_FILE } from '../../base/files/data-folder.ts';
import { openSource } from '../../reading/source/open-source.ts';
import { type InputFile, openInputAsSent } from './input.ts';

/**
 * Calls `work` with a file that can be opened several times, and returns its result. If `file` is not a file on disk,
 * such as a pipe, that is a copy in a temporary folder, which is removed at the end. Throws the errors of reading the
 * file and of `work`.
 */
export async function withFileReadableTwice<T>(file: InputFile, work: (file: InputFile) => Promise<T>): Promise<T> {
  if (isOnDisk(file)) return work(file);
  const folder = await mkdtemp(join(tmpdir(), 'specmill-'));
  try {
    const { path, fileName } = await copyInput(file, join(folder, 'file'));
    return await work({
      path: file.path,
      open: (maxBytes, as = {}) => openSource(path, { fileName, maxBytes, ...as }),
      openAsSent: () => openInputAsSent(path),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the path of a file on disk, and its name. A pipe, or a file of an integration, is copied to `copy`. Throws the
 * errors of reading and writing.
 */
export async function copyInput(file: InputFile, copy: string): Promise<{ path: string; fileName: string }> {
  if (isOnDisk(file)) return { path: file.path, fileName: basename(file.path) };
  const source = await file.openAsSent();
  try {
    await pipeline(source.chunks(0), copyChunks, createWriteStream(copy, { flags: 'wx', mode: PRIVATE_FILE }));
  } finally {
    await source.close();
  }
  return { path: copy, fileName: source.fileName };
}

function isOnDisk({ path, isArriving }: InputFile): boolean {
  return path !== '-' && isArriving !== true && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Copies each chunk, because a source may overwrite a chunk when the next one is requested. */
async function* copyChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.from(chunk);
}

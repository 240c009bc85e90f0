import type { Source } from '../source/source.ts';
import { openSource } from '../source/unpacked-source.ts';
import { RunFailure } from './run-failure.ts';
import type { ThreadFile } from './thread-messages.ts';

/** Reads the file of a task. Throws RunFailure where it is lost. */
export async function withSource<T>({ path, info }: ThreadFile, work: (source: Source) => Promise<T>): Promise<T> {
  const source = await openSource(path, { fileName: info.fileName, maxBytes: info.options.maxFileBytes }).catch(throwLost);
  try {
    return await work(source);
  } finally {
    await source.close();
  }
}

/** Tells of a spooled file that is not there. */
export function throwLost(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new RunFailure('file_lost', 'the file is not in the data folder any more');
  throw error;
}

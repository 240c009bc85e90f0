import { basename } from 'node:path';
import type { LocalFile } from './disk/local-file.ts';
import type { Spool, SpooledFile } from './spool.ts';

/** Calls `work` with a spooled file, which may be in an object store, as a file that can be read at any place. */
export async function withSpooledFile<T>(
  spool: Pick<Spool, 'open'>,
  { path, bytes, content }: SpooledFile,
  work: (file: LocalFile) => Promise<T>,
): Promise<T> {
  if (content !== undefined) return work({ path, content });
  const opened = await spool.open(basename(path), bytes);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

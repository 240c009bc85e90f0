import { compressionOf } from './decompress/compression.ts';
import { listZip } from './decompress/zip-directory.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { openLocalFile } from './disk/local-file.ts';
import { readFully } from './disk/read-fully.ts';

const HEAD_BYTES = 8;

/** Returns whether a file on disk is a workbook (XLSX). False for standard input, and for what cannot be read. */
export async function isWorkbook(path: string): Promise<boolean> {
  if (path === '-') return false;
  const handle = await openLocalFile({ path }).catch(() => null);
  if (handle === null) return false;
  try {
    if (compressionOf(await readFully(handle, 0, HEAD_BYTES)) !== 'zip') return false;
    const { size } = await handle.stat();
    const entries = await listZip((at, length) => readFully(handle, at, length), size);
    return (
      entries.some(({ name }) => name === '[Content_Types].xml') &&
      entries.some(({ name }) => /^xl\/.*\.xml$/u.test(name))
    );
  } catch (error) {
    // The one who opens a damaged file or a folder reports that.
    if (error instanceof RunFailure || (error as NodeJS.ErrnoException).code !== undefined) return false;
    throw error;
  } finally {
    await handle.close();
  }
}

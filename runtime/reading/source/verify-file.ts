import { createHash } from 'node:crypto';
import { RunFailure } from '../../base/model/run-failure.ts';
import { type LocalFile, openLocalFile } from './disk/local-file.ts';
import { type ReadAt, readAhead } from './disk/read-ahead.ts';

/**
 * Reads a whole file. Throws RunFailure (`file_altered`) if its SHA-256 differs from `sha256`
 * (hexadecimal). Also throws the system's errors, and the reason of `signal` if it is aborted.
 */
export async function verifyFile(file: LocalFile, sha256: string, signal: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  const opened = await openLocalFile(file);
  const read: ReadAt = async (buffer, position) => (await opened.read(buffer, 0, buffer.length, position)).bytesRead;
  try {
    for await (const chunk of readAhead(read, 0, Infinity)) {
      signal.throwIfAborted();
      hash.update(chunk);
    }
  } finally {
    await opened.close();
  }
  if (hash.digest('hex') !== sha256)
    throw new RunFailure('file_altered', 'the stored file of the run is no longer the file that was sent');
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { RunFailure } from '../model/run-failure.ts';

/**
 * Reads the whole file at `path`. Throws RunFailure (`file_altered`) if its SHA-256 differs from `sha256`
 * (hexadecimal). Also throws the system's errors, and the reason of `signal` if it is aborted.
 */
export async function verifyFile(path: string, sha256: string, signal: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    signal.throwIfAborted();
    hash.update(chunk as Buffer);
  }
  if (hash.digest('hex') !== sha256)
    throw new RunFailure('file_altered', 'the stored file of the run is no longer the file that was sent');
}

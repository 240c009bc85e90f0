import type { Writable } from 'node:stream';
import { SystemFailure } from './failures.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

/**
 * Writes to standard output. Does nothing if the reader has closed the pipe (`| head`). Throws SystemFailure for any
 * other write error.
 */
export async function printToStdout(text: string): Promise<void> {
  try {
    await write(process.stdout, text);
  } catch (error) {
    if (systemCode(error) === 'EPIPE') return;
    throw new SystemFailure(`cannot write to standard output: ${reasonOf(error)}`);
  }
}

/** Writes to standard error. Ignores write errors, because they cannot be reported anywhere else. */
export async function printToStderr(text: string): Promise<void> {
  await write(process.stderr, text).catch(() => {});
}

function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve())));
}

import type { Writable } from 'node:stream';
import { SystemFailure } from './failures.ts';
import { reasonOf, systemCode } from '../../files/error-reason.ts';

/** Writes a result to standard output. A reader that has gone (`| head`) is no failure. */
export async function printResult(text: string): Promise<void> {
  try {
    await write(process.stdout, text);
  } catch (error) {
    if (systemCode(error) === 'EPIPE') return;
    throw new SystemFailure(`cannot write to standard output: ${reasonOf(error)}`);
  }
}

/** Writes to the standard error; where that cannot be, there is nowhere left to say it. */
export async function printAside(text: string): Promise<void> {
  await write(process.stderr, text).catch(() => {});
}

function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve())));
}

import { parentPort } from 'node:worker_threads';
import { type AnySpec, type Compilation, compile, describeSpec, type SpecText } from '../../../../compiler/index.ts';
import { findThreadName } from './thread-time.ts';

/** A message to the compiler thread: the spec to compile, or to describe in words. The next message may be sent only after the response. */
export type CompileTask = SpecText | { readonly describe: AnySpec };
/**
 * A message of the compiler thread. `started`: sent once, at the start. `compiled` and `failed`: the response to a
 * spec; `failed` means that the compiler threw an exception. For `threadName`, see findThreadName().
 */
export type CompileAnswer =
  | { kind: 'started'; threadName: string | null }
  | { kind: 'compiled'; compilation: Compilation }
  | { kind: 'described'; text: string }
  | { kind: 'failed'; error: Error };

parentPort?.postMessage({ kind: 'started', threadName: findThreadName() } satisfies CompileAnswer);
parentPort?.on('message', async (input: CompileTask) => {
  parentPort?.postMessage(await answer(input));
});

async function answer(input: CompileTask): Promise<CompileAnswer> {
  try {
    if ('describe' in input) return { kind: 'described', text: describeSpec(input.describe, null) };
    return { kind: 'compiled', compilation: await compile(input) };
  } catch (error) {
    return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

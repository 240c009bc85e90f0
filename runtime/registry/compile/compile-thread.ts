import { parentPort } from 'node:worker_threads';
import { type Compilation, compile, type SpecText } from '../../../compiler/index.ts';

/** The messages to and from the compiler thread: one task at a time. */
export type CompileTask = SpecText;
/** The response to a task. `failed`: the compiler threw an exception. */
export type CompileAnswer = { kind: 'compiled'; compilation: Compilation } | { kind: 'failed'; error: Error };

parentPort?.on('message', async (input: CompileTask) => {
  parentPort?.postMessage(await answer(input));
});

async function answer(input: CompileTask): Promise<CompileAnswer> {
  try {
    return { kind: 'compiled', compilation: await compile(input) };
  } catch (error) {
    return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
  }
}

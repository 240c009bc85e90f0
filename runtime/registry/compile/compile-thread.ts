import { parentPort } from 'node:worker_threads';
import { type Compilation, compile, type SpecText } from '../../../compiler/index.ts';

/** A message to the compiler thread: the spec to compile. The next one may be sent only after the response. */
export type CompileTask = SpecText;
/** The response of the compiler thread. `failed`: the compiler threw an exception. */
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

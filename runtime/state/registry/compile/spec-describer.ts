import type { AnySpec } from '../../../../compiler/index.ts';
import type { startThread } from '../../../base/program/start-thread.ts';
import type { CompileAnswer, CompileTask } from './compile-thread.ts';
import { CompilerBusy, type CompileRequest } from './compile-request.ts';
import { FairTurns, type WaitLimits } from './fair-turns.ts';

/** Describes specs in words, in a thread: a large spec takes long. */
export interface SpecDescriber {
  /**
   * Returns the description of a spec in Markdown. `key` identifies the version of the spec, so that each is described
   * once. Throws CompilerBusy if that takes too long, and the reason of the request's signal if it is aborted.
   */
  describe(spec: AnySpec, key: string, request: CompileRequest): Promise<string>;
}

const LIMITS: WaitLimits = {
  specs: 1000,
  characters: Infinity,
  specsPerCaller: 50,
  charactersPerCaller: Infinity,
  maxWaitMs: 60_000,
};
const MAX_MS = 30_000;
const MEMORY_MB = 512;
/** The descriptions that are retained, and their length together. The oldest one is removed first. */
const MAX_CACHED = 100;
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Creates a describer. It starts a thread for each description, and describes one spec at a time. */
export function createSpecDescriber(start: typeof startThread): SpecDescriber {
  const turns = new FairTurns(LIMITS);
  const cached = new Map<string, string>();
  let characters = 0;

  function remember(key: string, text: string): void {
    cached.set(key, text);
    characters += text.length;
    for (const [oldest, removed] of cached) {
      if (cached.size <= MAX_CACHED && characters <= MAX_CHARACTERS) break;
      cached.delete(oldest);
      characters -= removed.length;
    }
  }

  return {
    async describe(spec, key, request) {
      const known = cached.get(key);
      if (known !== undefined) return known;
      const endTurn = await turns.take(request, 0);
      try {
        // Another request may have described it meanwhile.
        const found = cached.get(key);
        if (found !== undefined) return found;
        const text = await describeInThread(spec, start, request.signal);
        remember(key, text);
        return text;
      } finally {
        endTurn();
      }
    },
  };
}

async function describeInThread(spec: AnySpec, start: typeof startThread, signal: AbortSignal): Promise<string> {
  const worker = start('state/registry/compile/compile-thread', {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  let abort = (): void => {};
  try {
    return await new Promise<string>((resolve, reject) => {
      abort = () => reject(signal.reason);
      timer = setTimeout(() => reject(new CompilerBusy('describing the spec takes too long')), MAX_MS);
      signal.addEventListener('abort', abort, { once: true });
      worker.on('error', reject).on('message', (answer: CompileAnswer) => {
        if (answer.kind === 'described') resolve(answer.text);
        else if (answer.kind === 'failed') reject(answer.error);
      });
      worker.postMessage({ describe: spec } satisfies CompileTask);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

import type { Worker } from 'node:worker_threads';
import type { Compilation, CompiledModule, Diagnostic, SpecText } from '../../../compiler/index.ts';
import { startThread } from '../../program/start-thread.ts';
import type { CompileAnswer } from './compile-thread.ts';
import { createDiagnostic, type SpecDiagnostic } from './spec-diagnostic.ts';

/** The result of compiling a spec. `module` is null if the spec has errors. */
export type SpecCompilation =
  | { module: CompiledModule; diagnostics: readonly Diagnostic[] }
  | { module: null; diagnostics: readonly SpecDiagnostic[] };

/** Compiles specs in a separate thread. A malicious spec can crash only that thread. */
export interface SpecCompiler {
  /**
   * Compiles a spec. If the compiler throws, crashes or exceeds a limit, the result is the diagnostic `compile_failed`.
   * Does not throw.
   */
  compile(input: SpecText): Promise<SpecCompilation>;
  /**
   * Ends the thread. Calls of compile() that have not completed, and all later calls, return the diagnostic
   * `compile_failed`.
   */
  close(): Promise<void>;
}

/** Limits of the compiler thread. */
export interface CompileLimits {
  /** Time limit for one spec, in milliseconds. */
  timeMs: number;
  /** Heap limit of the thread, in MB. */
  memoryMb: number;
  /** After this time without a spec, in milliseconds, the thread ends, to free its memory. */
  idleMs: number;
}

const LIMITS: CompileLimits = { timeMs: 90_000, memoryMb: 1024, idleMs: 3_000 };

/**
 * Creates a compiler that starts its thread when it is needed and compiles one spec at a time. An exception of the
 * compiler is passed to `onFault` and is not part of the diagnostic, because it may contain paths.
 */
export function createSpecCompiler(onFault: (error: Error) => void, limits: Partial<CompileLimits> = {}): SpecCompiler {
  return new ThreadCompiler(onFault, { ...LIMITS, ...limits });
}

class ThreadCompiler implements SpecCompiler {
  readonly #onFault: (error: Error) => void;
  readonly #limits: CompileLimits;
  #thread: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(onFault: (error: Error) => void, limits: CompileLimits) {
    this.#onFault = onFault;
    this.#limits = limits;
  }

  compile(input: SpecText): Promise<SpecCompilation> {
    const compiled = this.#last.then(() => this.#compileNow(input));
    this.#last = compiled.catch(() => {});
    return compiled;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#endThread();
  }

  async #compileNow(input: SpecText): Promise<SpecCompilation> {
    if (this.#closed) return failed('the service is stopping');
    clearTimeout(this.#idle);
    const answer = await this.#ask(input);
    this.#idle = setTimeout(() => void this.#endThread(), this.#limits.idleMs).unref();
    if (answer.kind === 'compiled') return toCompilation(answer.compilation);
    if (answer.error !== null) this.#onFault(answer.error);
    return failed(answer.reason);
  }

  async #ask(input: SpecText): Promise<Answer> {
    const thread = (this.#thread ??= this.#start());
    const answer = await this.#waitFor(thread, () => thread.postMessage(input));
    // After a failure, the state of the thread is unknown, so the next spec gets a new thread.
    if (answer.kind === 'failed') await this.#endThread();
    return answer;
  }

  #waitFor(thread: Worker, ask: () => void): Promise<Answer> {
    const { timeMs, memoryMb } = this.#limits;
    return new Promise<Answer>((resolve) => {
      const settle = (answer: Answer) => {
        clearTimeout(late);
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        resolve(answer);
      };
      const fail = (reason: string, error: Error | null = null) => settle({ kind: 'failed', reason, error });
      const onMessage = (answer: CompileAnswer) =>
        answer.kind === 'compiled' ? settle(answer) : fail(FAULT, answer.error);
      const onError = (error: Error) =>
        isOutOfMemory(error) ? fail(`it needed more than ${memoryMb} MB of memory`) : fail(FAULT, error);
      const onExit = () => fail('its thread ended');
      const late = setTimeout(() => fail(`it took longer than ${timeMs / 1000} s`), timeMs);
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      ask();
    });
  }

  #start(): Worker {
    const { memoryMb } = this.#limits;
    const thread = startThread('registry/compile/compile-thread', {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
    });
    // While a spec is compiled, #waitFor() reports an error of the thread. If an idle thread fails, the next call
    // starts a new one.
    thread
      .on('error', () => {})
      .once('exit', () => {
        if (this.#thread === thread) this.#thread = null;
      });
    thread.unref();
    return thread;
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }
}

type Answer = Extract<CompileAnswer, { kind: 'compiled' }> | { kind: 'failed'; reason: string; error: Error | null };

const FAULT = 'an internal error occurred, see the log of the service';

function failed(reason: string): SpecCompilation {
  return { module: null, diagnostics: [createDiagnostic('compile_failed', { reason })] };
}

function toCompilation({ module, diagnostics }: Compilation): SpecCompilation {
  return module === null ? { module, diagnostics } : { module, diagnostics };
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

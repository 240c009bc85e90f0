import type { Compilation, CompiledModule, Diagnostic, SpecText } from '../../../../compiler/index.ts';
import { startThread } from '../../../base/program/start-thread.ts';
import { CompilerBusy, type CompileRequest } from './compile-request.ts';
import type { CompileAnswer } from './compile-thread.ts';
import { FairTurns, type WaitLimits } from './fair-turns.ts';
import { createDiagnostic, type SpecDiagnostic } from './spec-diagnostic.ts';
import { compileInThread, type CompileThread, type TaskLimits, type TaskOutcome } from './thread-task.ts';

/** The result of compiling a spec. `module` is null if the spec has errors. */
export type SpecCompilation =
  | { module: CompiledModule; diagnostics: readonly Diagnostic[] }
  | { module: null; diagnostics: readonly SpecDiagnostic[] };

/** Compiles specs in a separate thread. A malicious spec can crash only that thread. */
export interface SpecCompiler {
  /**
   * Compiles a spec. If the compiler throws or crashes, the result is the diagnostic `compile_failed`. If the spec needs
   * more processor time or memory than the limits allow, it is `spec_too_costly`.
   * Without `request`, does not throw. With `request`, throws CompilerBusy if the compiler has too much to do or is too
   * slow, and the reason of the request's signal if it is aborted.
   */
  compile(input: SpecText, request?: CompileRequest): Promise<SpecCompilation>;
  /**
   * Ends the thread. Calls of compile() that have not completed, and all later calls, return the diagnostic
   * `compile_failed`.
   */
  close(): Promise<void>;
}

/** Limits of the compiler thread, and of the specs that wait for it. */
export interface CompileLimits extends TaskLimits, WaitLimits {
  /** Time without a spec, in milliseconds, after which the thread ends to free its memory. */
  idleMs: number;
}

const LIMITS: CompileLimits = {
  processorMs: 180_000,
  elapsedMs: 600_000,
  memoryMb: 1024,
  idleMs: 500,
  specs: 1000,
  characters: 128 * 1024 * 1024,
  specsPerCaller: 200,
  charactersPerCaller: 32 * 1024 * 1024,
  maxWaitMs: 120_000,
};

/**
 * Creates a compiler that starts its thread when it is needed and compiles one spec at a time. The clients take turns.
 * An exception of the compiler is passed to `onFault`. It is not part of the diagnostic, because it may contain paths.
 */
export function createSpecCompiler(
  onFault: (error: Error) => void,
  limits: Partial<CompileLimits> = {},
  start: typeof startThread = startThread,
): SpecCompiler {
  return new ThreadCompiler(onFault, { ...LIMITS, ...limits }, start);
}

class ThreadCompiler implements SpecCompiler {
  readonly #onFault: (error: Error) => void;
  readonly #limits: CompileLimits;
  readonly #startThread: typeof startThread;
  readonly #turns: FairTurns;
  #thread: CompileThread | null = null;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(onFault: (error: Error) => void, limits: CompileLimits, start: typeof startThread) {
    this.#onFault = onFault;
    this.#limits = limits;
    this.#startThread = start;
    this.#turns = new FairTurns(limits);
  }

  async compile(input: SpecText, request?: CompileRequest): Promise<SpecCompilation> {
    const endTurn = await this.#turns.take(request ?? null, input.text.length);
    try {
      return await this.#compileNow(input, request ?? null);
    } finally {
      endTurn();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#endThread();
  }

  async #compileNow(input: SpecText, request: CompileRequest | null): Promise<SpecCompilation> {
    if (this.#closed) return failed('the service is stopping');
    clearTimeout(this.#idle);
    const outcome = await this.#ask(input, request?.signal ?? null);
    this.#idle = setTimeout(() => void this.#endThread(), this.#limits.idleMs).unref();
    if (outcome.kind === 'compiled') return toCompilation(outcome.compilation);
    if (outcome.kind === 'failed') {
      if (outcome.error !== null) this.#onFault(outcome.error);
      return failed(outcome.reason, outcome.isTooCostly ? 'spec_too_costly' : 'compile_failed');
    }
    request?.signal.throwIfAborted();
    if (request !== null) throw new CompilerBusy('the compiler is too slow');
    return failed(`it took longer than ${this.#limits.elapsedMs / 1000} s`);
  }

  async #ask(input: SpecText, signal: AbortSignal | null): Promise<TaskOutcome> {
    const thread = (this.#thread ??= this.#start());
    const outcome = await compileInThread(thread, { input, limits: this.#limits, signal });
    // The thread is still busy, or its state is unknown, so the next spec gets a new thread.
    if (outcome.kind !== 'compiled') await this.#endThread();
    return outcome;
  }

  #start(): CompileThread {
    const { memoryMb } = this.#limits;
    const worker = this.#startThread('registry/compile/compile-thread', {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
    });
    const thread: CompileThread = { worker, name: null };
    // While a spec is compiled, compileInThread() reports an error of the thread. If an idle thread fails, the next
    // call starts a new one.
    worker
      .on('message', (answer: CompileAnswer) => {
        if (answer.kind === 'started') thread.name = answer.threadName;
      })
      .on('error', () => {})
      .once('exit', () => {
        if (this.#thread === thread) this.#thread = null;
      });
    worker.unref();
    return thread;
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.worker.terminate();
  }
}

function failed(reason: string, code: 'compile_failed' | 'spec_too_costly' = 'compile_failed'): SpecCompilation {
  return { module: null, diagnostics: [createDiagnostic(code, { reason })] };
}

function toCompilation({ module, diagnostics }: Compilation): SpecCompilation {
  return module === null ? { module, diagnostics } : { module, diagnostics };
}

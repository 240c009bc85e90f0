import { setTimeout as sleep } from 'node:timers/promises';
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
  /** A spec that needs longer, in milliseconds, ends its turn, and continues beside the others. */
  sliceMs: number;
  /** Time without a spec, in milliseconds, after which the thread ends to free its memory. */
  idleMs: number;
}

const LIMITS: CompileLimits = {
  processorMs: 180_000,
  elapsedMs: 600_000,
  memoryMb: 1024,
  sliceMs: 2000,
  idleMs: 500,
  specs: 1000,
  characters: 128 * 1024 * 1024,
  specsPerCaller: 200,
  charactersPerCaller: 32 * 1024 * 1024,
  maxWaitMs: 120_000,
};

/**
 * Creates a compiler that starts its thread when it is needed and compiles one spec at a time, and beside it one that
 * needs longer than a slice. The clients take turns.
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
  /** The turns of specs that need longer than a slice. */
  readonly #slowTurns: FairTurns;
  /** The thread of the next turn. */
  #thread: CompileThread | null = null;
  /** The threads that compile specs which need longer. */
  readonly #slowThreads = new Set<CompileThread>();
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(onFault: (error: Error) => void, limits: CompileLimits, start: typeof startThread) {
    this.#onFault = onFault;
    this.#limits = limits;
    this.#startThread = start;
    this.#turns = new FairTurns(limits);
    this.#slowTurns = new FairTurns(limits);
  }

  async compile(input: SpecText, request?: CompileRequest): Promise<SpecCompilation> {
    const asked = request ?? null;
    const outcome = (await this.#compileInSlice(input, asked)) ?? (await this.#compileSlowly(input, asked));
    return this.#toCompilation(outcome, asked);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#endThread();
    await Promise.all([...this.#slowThreads].map(({ worker }) => worker.terminate()));
  }

  /**
   * Compiles a spec in a turn. If it needs longer than a slice, the turn ends, so that it delays the others no longer: its
   * thread continues if no other spec needs longer. Otherwise returns null, and it must begin again.
   */
  async #compileInSlice(input: SpecText, request: CompileRequest | null): Promise<TaskOutcome | null> {
    const endTurn = once(await this.#turns.take(request, input.text.length));
    try {
      if (this.#closed) return CLOSED;
      clearTimeout(this.#idle);
      const thread = (this.#thread ??= this.#start());
      const leaves = new AbortController();
      const task = this.#ask(thread, input, AbortSignal.any([leaves.signal, ...signalsOf(request)]));
      const slice = new AbortController();
      const isDone = await Promise.race([
        task.then(() => true),
        sleep(this.#limits.sliceMs, false, { signal: slice.signal, ref: false }).catch(() => false),
      ]);
      slice.abort();
      if (isDone) {
        const outcome = await task;
        this.#idle = setTimeout(() => void this.#endThread(), this.#limits.idleMs).unref();
        // The thread is still busy, or its state is unknown, so the next spec gets a new thread.
        if (outcome.kind !== 'compiled') await this.#endThread();
        return outcome;
      }
      const endSlowTurn = this.#slowTurns.takeNow();
      if (endSlowTurn === null) {
        leaves.abort();
        const outcome = await task;
        await this.#endThread();
        // It may have ended just before.
        return outcome.kind === 'left' && request?.signal.aborted !== true ? null : outcome;
      }
      this.#thread = null;
      return await this.#finishSlowly(thread, task, { endTurn, endSlowTurn });
    } finally {
      endTurn();
    }
  }

  async #compileSlowly(input: SpecText, request: CompileRequest | null): Promise<TaskOutcome> {
    const endSlowTurn = await this.#slowTurns.take(request, input.text.length);
    if (this.#closed) {
      endSlowTurn();
      return CLOSED;
    }
    const thread = this.#start();
    const task = this.#ask(thread, input, AbortSignal.any(signalsOf(request)));
    return this.#finishSlowly(thread, task, { endTurn: () => {}, endSlowTurn });
  }

  async #finishSlowly(
    thread: CompileThread,
    task: Promise<TaskOutcome>,
    { endTurn, endSlowTurn }: { endTurn(): void; endSlowTurn(): void },
  ): Promise<TaskOutcome> {
    this.#slowThreads.add(thread);
    endTurn();
    try {
      return await task;
    } finally {
      await thread.worker.terminate();
      this.#slowThreads.delete(thread);
      endSlowTurn();
    }
  }

  #toCompilation(outcome: TaskOutcome, request: CompileRequest | null): SpecCompilation {
    if (outcome.kind === 'compiled') return toCompilation(outcome.compilation);
    if (outcome.kind === 'failed') {
      if (outcome.error !== null) this.#onFault(outcome.error);
      return failed(outcome.reason, outcome.isTooCostly ? 'spec_too_costly' : 'compile_failed');
    }
    request?.signal.throwIfAborted();
    if (request !== null) throw new CompilerBusy('the compiler is too slow');
    return failed(`it took longer than ${this.#limits.elapsedMs / 1000} s`);
  }

  #ask(thread: CompileThread, input: SpecText, signal: AbortSignal): Promise<TaskOutcome> {
    return compileInThread(thread, { input, limits: this.#limits, signal });
  }

  #start(): CompileThread {
    const { memoryMb } = this.#limits;
    const worker = this.#startThread('state/registry/compile/compile-thread', {
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

const CLOSED: TaskOutcome = { kind: 'failed', reason: 'the service is stopping', error: null, isTooCostly: false };

function signalsOf(request: CompileRequest | null): AbortSignal[] {
  return request === null ? [] : [request.signal];
}

function once(call: () => void): () => void {
  let isCalled = false;
  return () => {
    if (!isCalled) call();
    isCalled = true;
  };
}

function failed(reason: string, code: 'compile_failed' | 'spec_too_costly' = 'compile_failed'): SpecCompilation {
  return { module: null, diagnostics: [createDiagnostic(code, { reason })] };
}

function toCompilation({ module, diagnostics }: Compilation): SpecCompilation {
  return module === null ? { module, diagnostics } : { module, diagnostics };
}

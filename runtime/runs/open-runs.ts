import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { NO_METER } from '../log/meter.ts';
import { countDryRuns, countEndedRun, countStates } from './count-runs.ts';
import { describeError } from '../log/json-log.ts';
import { createSpecCompiler } from '../registry/compile/spec-compiler.ts';
import { openSpool, type Spool } from '../source/spool.ts';
import type { Store } from '../store/store.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { type ActiveRun, startRun } from './active-run.ts';
import { createFileRetention, type FileRetention } from './file-retention.ts';
import { createModuleSyncer } from './module-syncer.ts';
import { RunModules } from './run-modules.ts';
import type { SerializedResult } from '../model/result.ts';
import { createDryRuns, streamErrors, streamRejects } from './run-streams.ts';
import {
  type RunListQuery,
  RunNotFinished,
  type RunRequest,
  type RunSummary,
  type SerializedRun,
} from './run-request.ts';
import type { KeyedRun, RunOrigin, Runs } from './runs.ts';
import { type LiveState, toLiveView, toOrigin, toResult, toRunSummary, toRunView } from './run-view.ts';
import { freeRoom, storeCancel } from './store-cancel.ts';
import { FileGone, NoSuchRun, RunEnded, RunsStopped, RunUnfinished } from './failures.ts';
import { checkQueue } from './queue-limits.ts';
import type { RunsOptions } from './runs-options.ts';
import { listRuns } from './list-runs.ts';
import { createThreadPool, type ThreadPool } from '../workers/thread-pool.ts';
import type { Accepted } from '../model/accepted.ts';

const STOP_MS = 8000;

/** Opens the runs of a store. Unfinished runs of an earlier process do not start before resume() is called. */
export function openRuns({
  broker = { kind: 'embedded' },
  openDatabase = null,
  openFile = null,
  pauseMs = { first: 500, max: 5000 },
  keep = { runsMs: null, messagesMs: null },
  meter = NO_METER,
  checkSpace = async () => {},
  queue = { maxQueued: Infinity, maxQueuedPerCaller: Infinity },
  ...options
}: RunsOptions): Runs {
  return new OpenedRuns({ ...options, broker, openDatabase, openFile, pauseMs, queue, keep, meter, checkSpace });
}

class OpenedRuns implements Runs {
  readonly dryRun: Runs['dryRun'];
  readonly spooledBytes: Runs['spooledBytes'];
  readonly #options: Required<RunsOptions>;
  readonly #store: Store;
  readonly #pool: ThreadPool;
  readonly #spool: Spool;
  readonly #retention: FileRetention;
  readonly #syncModule = createModuleSyncer();
  readonly #modules: RunModules;
  readonly #active = new Map<string, ActiveRun>();
  #isStopped = false;

  constructor(options: Required<RunsOptions>) {
    const { store, threads, keepFilesMs, keep, log } = options;
    this.#options = options;
    this.#store = store;
    this.#pool = createThreadPool({ threads });
    this.#spool = openSpool(store.filesFolder, store.folder);
    this.#retention = createFileRetention({ store, spool: this.#spool, keepFilesMs, keep, log });
    const compiler = createSpecCompiler((error) => log.error('compiler_failed', describeError(error)));
    this.#modules = new RunModules(store.folder, store.runs, compiler);
    this.spooledBytes = store.runs.spooledBytes;
    this.dryRun = countDryRuns(createDryRuns(this.#reading, threads), this.#options.meter);
  }

  async accept(request: RunRequest): Promise<Accepted> {
    const { spooled, module, requestHash, idempotencyKey, onDuplicateFile, caller = null, ...rest } = request;
    if (this.#isStopped) throw new RunsStopped();
    this.checkQueue(caller);
    await this.#syncModule(module);
    const { accepted, run } = await this.#store.runs.insert({
      runId: randomUUID(),
      idempotencyKey,
      requestHash,
      onDuplicateFile,
      broker: this.#options.broker.kind,
      ...rest,
      spec: module.spec,
      moduleHash: module.hash,
      moduleMac: await this.#modules.trust(module),
      ...(module.source === undefined ? {} : { moduleSource: JSON.stringify(module.source) }),
      fileName: spooled.fileName,
      fileBytes: spooled.bytes,
      fileSha256: spooled.sha256,
      spoolName: basename(spooled.path),
    });
    if (run !== null) this.#start(run, { isNew: true, caller });
    return accepted;
  }

  checkQueue(caller: string | null): void {
    checkQueue(this.#active, caller, this.#options.queue);
  }

  async finished(runId: string, signal?: AbortSignal): Promise<SerializedResult> {
    await this.#active.get(runId)?.waitForEnd(signal);
    const run = await this.#findRun(runId);
    if (run.ended === null) throw new RunNotFinished(runId, { code: 'stopping', message: 'the service is stopping' });
    return toResult(run, await this.#store.runs.errors(run));
  }

  async get(runId: string): Promise<SerializedRun | null> {
    const run = await this.#store.runs.find(runId);
    return run === null
      ? null
      : toRunView(run, await this.#store.runs.errors(run), this.#active.get(runId)?.state ?? null);
  }

  async find(runId: string): Promise<RunSummary | null> {
    const run = await this.#store.runs.find(runId);
    return run === null ? null : toRunSummary(run, this.#active.get(runId)?.state ?? null);
  }

  async findByKey(idempotencyKey: string): Promise<KeyedRun | null> {
    const run = await this.#store.runs.findByKey(idempotencyKey);
    return run === null ? null : { runId: run.runId, specName: run.spec.name, fileSha256: run.fileSha256 };
  }

  async originOf(runId: string): Promise<RunOrigin | null> {
    return toOrigin(await this.#store.runs.find(runId));
  }

  list(query: RunListQuery): Promise<RunSummary[]> {
    return listRuns(this.#store, query, (runId) => this.#active.get(runId)?.state ?? null);
  }

  async cancel(runId: string): Promise<void> {
    const active = this.#active.get(runId);
    if (!(await storeCancel({ store: this.#store, spool: this.#spool, runId, active }))) {
      await this.#findRun(runId);
      throw new RunEnded();
    }
    active?.cancel();
  }

  async remove(runId: string): Promise<void> {
    const run = await this.#findRun(runId);
    if (run.ended === null) throw new RunUnfinished();
    // The file is removed before the rows: on a full disk, its space is needed to record the deletion.
    if (run.spoolName !== null) await this.#spool.remove(run.spoolName);
    await this.#store.runs.remove(runId);
    this.#retention.sweep();
  }

  async *errors(runId: string, signal?: AbortSignal): AsyncIterable<string> {
    const run = await this.#findWithFile(runId);
    yield* streamErrors(this.#reading, { run, filePath: this.#filePathOf(run), signal });
  }

  async *rejects(runId: string, signal?: AbortSignal): AsyncIterable<Uint8Array> {
    const run = await this.#findWithFile(runId);
    yield* streamRejects(this.#reading, { run, filePath: this.#filePathOf(run), signal });
  }

  async hasFile(runId: string): Promise<boolean> {
    return this.#retention.hasFile(await this.#findRun(runId));
  }

  stateOf(runId: string): ReturnType<Runs['stateOf']> {
    return toLiveView(this.#active.get(runId));
  }

  countByState(): Record<LiveState['status'], number> {
    return countStates(this.#active.values());
  }

  modulesInUse(): Promise<Set<string>> {
    return this.#store.runs.modulesInUse();
  }

  async resume(only?: readonly string[]): Promise<number> {
    const claimed = await this.#store.runs.spoolNames();
    await this.#spool.removeOrphans((name) => claimed.has(name));
    await this.#store.runs.removeOrphanedProgress();
    const waiting = (await this.#store.runs.unfinished()).filter(
      ({ runId }) => !this.#active.has(runId) && (only === undefined || only.includes(runId)),
    );
    for (const run of waiting) this.#start(run, { isNew: false, caller: null });
    this.#retention.start();
    return waiting.length;
  }

  sweep(): void {
    this.#retention.sweep();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const run of this.#active.values()) run.stop();
    const all = Promise.all([...this.#active.values()].map(({ done }) => done));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    await this.#pool.close();
    await this.#modules.close();
    await all;
    await this.#retention.stop();
  }

  get #reading(): { pool: ThreadPool; modules: RunModules } {
    return { pool: this.#pool, modules: this.#modules };
  }

  #filePathOf({ spoolName }: StoredRun): string {
    return this.#spool.pathOf(spoolName ?? '');
  }

  /** Starts to execute a run. Does nothing if the service is stopping, because the next process executes the run. */
  #start(run: StoredRun, { isNew, caller }: { isNew: boolean; caller: string | null }): void {
    if (this.#isStopped) return;
    const { meter } = this.#options;
    const filePath = this.#filePathOf(run);
    const started = startRun({
      ...this.#options,
      makeRoom: () => freeRoom({ store: this.#store, spool: this.#spool, run }),
      verifiesFile: !isNew,
      run,
      caller,
      pool: this.#pool,
      modules: this.#modules,
      filePath,
    });
    this.#active.set(run.runId, started);
    void started.done.then(() => {
      this.#active.delete(run.runId);
      this.#retention.sweep();
      return countEndedRun(run.runId, this.#store.runs, meter);
    });
  }

  async #findRun(runId: string): Promise<StoredRun> {
    const run = await this.#store.runs.find(runId);
    if (run === null) throw new NoSuchRun(runId);
    return run;
  }

  async #findWithFile(runId: string): Promise<StoredRun> {
    const run = await this.#findRun(runId);
    if (!(await this.#retention.hasFile(run))) throw new FileGone();
    return run;
  }
}

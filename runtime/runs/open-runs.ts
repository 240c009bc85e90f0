import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { describeError, type Log } from '../log/json-log.ts';
import { createSpecCompiler } from '../registry/compile/spec-compiler.ts';
import type { BrokerSettings } from '../model/broker-settings.ts';
import { openSpool } from '../source/spool.ts';
import type { Store } from '../store/open-store.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { type ActiveRun, startRun } from './active-run.ts';
import { createFileRetention } from './file-retention.ts';
import { createModuleSyncer } from './module-syncer.ts';
import { RunModules } from './run-modules.ts';
import type { ProcessingResult } from '../model/result.ts';
import { createDryRuns, streamErrors, streamRejects } from './run-streams.ts';
import {
  type DryRunRequest,
  type RunListQuery,
  RunNotFinished,
  type RunRequest,
  type RunSummary,
  type RunView,
} from './run-request.ts';
import { toResult, toRunView } from './run-view.ts';
import { freeRoom, storeCancel } from './store-cancel.ts';
import { FileGone, NoSuchRun, RunEnded, RunsStopped, RunUnfinished } from './failures.ts';
import { listRuns } from './list-runs.ts';
import { createThreadPool } from '../workers/thread-pool.ts';
import type { Accepted } from '../model/accepted.ts';

/** The runs of a data folder. They are executed in threads and survive the end of the process. */
export interface Runs {
  /**
   * Accepts a run. When it resolves with `accepted`, the run is durable and will finish in this process or a later one.
   * Throws DiskFull, and RunsStopped after stop().
   */
  accept(request: RunRequest): Promise<Accepted>;
  /**
   * Returns the result of a run when it has finished. Throws RunNotFinished (the run resumes later), NoSuchRun, and the
   * reason of the signal.
   */
  finished(runId: string, signal?: AbortSignal): Promise<ProcessingResult>;
  get(runId: string): Promise<RunView | null>;
  /** Returns at most `limit` runs that match, newest first; none if the cursor is not the id of a run. */
  list(query: RunListQuery): Promise<RunSummary[]>;
  /**
   * Cancels a run. It ends as FAILED (`cancelled`) at its next checkpoint, also if the process restarts before that.
   * Throws NoSuchRun, and RunEnded if it has finished.
   */
  cancel(runId: string): Promise<void>;
  /**
   * Deletes a run that has finished: its result, its errors and its spooled file. Its messages remain in their topics.
   * Throws NoSuchRun, and RunUnfinished.
   */
  remove(runId: string): Promise<void>;
  /**
   * Yields every record with issues that the run has committed as NDJSON, in file order and without the `errorLimit`.
   * The spooled file is read again in a thread, as fast as the consumer reads. Throws FileGone if the file was removed
   * (see `hasFile`), NoSuchRun, and the reason of the signal.
   */
  errors(runId: string, signal?: AbortSignal): AsyncIterable<string>;
  /**
   * Yields the original bytes of the records that were not published, ready to be corrected and sent again: what
   * precedes the first record (header, skipped lines), the records, and what follows the last. If the run stopped
   * early, the rest of the file is included. Throws like errors().
   */
  rejects(runId: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Returns true if the file of a run is still stored. Call it before the response starts. Throws NoSuchRun. */
  hasFile(runId: string): Promise<boolean>;
  /**
   * Executes a dry run in a thread. With `onErrors`, every record with issues is passed on as NDJSON in complete lines,
   * and reading waits for the promise. A file that ends its thread has the failure `thread_lost`. Throws the reason of
   * the signal, and the error of an upload that fails.
   */
  dryRun(
    request: DryRunRequest,
    options?: { signal?: AbortSignal; onErrors?: (lines: string) => Promise<void> },
  ): Promise<ProcessingResult>;
  /** Returns the hashes of the modules that runs still need in the cache. */
  modulesInUse(): Promise<Set<string>>;
  /**
   * Removes unneeded files and resumes unfinished runs (with `only`, just these). Call it at the start, before a file
   * is received. Returns the number of resumed runs.
   */
  resume(only?: readonly string[]): Promise<number>;
  /** Removes files and rows that are not needed any more, in the background. */
  sweep(): void;
  /**
   * Interrupts all runs between two batches, within 10 seconds. The next process resumes them. The store stays open.
   */
  stop(): Promise<void>;
}

/** The options of openRuns(). */
export interface RunsOptions {
  store: Store;
  /** Maximum number of threads for runs and dry runs. */
  threads: number;
  /** How long to store the spooled files of finished runs for `errors` and `rejects`, in milliseconds. */
  keepFilesMs: number;
  log: Log;
  /** The broker to publish to; the embedded one by default. */
  broker?: BrokerSettings;
  /** Pauses of a run that cannot continue, in milliseconds. They double from `first` to `max`. */
  pauseMs?: { first: number; max: number };
}

const STOP_MS = 8000;

/** Opens the runs of a store. Unfinished runs of an earlier process start with resume(). */
export function openRuns({
  store,
  threads,
  keepFilesMs,
  log,
  broker = { kind: 'embedded' },
  pauseMs = { first: 500, max: 5000 },
}: RunsOptions): Runs {
  const pool = createThreadPool({ threads });
  const spool = openSpool(store.folder);
  const retention = createFileRetention({ store, spool, keepFilesMs, log });
  const syncModule = createModuleSyncer();
  const active = new Map<string, ActiveRun>();
  let isStopped = false;

  const compiler = createSpecCompiler((error) => log.error('compiler_failed', describeError(error)));
  const modules = new RunModules(store.folder, store.runs, compiler);
  const reading = { pool, modules };
  const filePathOf = ({ spoolName }: StoredRun): string => spool.pathOf(spoolName ?? '');

  // If the service is already stopping, the next process executes the run.
  function start(run: StoredRun, isNew: boolean): void {
    if (isStopped) return;
    const makeRoom = () => freeRoom({ store, spool, run });
    const started = startRun({
      makeRoom,
      verifiesFile: !isNew,
      run,
      store,
      pool,
      modules,
      log,
      broker,
      pauseMs,
      filePath: filePathOf(run),
    });
    active.set(run.runId, started);
    void started.done.then(() => {
      active.delete(run.runId);
      retention.sweep();
    });
  }

  async function findRun(runId: string): Promise<StoredRun> {
    const run = await store.runs.find(runId);
    if (run === null) throw new NoSuchRun(runId);
    return run;
  }

  async function findWithFile(runId: string): Promise<StoredRun> {
    const run = await findRun(runId);
    if (!(await retention.hasFile(run))) throw new FileGone();
    return run;
  }

  return {
    async accept({ spooled, module, requestHash, idempotencyKey, onDuplicateFile, ...rest }) {
      if (isStopped) throw new RunsStopped();
      await syncModule(module);
      const { accepted, run } = await store.runs.insert({
        runId: randomUUID(),
        idempotencyKey,
        requestHash,
        onDuplicateFile,
        broker: broker.kind,
        ...rest,
        spec: module.spec,
        moduleHash: module.hash,
        moduleMac: await modules.trust(module),
        ...(module.source === undefined ? {} : { moduleSource: JSON.stringify(module.source) }),
        fileName: spooled.fileName,
        fileBytes: spooled.bytes,
        fileSha256: spooled.sha256,
        spoolName: basename(spooled.path),
      });
      if (run !== null) start(run, true);
      return accepted;
    },
    async finished(runId, signal) {
      await active.get(runId)?.waitForEnd(signal);
      const run = await findRun(runId);
      if (run.ended === null) throw new RunNotFinished(runId, { code: 'stopping', message: 'the service is stopping' });
      return toResult(run, await store.runs.errors(run));
    },
    async get(runId) {
      const run = await store.runs.find(runId);
      return run === null ? null : toRunView(run, await store.runs.errors(run), active.get(runId)?.state ?? null);
    },
    list: (query) => listRuns(store, query, (runId) => active.get(runId)?.state ?? null),
    async cancel(runId) {
      const run = active.get(runId);
      if (!(await storeCancel({ store, spool, runId, active: run }))) {
        await findRun(runId);
        throw new RunEnded();
      }
      run?.cancel();
    },
    async remove(runId) {
      const run = await findRun(runId);
      if (run.ended === null) throw new RunUnfinished();
      // The file goes first: on a full disk, its space is needed to record the rest.
      if (run.spoolName !== null) await spool.remove(run.spoolName);
      await store.runs.remove(runId);
      retention.sweep();
    },
    async *errors(runId, signal) {
      const run = await findWithFile(runId);
      yield* streamErrors(reading, { run, filePath: filePathOf(run), signal });
    },
    async *rejects(runId, signal) {
      const run = await findWithFile(runId);
      yield* streamRejects(reading, { run, filePath: filePathOf(run), signal });
    },
    hasFile: async (runId) => retention.hasFile(await findRun(runId)),
    dryRun: createDryRuns(reading, threads),
    modulesInUse: () => store.runs.modulesInUse(),
    async resume(only) {
      const claimed = await store.runs.spoolNames();
      await spool.removeOrphans((name) => claimed.has(name));
      await store.runs.removeOrphanedProgress();
      const waiting = (await store.runs.unfinished()).filter(
        ({ runId }) => !active.has(runId) && (only === undefined || only.includes(runId)),
      );
      for (const run of waiting) start(run, false);
      retention.start();
      return waiting.length;
    },
    sweep: () => retention.sweep(),
    async stop() {
      isStopped = true;
      for (const run of active.values()) run.stop();
      const all = Promise.all([...active.values()].map(({ done }) => done));
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
      await pool.close();
      await modules.close();
      await all;
      await retention.stop();
    },
  };
}

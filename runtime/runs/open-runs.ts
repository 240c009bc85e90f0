import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Log } from '../log/json-log.ts';
import { modulePath } from '../registry/compile/module-cache.ts';
import type { BrokerSettings } from '../model/broker-settings.ts';
import { openSpool } from '../source/spool.ts';
import type { Store } from '../store/open-store.ts';
import type { StoredRun } from '../store/stored-run.ts';
import { type ActiveRun, startRun } from './active-run.ts';
import { createFileRetention } from './file-retention.ts';
import { createModuleSyncer } from './module-syncer.ts';
import type { ProcessingResult } from '../model/result.ts';
import { createDryRuns, streamErrors, streamRejects } from './run-streams.ts';
import { type DryRunRequest, RunNotFinished, type RunRequest, type RunSummary, type RunView } from './run-request.ts';
import { toResult, toRunSummary, toRunView } from './run-view.ts';
import { FileGone, NoSuchRun, RunsStopped } from './failures.ts';
import { createThreadPool } from '../workers/thread-pool.ts';
import type { Accepted } from '../model/accepted.ts';

/** All runs of a data folder: they are worked on in threads, outlive the process, and are told about. */
export interface Runs {
  /**
   * Takes a run on. When it resolves with `accepted` the run is durable: it will end, in this process
   * or a later one. Throws DiskFull, and RunsStopped once `stop` was called.
   */
  accept(request: RunRequest): Promise<Accepted>;
  /** The result of a run when it is over. Throws RunNotFinished (the run goes on later), NoSuchRun, and the signal's reason. */
  finished(runId: string, signal?: AbortSignal): Promise<ProcessingResult>;
  get(runId: string): Promise<RunView | null>;
  /** The newest first, at most `limit`; `before`: a runId, those made before that run (an unknown one: none). */
  list(page: { limit: number; before?: string }): Promise<RunSummary[]>;
  /**
   * NDJSON of every record with issues that the run has committed, not only the first `errorLimit`, in
   * the order of the file; texts of whole lines. Read again from the spooled file, in a thread, at the
   * pace of the reader; leaving the loop ends the reading. Throws FileGone where the spooled file is
   * not kept any more (`hasFile`), NoSuchRun, and the signal's reason.
   */
  errors(runId: string, signal?: AbortSignal): AsyncIterable<string>;
  /**
   * The original bytes of the records that were not published, ready to be mended and sent again: what
   * stands before the first record (header, skipped lines), the records, and what stands behind the
   * last. A run that stopped before the end of its file has not published the rest either. Otherwise
   * as `errors`.
   */
  rejects(runId: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Whether the file of a run is still in the spool: ask before the first byte of an answer is sent. */
  hasFile(runId: string): Promise<boolean>;
  /**
   * Looks at a file in a thread. With `onErrors` every record with issues is told, NDJSON, in texts of
   * whole lines; reading waits for what it gives. Throws the signal's reason, WorkerLost, and where the file
   * is still being received whatever keeps it from becoming whole.
   */
  dryRun(
    request: DryRunRequest,
    options?: { signal?: AbortSignal; onErrors?: (lines: string) => Promise<void> },
  ): Promise<ProcessingResult>;
  /** Hashes of the modules that runs still need: their files must stay in the cache. */
  modulesInUse(): Promise<Set<string>>;
  /**
   * At the start, before the first file is received: what nobody needs any more is removed from the disk, and runs that
   * were under way go on (`only`: none but these). Gives how many do.
   */
  resume(only?: readonly string[]): Promise<number>;
  /** Breaks all runs off between two batches, within 10 seconds; they go on in the next process. The store stays open. */
  stop(): Promise<void>;
}

export interface RunsOptions {
  store: Store;
  /** Most threads that runs and dry runs are worked on in. */
  threads: number;
  /** How long the spooled files of finished runs are kept for `errors` and `rejects`, in milliseconds. */
  keepFilesMs: number;
  log: Log;
  /** Where runs publish; the embedded broker by default. */
  broker?: BrokerSettings;
  /** How long a pause of a run lasts at first and at most, in milliseconds. */
  pauseMs?: { first: number; max: number };
}

const STOP_MS = 8000;

/** The runs of an open store. Those of an earlier process wait for `resume`. */
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

  const filesOf = (run: StoredRun) => ({
    filePath: spool.pathOf(run.spoolName ?? ''),
    modulePath: modulePath(store.folder, run.moduleHash),
  });

  // Where the service was told to stop meanwhile, the run is there for the next process.
  function start(run: StoredRun): void {
    if (isStopped) return;
    const started = startRun({ run, store, pool, log, broker, pauseMs, ...filesOf(run) });
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
    async accept({ spooled, module, requestHash, idempotencyKey, ...rest }) {
      if (isStopped) throw new RunsStopped();
      await syncModule(module);
      const { accepted, run } = await store.runs.insert({
        runId: randomUUID(),
        idempotencyKey,
        requestHash,
        broker: broker.kind,
        ...rest,
        spec: module.spec,
        moduleHash: module.hash,
        fileName: spooled.fileName,
        fileBytes: spooled.bytes,
        fileSha256: spooled.sha256,
        spoolName: basename(spooled.path),
      });
      if (run !== null) start(run);
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
    list: async (page) =>
      (await store.runs.list(page)).map((run) => toRunSummary(run, active.get(run.runId)?.state ?? null)),
    async *errors(runId, signal) {
      const run = await findWithFile(runId);
      yield* streamErrors(pool, run, filesOf(run), signal);
    },
    async *rejects(runId, signal) {
      const run = await findWithFile(runId);
      yield* streamRejects(pool, run, filesOf(run), signal);
    },
    hasFile: async (runId) => retention.hasFile(await findRun(runId)),
    dryRun: createDryRuns(pool, threads),
    modulesInUse: () => store.runs.modulesInUse(),
    async resume(only) {
      const claimed = await store.runs.spoolNames();
      await spool.removeOrphans((name) => claimed.has(name));
      await store.runs.removeOrphanedProgress();
      const waiting = (await store.runs.unfinished()).filter(
        ({ runId }) => !active.has(runId) && (only === undefined || only.includes(runId)),
      );
      waiting.forEach(start);
      retention.start();
      return waiting.length;
    },
    async stop() {
      isStopped = true;
      for (const run of active.values()) run.stop();
      const all = Promise.all([...active.values()].map(({ done }) => done));
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
      await pool.close();
      await all;
      await retention.stop();
    },
  };
}

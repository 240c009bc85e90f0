import type { RejectsBinding } from '../base/model/rejects-order.ts';
import { createRunOptions, type RunOptions } from '../base/model/run-info.ts';
import { ModuleNotEncodable } from '../base/model/run-module.ts';
import type { EncoderName } from '../../compiler/formats.ts';
import { outputFormatOf } from '../base/model/file-format.ts';
import { encoderOfFormat, isDefaultFormat } from '../base/model/value-format.ts';
import { findSchemasOf } from './bind-schemas.ts';
import type { OpenedRun } from '../state/store/run-journal.ts';
import { countDryRuns, countEndedRun, countRunsInPieces, countStates } from './count-runs.ts';
import { describeError } from '../base/log/json-log.ts';
import { createSpecCompiler } from '../state/registry/compile/spec-compiler.ts';
import { openSpool, type Spool } from '../reading/source/spool.ts';
import type { Store } from '../state/store/store.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import { type ActiveRun, startRun } from './active-run.ts';
import { storedRunWork, type StoredWork } from './attempt-run.ts';
import { createFileRetention, type FileRetention } from './file-retention.ts';
import { createModuleSyncer } from './module-syncer.ts';
import { RunModules } from './run-modules.ts';
import type { SerializedResult } from '../base/model/result.ts';
import { createDryRuns } from './run-streams.ts';
import { createFindLiveStates, type FindLiveStates } from './live-states.ts';
import { createRunFiles, findFirstKey, findRun } from './run-files.ts';
import {
  type RunListQuery,
  RunNotFinished,
  type RunRequest,
  type RunSummary,
  type SerializedRun,
  STOPPING,
} from './run-request.ts';
import type { KeyedRun, RunOrigin, Runs } from './runs.ts';
import { type LiveState, toLiveView, toOrigin, toResult, toRunSummary, toRunView } from './run-view.ts';
import { freeRoom, storeCancel } from './store-cancel.ts';
import type { TableVersion } from '../base/model/bound-tables.ts';
import { hasTable } from '../state/reference/table-files.ts';
import { NoSuchRun, RunEnded, RunUnfinished, RunsStopped, TablesGone } from './failures.ts';
import { QueueGate } from './queue-gate.ts';
import { findKeyVersions, findVersions } from './find-versions.ts';
import { createNewRun } from './new-run.ts';
import { countPieces, type FileOfRun, isUnpacked, planPieces } from './plan-pieces.ts';
import { createRunTasks, type RunTasks, type RunTasksParts } from './run-tasks.ts';
import { RUNS_DEFAULTS, type RunsOptions } from './runs-options.ts';
import { createReviewRejects } from './review-rejects.ts';
import { createRetryRejects } from './retry-rejects.ts';
import { listRuns } from './list-runs.ts';
import { type FindByNumber, shareFinds } from './share-finds.ts';
import { holdFile, MAX_HELD_FILES, withSmallFiles } from './with-small-files.ts';
import { createThreadPool, type ThreadPool } from '../reading/workers/thread-pool.ts';
import type { Accepted } from '../base/model/accepted.ts';

const STOP_MS = 8000;

/** A run to execute. `isNew`: this process received the file. `journal`: the journal for the first attempt, if it is open. `content`: the file, if it is small. */
interface TakenRun {
  caller: string | null;
  attempt: number | null;
  isNew: boolean;
  journal?: OpenedRun | null;
  content?: Uint8Array | undefined;
}

/** Opens the runs of a store. Unfinished runs of an earlier process do not start before resume() is called. */
export function openRuns(options: RunsOptions): Runs {
  return new OpenedRuns({ ...RUNS_DEFAULTS, ...options });
}

class OpenedRuns implements Runs {
  readonly dryRun: Runs['dryRun'];
  readonly checkQueue: Runs['checkQueue'];
  readonly spooledBytes: Runs['spooledBytes'];
  readonly modulesInUse: Runs['modulesInUse'];
  readonly tablesInUse: Runs['tablesInUse'];
  readonly errors: Runs['errors'];
  readonly rejects: Runs['rejects'];
  readonly hasFile: Runs['hasFile'];
  readonly retryRejects: Runs['retryRejects'];
  readonly prepareRejects: Runs['prepareRejects'];
  readonly publishRejects: Runs['publishRejects'];
  readonly discardRejects: Runs['discardRejects'];
  readonly firstKeyOf: Runs['firstKeyOf'];
  readonly retryOf: Runs['retryOf'];
  readonly bindRejects: Runs['bindRejects'];
  readonly verifyRejects: Runs['verifyRejects'];
  readonly reviewRejects: Runs['reviewRejects'];
  readonly #options: Required<RunsOptions>;
  readonly #store: Store;
  readonly #pool: ThreadPool;
  readonly #spool: Spool;
  readonly #retention: FileRetention;
  readonly #syncModule = createModuleSyncer();
  readonly #modules: RunModules;
  readonly #active = new Map<string, ActiveRun>();
  readonly #gate: QueueGate;
  /** Null if this process executes all runs of the store. */
  readonly #tasks: RunTasks | null;
  readonly #findStates: FindLiveStates;
  readonly #findEnded: FindByNumber;
  #isStopped = false;

  constructor(options: Required<RunsOptions>) {
    const { store, threads, keepFilesMs, keep, log, queue, cluster, meter } = options;
    this.#options = options;
    this.#store = store;
    this.#pool = options.pool ?? createThreadPool({ threads });
    this.#spool = withSmallFiles(options.spool ?? openSpool(store.filesFolder, store.folder), store);
    this.#retention = createFileRetention({ store, spool: this.#spool, keepFilesMs, keep, log });
    const compiler = createSpecCompiler((error) => log.error('compiler_failed', describeError(error)));
    this.#modules = new RunModules(store, store.runs, compiler, options.findMaskKey);
    this.#gate = new QueueGate({ active: this.#active, threads, limits: queue, tasks: cluster?.tasks ?? null });
    this.checkQueue = (caller) => this.#gate.check(caller);
    const execute: RunTasksParts['execute'] = (run, taken) =>
      this.#start(run, { ...taken, caller: run.principal ?? null });
    const executePiece: RunTasksParts['executePiece'] = (run, piece, stored) =>
      startRun(this.#partsOf(run, { ...piece, caller: run.principal ?? null, isNew: true, stored }));
    this.#tasks =
      cluster === null
        ? null
        : createRunTasks({ cluster, store, active: this.#active, threads, log, meter, execute, executePiece });
    countRunsInPieces(cluster, store.runs, meter);
    this.#findStates = createFindLiveStates(this.#active, this.#tasks);
    this.#findEnded = shareFinds(store.runs);
    this.spooledBytes = store.runs.spooledBytes;
    this.modulesInUse = store.runs.modulesInUse;
    this.tablesInUse = store.runs.tablesInUse;
    const reading = { pool: this.#pool, modules: this.#modules };
    const parts = { runs: store.runs, spool: this.#spool, retention: this.#retention };
    ({ errors: this.errors, rejects: this.rejects, hasFile: this.hasFile } = createRunFiles(reading, parts));
    const rejects = createRetryRejects({
      ...parts,
      reading,
      accept: (request) => this.accept(request),
      bind: (module) => this.#bind({ module, options: createRunOptions() }),
    });
    ({ bindRejects: this.bindRejects, verifyRejects: this.verifyRejects } = rejects);
    ({ retryRejects: this.retryRejects, prepareRejects: this.prepareRejects } = rejects);
    ({ publishRejects: this.publishRejects, discardRejects: this.discardRejects, retryOf: this.retryOf } = rejects);
    ({ reviewRejects: this.reviewRejects } = createReviewRejects({ ...parts, reading }));
    this.firstKeyOf = (runId) => findFirstKey(store.runs, runId);
    this.dryRun = countDryRuns(createDryRuns({ ...reading, tables: options.tables }, threads), meter);
  }

  async accept(request: RunRequest): Promise<Accepted> {
    if (this.#isStopped) throw new RunsStopped();
    const leave = await this.#gate.enter(request.caller ?? null);
    return this.#storeRun(request).finally(leave);
  }

  async #storeRun(asked: RunRequest): Promise<Accepted> {
    const request = await this.#withFormat(asked);
    const { module } = request;
    const { caller = null } = request;
    await this.#syncModule(module);
    const moduleMac = await this.#modules.trust(module);
    const { broker, cluster, pieceBytes } = this.#options;
    const pieces = cluster === null ? null : planPieces(request, { broker: broker.kind, pieceBytes });
    const newRun = createNewRun(
      {
        ...request,
        options: { ...request.options, ...(await this.#bind(request)), ...(await this.#findSchemas(request)) },
      },
      { broker: broker.kind, moduleMac, pieces },
    );
    if (this.#tasks === null) {
      const { accepted, run, journal } = await this.#store.runs.insertOpened(newRun);
      if (run !== null) this.#start(run, { isNew: true, caller, attempt: null, journal, content: newRun.content });
      return accepted;
    }
    const { accepted, run } = await this.#store.runs.insert(newRun);
    if (run !== null) this.#tasks.wake(run.runId);
    return accepted;
  }

  unpacksFrom(file: FileOfRun): number | null {
    const { broker, cluster, pieceBytes } = this.#options;
    return cluster !== null && isUnpacked(file, broker.kind) ? pieceBytes : null;
  }

  /** Returns a request with the format of its messages, and with a module that writes it. */
  async #withFormat(request: RunRequest): Promise<RunRequest> {
    const { valueFormat: asked, ...options } = request.options;
    const { destination } = request;
    if (destination.kind === 'file') {
      const { encoder } = outputFormatOf(destination.format);
      return { ...request, options, module: await this.#encoded(request.module, encoder ?? undefined) };
    }
    const valueFormat = asked ?? this.#options.schemas.valueFormat;
    if (destination.kind !== 'topic' || isDefaultFormat(valueFormat)) return { ...request, options };
    if (options.cloudevents === 'structured')
      throw new ModuleNotEncodable(`structured CloudEvents contain plain JSON, so they have no format ${valueFormat}`);
    const module = await this.#encoded(request.module, encoderOfFormat(valueFormat));
    return { ...request, module, options: { ...options, valueFormat } };
  }

  /** Returns a module that writes messages in an encoding; undefined: in that of the module. */
  async #encoded(module: RunRequest['module'], encoder: EncoderName | undefined): Promise<RunRequest['module']> {
    const isEncoded = encoder === undefined || module.spec.encoder === encoder;
    return isEncoded ? module : this.#options.encodeModule(module, encoder);
  }

  /** Returns the schemas of the messages of a new run. An attempt looks for those that the registry does not return now. */
  async #findSchemas({ module, options, destination }: RunRequest): Promise<Pick<RunOptions, 'schemas'>> {
    const findSource = async () => module.source ?? null;
    const found = findSchemasOf({ spec: module.spec, findSource, options, destination }, this.#options.schemas);
    const schemas = await found.catch(() => null);
    return schemas === null ? {} : { schemas };
  }

  /** Returns the versions of tables and keys that a run gets, unless its options have them. */
  async #bind(request: Pick<RunRequest, 'module' | 'options'>): Promise<RejectsBinding> {
    const { tables, findMaskKey } = this.#options;
    return {
      ...(await findVersions(request, tables)),
      ...(request.options.maskKeys === undefined && (await findKeyVersions(request.module.spec, findMaskKey))),
    };
  }

  async finished(runId: string, signal?: AbortSignal): Promise<SerializedResult> {
    const active = this.#active.get(runId);
    if (this.#tasks === null) await active?.waitForEnd(signal);
    else await this.#tasks.waitForEnd(runId, signal);
    const run = await (active === undefined ? this.#store.runs.find(runId) : this.#findEnded(active.run.number));
    if (run === null) throw new NoSuchRun(runId);
    if (run.ended === null) throw new RunNotFinished(runId, STOPPING);
    return toResult(run, run.checkpoint?.issueCounts.length === 0 ? [] : await this.#store.runs.errors(run));
  }

  async get(runId: string): Promise<SerializedRun | null> {
    const run = await this.#store.runs.find(runId);
    return run === null
      ? null
      : toRunView(run, await this.#store.runs.errors(run), (await this.#findStates([run])).get(runId) ?? null);
  }

  async find(runId: string): Promise<RunSummary | null> {
    const run = await this.#store.runs.find(runId);
    return run === null ? null : toRunSummary(run, (await this.#findStates([run])).get(runId) ?? null);
  }

  async findByKey(idempotencyKey: string): Promise<KeyedRun | null> {
    const run = await this.#store.runs.findByKey(idempotencyKey);
    return run === null ? null : { runId: run.runId, specName: run.spec.name, fileSha256: run.fileSha256 };
  }

  async specOf(runId: string): ReturnType<Runs['specOf']> {
    const run = await this.#store.runs.find(runId);
    return run === null ? null : { specId: run.specId, module: await this.#modules.moduleOf(run) };
  }

  async tablesOf(runId: string): Promise<readonly TableVersion[]> {
    let run = await findRun(this.#store.runs, runId);
    while (run.options.rejectsOf !== undefined) {
      const earlier = await this.#store.runs.find(run.options.rejectsOf);
      if (earlier === null) break;
      run = earlier;
    }
    const { reference = [] } = run.options;
    for (const table of reference)
      if (!(await hasTable(this.#store.filesFolder, table.version))) throw new TablesGone(table);
    return reference;
  }

  async originOf(runId: string): Promise<RunOrigin | null> {
    return toOrigin(await this.#store.runs.find(runId));
  }

  list(query: RunListQuery): Promise<RunSummary[]> {
    return listRuns(this.#store, query, this.#findStates);
  }

  async cancel(runId: string): Promise<void> {
    const active = this.#active.get(runId);
    if (!(await storeCancel({ store: this.#store, spool: this.#spool, runId, active }))) {
      await findRun(this.#store.runs, runId);
      throw new RunEnded();
    }
    active?.cancel();
  }

  async remove(runId: string): Promise<void> {
    const run = await findRun(this.#store.runs, runId);
    if (run.ended === null) throw new RunUnfinished();
    // The file is removed before the rows: on a full disk, its space is needed to record the deletion.
    if (run.spoolName !== null) await this.#spool.remove(run.spoolName);
    await this.#removeRetried(run);
    await this.#store.runs.remove(runId);
    this.#retention.sweep();
  }

  /** Without the run of its rejects, an earlier run would publish them again. So its file is removed, too. */
  async #removeRetried({ options: { rejectsOf } }: StoredRun): Promise<void> {
    const retried = rejectsOf === undefined ? null : await this.#store.runs.find(rejectsOf);
    if (retried === null) return;
    if (retried.spoolName !== null) await this.#spool.remove(retried.spoolName);
    await this.#removeRetried(retried);
  }

  stateOf(runId: string): ReturnType<Runs['stateOf']> {
    return toLiveView(this.#active.get(runId));
  }

  countByState(): Record<LiveState['status'], number> {
    return countStates(this.#active.values());
  }

  async resume(only?: readonly string[]): Promise<number> {
    const claimed = await this.#store.runs.spoolNames();
    await this.#spool.removeOrphans((name) => claimed.has(name));
    await this.#store.runs.removeOrphanedProgress();
    this.#retention.start();
    if (this.#tasks !== null) {
      this.#tasks.start();
      return 0;
    }
    const waiting = (await this.#store.runs.unfinished()).filter(
      ({ runId }) => !this.#active.has(runId) && (only === undefined || only.includes(runId)),
    );
    for (const run of waiting) this.#start(run, { isNew: false, caller: null, attempt: null });
    return waiting.length;
  }

  sweep(): void {
    this.#retention.sweep();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#tasks?.stop();
    for (const run of this.#active.values()) run.stop();
    const all = Promise.all([...[...this.#active.values()].map(({ done }) => done), this.#tasks?.settled()]);
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    await this.#pool.close();
    await this.#modules.close();
    await all;
    await this.#tasks?.left();
    await this.#retention.stop();
  }

  /** `piece`: the number of the piece of the file to execute, and `stored` what the store has of it. */
  #partsOf(
    run: StoredRun,
    {
      isNew,
      piece,
      journal = null,
      content,
      stored = storedRunWork(this.#store, run.runId),
      ...more
    }: TakenRun & { piece?: number; stored?: StoredWork },
  ): Parameters<typeof startRun>[0] {
    const { folder, filesFolder } = this.#store;
    return {
      ...this.#options,
      ...more,
      ...(piece !== undefined && { piece: { number: piece, pieces: countPieces(run) } }),
      makeRoom: () => freeRoom({ store: this.#store, spool: this.#spool, run }),
      verifiesFile: !isNew,
      run,
      stored,
      spaceFolder: filesFolder === folder ? null : folder,
      openJournal: firstOf(journal, () => stored.openJournal(more.attempt)),
      onChange: () => this.#tasks?.reportSoon(),
      pool: this.#pool,
      modules: this.#modules,
      openSpooled: firstOf(this.#active.size < MAX_HELD_FILES ? holdFile(this.#store.folder, content) : null, () =>
        this.#spool.open(run.spoolName ?? '', run.fileBytes),
      ),
    };
  }

  /** Starts to execute a run. Does nothing if the service is stopping, because the next process executes the run. */
  #start(run: StoredRun, taken: TakenRun): void {
    if (this.#isStopped) return;
    const started = startRun(this.#partsOf(run, taken));
    this.#active.set(run.runId, started);
    void started.done.then(async () => {
      this.#active.delete(run.runId);
      if (taken.attempt !== null) this.#tasks?.leave({ runId: run.runId, attempt: taken.attempt });
      this.#retention.sweep();
      countEndedRun(await this.#findEnded(run.number).catch(() => null), this.#options.meter);
    });
  }
}

/** Returns a function that returns `first` at the first call, unless it is null, and then calls `next`. */
function firstOf<T>(first: T | null, next: () => Promise<T>): () => Promise<T> {
  let given = first;
  return async () => {
    const value = given;
    given = null;
    return value ?? next();
  };
}

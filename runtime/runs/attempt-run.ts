import { dirname } from 'node:path';
import type { SurveyedFile } from '../base/model/survey.ts';
import { removeStaged, stageSurveys } from './stage-surveys.ts';
import { DiskFull } from '../base/model/disk-full.ts';
import { STORAGE_FAILED } from '../base/model/storage-failed.ts';
import { findExhausted, RESOURCES_EXHAUSTED } from '../base/model/exhausted.ts';
import { FilesUnavailable } from '../base/model/files-unavailable.ts';
import type { ReadableFile } from '../reading/source/spool.ts';
import { LeaseLost } from '../state/store/engine/lease-lost.ts';
import { StoreUnavailable } from '../state/store/engine/store-unavailable.ts';
import type { OpenedRun, RunJournal } from '../state/store/run-journal.ts';
import type { Store } from '../state/store/store.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import type { Failure, Position } from '../../compiler/kernel/model/contract.ts';
import { openUntilAborted, untilAborted } from './until-aborted.ts';
import { StoredDataDamaged } from '../base/model/stored-data-damaged.ts';
import { RunFailure, RunPause } from '../base/model/run-failure.ts';
import { ThreadFailure } from '../reading/workers/pool-thread.ts';
import type { Pause } from './run-request.ts';
import { openTarget, type Targets, type OpenFile, type RunFile } from './open-target.ts';
import { toRunInfo } from './run-view.ts';
import type { RunInfo } from '../base/model/run-info.ts';
import type { PieceToLimit, RunTarget, ThreadCall, ThreadModule } from '../reading/workers/messages.ts';
import type { ThreadPool } from '../reading/workers/thread-pool.ts';
import { type RunModules, toPublishingModule } from './run-modules.ts';
import { WorkerLost } from '../reading/workers/worker-lost.ts';
import type { Destination } from '../base/model/destination.ts';

/** The run of a file up to this size does not wait for those of larger files. In bytes as sent. */
const SMALL_BYTES = 1024 * 1024;

/** The outcome of one attempt to execute a run. */
export type Attempt =
  /** The run has finished: as FAILED or successfully. */
  | { kind: 'ended' }
  /**
   * The attempt was interrupted, because the service is stopping, or the run was cancelled while it waited for a
   * thread.
   */
  | { kind: 'stopped' }
  /** Another instance has taken the run. This one must not work on it any more. */
  | { kind: 'lost' }
  /** The run cannot continue now. A later attempt resumes it from its checkpoint. */
  | { kind: 'paused'; pause: Pause }
  /** The thread crashed. `record` is the number of the last committed record; 0 if there is none. */
  | { kind: 'crashed'; record: number; reason: WorkerLost }
  /** The run can never finish, and must end as FAILED. `cause` is for the log. */
  | { kind: 'failed'; failure: Failure; cause: unknown };

/** What the store has of a run, or of one piece of its file. An attempt executes both in the same way. */
export interface StoredWork {
  /** Returns the run with the checkpoint of this work. `ended` is set if this work has ended. Null: it was removed. */
  find(): Promise<StoredRun | null>;
  /** Opens the journal of this work for an attempt. The journals of earlier attempts become invalid. */
  openJournal(attempt: number | null): Promise<OpenedRun>;
}

/** Returns what the store has of a run as a whole. */
export function storedRunWork(store: Store, runId: string): StoredWork {
  return {
    find: () => store.runs.find(runId),
    openJournal: (attempt) => store.runs.openJournal(runId, attempt),
  };
}

/** What an attempt to execute a run needs. */
export interface AttemptInput extends Targets {
  run: StoredRun;
  /** How often the run was taken; null if only this process uses the store. */
  attempt: number | null;
  /** The piece of the run's file to read, from 0, and their number. Absent: the whole file. */
  piece?: { number: number; pieces: number };
  /** Who sent the run; null if that is unknown. */
  caller: string | null;
  stored: StoredWork;
  /** The folder on whose disk the run needs space; null if it is that of the spooled files, which are checked anyway. */
  spaceFolder: string | null;
  pool: ThreadPool;
  modules: RunModules;
  /** Whether to check the SHA-256 of the file before reading it. True if an earlier process received the file. */
  verifiesFile: boolean;
  /** Opens the journal of the run for this attempt. */
  openJournal(): Promise<OpenedRun>;
  /** Opens the run's spooled file. */
  openSpooled(): Promise<ReadableFile>;
  /** Throws DiskFull if runs must not use more disk space now. The run then pauses. */
  checkSpace(): Promise<void>;
  /** Interrupts the attempt when it is aborted. */
  signal: AbortSignal;
  /** When it is aborted, the run ends as FAILED at its next checkpoint. */
  cancelled: AbortSignal;
  /** Called when a thread is available for the attempt. */
  onStart(): void;
  /** Called with the number of bytes of the file as sent that have been read. */
  onProgress(bytes: number): void;
}

/** One attempt. `isAlone`: the run gets a thread without other tasks. `isRepeated`: this process has tried it before. */
interface SingleAttempt extends AttemptInput {
  isAlone: boolean;
  isRepeated: boolean;
}

/** Executes a run once, from its checkpoint. Never throws for an error of the run: the outcome is returned. */
export async function attemptRun(work: SingleAttempt): Promise<Attempt> {
  const { run, stored } = work;
  if (run.destination.kind === 'topic' && run.broker !== work.broker.kind)
    return { kind: 'paused', pause: brokerDiffers(run) };
  if (run.options.pieceBytes !== undefined && work.piece === undefined)
    return { kind: 'paused', pause: NEEDS_INSTANCES };
  const attempt = await attemptInWorker(work);
  if (attempt.kind === 'ended') return attempt;
  // The run may have finished just before its thread crashed or was interrupted.
  const now = await stored.find().catch(() => null);
  if (now !== null && now.ended !== null) return { kind: 'ended' };
  if (attempt.kind !== 'crashed') return attempt;
  return { ...attempt, record: now?.checkpoint?.position?.record ?? 0 };
}

/** Other pieces of the run may already be published. */
const NEEDS_INSTANCES: Pause = {
  code: 'instances_required',
  message: 'the run is in pieces, which instances with a shared folder publish: start specmill with --files',
};

// The other broker already has a part of the messages, so the run must not continue here.
function brokerDiffers({ broker }: StoredRun): Pause {
  return {
    code: 'broker_differs',
    message: `the run publishes to ${broker === 'kafka' ? 'Kafka' : 'the embedded broker'}: start specmill with that broker`,
  };
}

/** Ends a run or a piece as FAILED, with `failure`. Throws DiskFull, LeaseLost, and an Error if it is not unfinished. */
export async function finishAsFailed(stored: StoredWork, attempt: number | null, failure: Failure): Promise<void> {
  const { journal, checkpoint } = await stored.openJournal(attempt);
  await journal.finish({ status: 'FAILED', failure, durationMs: checkpoint?.durationMs ?? 0 });
}

async function attemptInWorker(input: SingleAttempt): Promise<Attempt> {
  try {
    await input.modules.use(toPublishingModule(input.run), (module) => runInWorker(input, module));
    return { kind: 'ended' };
  } catch (error) {
    return toAttempt(error, input.signal);
  }
}

async function runInWorker(input: SingleAttempt, module: ThreadModule): Promise<void> {
  const { run, caller, pool, openSpooled, verifiesFile, signal, cancelled, isAlone, spaceFolder } = input;
  const { checkSpace, onStart, onProgress } = input;
  let journal: RunJournal | null = null;
  let spooled: ReadableFile | null = null;
  let staged: SurveyedFile | undefined;
  const output = createFileOutput(run.destination, { ...input, isRepeated: input.isRepeated || verifiesFile });
  try {
    await pool.run({
      load: isAlone ? 'alone' : run.fileBytes <= SMALL_BYTES ? 'small' : 'run',
      caller,
      signal,
      cancelled,
      async prepare() {
        const target = await untilAborted(openTarget(run, input), signal);
        spooled = await openUntilAborted(openSpooled, signal);
        const { checkpoint, progressPath, messageFile, piece, damage, ...opened } = await input.openJournal();
        journal = opened.journal;
        if (damage !== undefined) throw damage;
        onStart();
        const { path, blocks, content } = spooled;
        const space = spaceFolder === null ? {} : { spaceFolder };
        const file = { info: withSchemas(toRunInfo(run), target), module, path, blocks, content, ...space };
        if (piece?.kind === 'divide') {
          staged = await stageSurveys(piece.stored, spaceFolder ?? dirname(path));
          return { kind: 'divide', ...file, pieceBytes: run.options.pieceBytes ?? Infinity, surveyed: staged };
        }
        if (piece?.kind === 'survey') return { kind: 'survey-piece', ...file, piece: toLimit(input, { from: null }) };
        if (piece?.kind === 'count') return { kind: 'count-piece', ...file, piece: toLimit(input, piece) };
        return {
          ...{ kind: 'run' as const, ...file, verifiesFile, target, checkpoint, progressPath, messageFile },
          ...(piece !== undefined && { piece: { number: input.piece?.number ?? 0, range: piece.range } }),
        };
      },
      onCall: inOrder(
        ({ kind }) => (kind === 'commit' ? checkSpace() : Promise.resolve()),
        (what) => handleCall({ journal, output }, what),
      ),
      onProgress: ({ bytes }) => onProgress(bytes),
    });
  } finally {
    // The thread may still send entries. They must not be stored after the next attempt has read the checkpoint.
    await closeJournal(journal);
    await output?.close();
    await closeSpooled(spooled);
    if (staged !== undefined) await removeStaged(staged);
  }
}

/** Returns the facts about a run with the schemas of its messages, which their headers name. */
function withSchemas(info: RunInfo, target: RunTarget): RunInfo {
  const schemas = target.kind === 'topic' ? target.schemas : null;
  return schemas === null ? info : { ...info, options: { ...info.options, schemas } };
}

function toLimit({ run, piece }: SingleAttempt, { from }: { from: Position | null }): PieceToLimit {
  return { number: piece?.number ?? 0, pieces: piece?.pieces ?? 1, bytes: run.options.pieceBytes ?? Infinity, from };
}

async function handleCall(
  { journal, output }: { journal: RunJournal | null; output: FileOutput | null },
  what: ThreadCall,
): Promise<void> {
  if (journal !== null && what.kind === 'commit') return journal.commit(what.entry);
  if (journal !== null && what.kind === 'finish') return journal.finish(what.ending);
  if (journal?.storeCount !== undefined && what.kind === 'counted') return journal.storeCount(what.count);
  if (journal?.storeKeys !== undefined && what.kind === 'step-keys') return journal.storeKeys(what.step, what.keys);
  if (journal?.storeSurvey !== undefined && what.kind === 'surveyed') return journal.storeSurvey(what.survey);
  if (journal?.storePieces !== undefined && what.kind === 'divided') return journal.storePieces(what.pieces);
  if (output !== null && what.kind === 'bytes') return output.write(what.bytes);
  if (output !== null && what.kind === 'complete') return output.complete();
  throw new Error(`unexpected call of a run: ${what.kind}`);
}

async function closeJournal(journal: RunJournal | null): Promise<void> {
  await journal?.close().catch(() => {});
}

async function closeSpooled(file: ReadableFile | null): Promise<void> {
  await file?.close();
}

/** Failure code of a run that cannot continue because the database is damaged. */
export const DATABASE_DAMAGED = 'database_damaged';

function isDatabaseDamaged(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/** The message names no host, because callers see it. */
const STORE_UNAVAILABLE: Pause = {
  code: 'store_unavailable',
  message: 'the database of the service cannot be reached',
};

/** Returns the outcome of an attempt that threw `error`. */
export function toAttempt(error: unknown, signal: AbortSignal): Attempt {
  if (signal.aborted) return { kind: 'stopped' };
  if (error instanceof LeaseLost) return { kind: 'lost' };
  if (error instanceof DiskFull) return { kind: 'paused', pause: { code: error.code, message: error.message } };
  if (error instanceof StoreUnavailable) return { kind: 'paused', pause: STORE_UNAVAILABLE };
  if (error instanceof FilesUnavailable) return { kind: 'paused', pause: { code: error.code, message: error.message } };
  if (error instanceof RunPause) return { kind: 'paused', pause: { code: error.code, message: error.message } };
  if (error instanceof RunFailure)
    return { kind: 'failed', failure: { code: error.code, message: error.message }, cause: error };
  if (error instanceof StoredDataDamaged)
    return { kind: 'failed', failure: { code: error.code, message: error.message }, cause: error };
  // A thread that lacks descriptors or memory is lost. The file is not to blame for that.
  const exhausted = findExhausted(error);
  if (exhausted !== null) return { kind: 'paused', pause: { code: RESOURCES_EXHAUSTED, message: exhausted } };
  if (error instanceof WorkerLost) return { kind: 'crashed', record: 0, reason: error };
  if (isDatabaseDamaged(error))
    return { kind: 'failed', failure: { code: DATABASE_DAMAGED, message: 'the database is damaged' }, cause: error };
  if (!(error instanceof ThreadFailure)) return { kind: 'paused', pause: STORAGE_FAILED };
  const { kind, code, message } = error.threadError;
  if (kind === 'pause') return { kind: 'paused', pause: { code: code ?? 'unavailable', message } };
  if (kind === 'failure') return { kind: 'failed', failure: { code: code ?? 'failed', message }, cause: error };
  return {
    kind: 'failed',
    failure: {
      code: 'internal_error',
      message: 'an internal error occurred while the file was read: see the log',
    },
    cause: error,
  };
}

/**
 * Returns a function that calls `check` and then `handle`. The calls of `handle` begin in the order of the calls, however
 * long their checks take: a thread sends the end of a run while its last commits are waiting. After a check that throws,
 * all later calls throw the same error, because what is stored must have no gap.
 */
export function inOrder<T>(
  check: (what: T) => Promise<void>,
  handle: (what: T) => Promise<void>,
): (what: T) => Promise<void> {
  let checked: Promise<void> = Promise.resolve();
  return (what) => {
    const checking = check(what);
    // Both are awaited later. Without these lines, Node.js would report an earlier rejection as unhandled.
    checking.catch(() => {});
    checked = checked.then(() => checking);
    checked.catch(() => {});
    return checked.then(() => handle(what));
  };
}

/** The file that an attempt of a run writes. It is opened with the first bytes, or when it is complete without any. */
interface FileOutput {
  /** Throws RunPause or RunFailure, as does complete(). */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file, which appears under its name. */
  complete(): Promise<void>;
  /** Discards the file, unless it is complete. Never throws. */
  close(): Promise<void>;
}

/** Creates the output of an attempt. Returns null if the run does not write a file. */
function createFileOutput(
  destination: Destination,
  { openFile, isRepeated }: { openFile: OpenFile | null; isRepeated: boolean },
): FileOutput | null {
  if (destination.kind !== 'file' || openFile === null) return null;
  let opening: Promise<RunFile> | null = null;
  let isComplete = false;
  const open = (): Promise<RunFile> => (opening ??= openFile(destination, { isRepeated }));
  return {
    async write(bytes) {
      await (await open()).write(bytes);
    },
    async complete() {
      await (await open()).commit();
      isComplete = true;
    },
    async close() {
      if (isComplete) return;
      const file = await opening?.catch(() => null);
      await file?.abort();
    },
  };
}

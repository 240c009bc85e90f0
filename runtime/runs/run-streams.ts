import type { StoredRun } from '../state/store/stored-run.ts';
import { createRendezvousChannel } from '../reading/workers/rendezvous-channel.ts';
import { createCheckpoint } from '../base/model/checkpoint.ts';
import { createResult, type SerializedResult } from '../base/model/result.ts';
import { findExhausted } from '../base/model/exhausted.ts';
import { MaskKeyLost } from './failures.ts';
import { lostThreadFailure } from './lost-thread.ts';
import { openUntilAborted } from './until-aborted.ts';
import { readInThread } from './read-in-thread.ts';
import { WorkerLost } from '../reading/workers/worker-lost.ts';
import type { DryRunRequest } from './run-request.ts';
import { hasReadAll, toRunInfo } from './run-view.ts';
import type { ReadableFile } from '../reading/source/spool.ts';
import type { RecordSetText } from '../base/model/record-set.ts';
import type {
  RejectedRest,
  RepairedFile,
  ReplayTask,
  ThreadCall,
  ThreadFile,
  ThreadTask,
} from '../reading/workers/messages.ts';
import { type FindTables, findVersions, SEND_AGAIN } from './find-versions.ts';
import {
  isMaskKeyLost,
  isReferenceLost,
  type RunModules,
  tablesOfRun,
  toModuleReference,
  toPublishingModule,
} from './run-modules.ts';
import type { ThreadPool } from '../reading/workers/thread-pool.ts';

/** The thread pool and the modules that streamErrors(), streamRejects() and dry runs need to read a file. */
export interface ReadingPool {
  pool: ThreadPool;
  modules: RunModules;
}

/** The same with the reference tables of the service, for dry runs. */
export interface DryRunPool extends ReadingPool {
  tables: FindTables;
}

/** A run whose file is read again. If `signal` is aborted, the stream throws its reason. */
export interface RunToStream {
  run: StoredRun;
  /** Opens the spooled file. */
  openFile(): Promise<ReadableFile>;
  signal: AbortSignal | undefined;
}

/**
 * Reads a run's file again and yields each committed record with issues, as one line of NDJSON. A chunk contains one or
 * more complete lines.
 */
export function streamErrors(reading: ReadingPool, { signal, ...replay }: RunToStream): AsyncGenerator<string> {
  const toTask = (file: TaskFile): ThreadTask => ({ kind: 'errors', ...toReplayTask(replay.run, file) });
  return streamTask(reading, { ...replay, toTask, pick: pickLines, signal, isJudged: countRead(replay.run) > 0 });
}

/**
 * Reads a run's file again and yields the original bytes of the records that the run did not publish. The chunks
 * together form a file that can be sent again. Yields nothing if every record was published.
 */
export function streamRejects(reading: ReadingPool, { signal, ...replay }: RunToStream): AsyncGenerator<Uint8Array> {
  const rest = restOf(replay.run);
  const toTask = (file: TaskFile): ThreadTask => ({ kind: 'rejects', ...toReplayTask(replay.run, file), rest });
  return streamTask(reading, { ...replay, toTask, pick: pickBytes, signal, isJudged: isJudged(replay.run, rest) });
}

/**
 * Reads a run's file again and returns the set of the records that it has not published; null if there are none. Throws
 * ThreadFailure (`too_many_rejects`) if they are too scattered.
 */
export async function readUnpublished(
  reading: ReadingPool,
  { signal, ...replay }: RunToStream,
): Promise<RecordSetText | null> {
  const rest = restOf(replay.run);
  const toTask = (file: TaskFile): ThreadTask => ({ kind: 'unpublished', ...toReplayTask(replay.run, file), rest });
  let set = '';
  for await (const text of streamTask(reading, {
    ...replay,
    toTask,
    pick: pickLines,
    signal,
    isJudged: isJudged(replay.run, rest),
  }))
    set += text;
  return set === '' ? null : set;
}

/**
 * Yields the file of a run with the records of `repaired`, a repaired copy of its rejects. Throws ThreadFailure
 * (`repaired_differs`) if it is not.
 */
export function streamSpliced(
  reading: ReadingPool,
  { signal, repaired, ...replay }: RunToStream & { repaired: RepairedFile },
): AsyncGenerator<Uint8Array> {
  const rest = restOf(replay.run);
  const toTask = (file: TaskFile): ThreadTask => ({
    kind: 'splice',
    ...toReplayTask(replay.run, file),
    rest,
    repaired,
  });
  return streamTask(reading, { ...replay, toTask, pick: pickBytes, signal, isJudged: isJudged(replay.run, rest) });
}

interface DryRunOptions {
  signal?: AbortSignal;
  onErrors?: (lines: string) => Promise<void>;
}

/**
 * Creates the function that executes dry runs. At most `maxEarly` dry runs at a time start while their file is still
 * being received. Further ones wait for the complete file, so that slow clients do not occupy all threads.
 */
export function createDryRuns(
  reading: DryRunPool,
  maxEarly: number,
): (request: DryRunRequest, options?: DryRunOptions) => Promise<SerializedResult> {
  let early = 0;
  return async (request, options = {}) => {
    const { file } = request;
    if (file.sha256 !== null) return dryRun(reading, { ...request, file }, options);
    if (early >= maxEarly) return dryRun(reading, { ...request, file: await file.received }, options);
    early++;
    const result = await dryRun(reading, request, options).finally(() => early--);
    return { ...result, fileSha256: (await file.received).sha256 };
  };
}

async function dryRun(
  { pool, modules, tables }: DryRunPool,
  { file, module, specId, options, caller = null }: DryRunRequest,
  { signal, onErrors }: DryRunOptions,
): Promise<SerializedResult> {
  const { fileName, sha256: fileSha256, path } = file;
  const reference = await findVersions({ module, options }, tables);
  const info = { runId: null, spec: module.spec, specId, fileName, fileSha256, options: { ...options, ...reference } };
  await modules.trust(module);
  const { version } = module.spec;
  let records = 0;
  const { tables: _, ...known } = module;
  const used = modules.use({ ...known, version, ...tablesOfRun(module.spec, info.options) }, (loadable) =>
    readInThread(pool, {
      ...(signal === undefined ? {} : { signal }),
      caller,
      prepare: async () => ({
        kind: 'dry-run',
        info,
        module: loadable,
        path,
        content: 'content' in file ? file.content : undefined,
        ...arrivalOf(file),
        emitsErrors: onErrors !== undefined,
      }),
      pick: pickLines,
      onPart: async (lines) => onErrors?.(lines),
      onProgress: (progress) => void (records = progress.records),
    }).catch((error: unknown) => {
      if (!(error instanceof WorkerLost) || findExhausted(error) !== null) throw error;
      return createResult(info, { ...createCheckpoint(), failure: lostThreadFailure(error, records) }, fileSha256);
    }),
  );
  const result = await used.catch((error: unknown) => {
    if (!isReferenceLost(error)) throw error;
    const { code, message } = error.threadError;
    return createResult(info, { ...createCheckpoint(), failure: { code: code ?? '', message } }, fileSha256);
  });
  if (result === null) throw new Error('a dry run ended without a result');
  return result;
}

function arrivalOf(file: DryRunRequest['file']): Pick<ThreadFile, 'arrival'> {
  return file.sha256 === null
    ? { arrival: { fileProgress: file.fileProgress, expectedBytes: file.expectedBytes } }
    : {};
}

type TaskFile = Pick<ThreadFile, 'module' | 'path' | 'blocks' | 'content'>;

interface StreamedTask<T extends string | Uint8Array> extends RunToStream {
  toTask(file: TaskFile): ThreadTask;
  pick(what: ThreadCall): T;
  /** Whether records are judged as the run has judged them. This needs the keys of its masks: rules can see tokens. */
  isJudged: boolean;
}

/** Yields the parts that a task emits. Stops the task when the consumer leaves the loop. */
async function* streamTask<T extends string | Uint8Array>(
  { pool, modules }: ReadingPool,
  { run, openFile, toTask, pick, signal, isJudged }: StreamedTask<T>,
): AsyncGenerator<T> {
  const channel = createRendezvousChannel<T>();
  const left = new AbortController();
  const either = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]);
  let file: ReadableFile | null = null;
  const over = modules
    .use(isJudged ? toPublishingModule(run) : toModuleReference(run), (module) =>
      readInThread(pool, {
        signal: either,
        async prepare() {
          // A repeated task reads the same file.
          file ??= await openUntilAborted(openFile, either);
          return toTask({ module, path: file.path, blocks: file.blocks, content: file.content });
        },
        pick,
        onPart: (part) => channel.put(part),
      }),
    )
    .finally(() => file?.close())
    .then(
      () => channel.end(),
      (error: unknown) =>
        channel.end({ error: isMaskKeyLost(error) ? new MaskKeyLost(error.message.replace(SEND_AGAIN, '')) : error }),
    );
  yield* channel.values(async () => {
    left.abort(new Error('the reader has stopped'));
    await over;
  });
}

/** Returns the lines that a call of a task contains. Throws an Error if it contains none. */
export function pickLines(what: ThreadCall): string {
  if (what.kind !== 'lines') throw new Error(`unexpected call of this task: ${what.kind}`);
  return what.text;
}

function pickBytes(what: ThreadCall): Uint8Array {
  if (what.kind !== 'bytes') throw new Error(`unexpected call of this task: ${what.kind}`);
  return what.bytes;
}

function toReplayTask(run: StoredRun, file: TaskFile): ReplayTask {
  const info = toRunInfo(run);
  return {
    info: { ...info, options: { ...info.options, ...boundOf(run) } },
    ...file,
    records: countRead(run),
  };
}

/** Returns how many records of its file a run has read. */
function countRead({ options, checkpoint }: StoredRun): number {
  // A run of some records counts only these.
  return (options.onlyRecords === undefined ? checkpoint?.counters.totalRecords : checkpoint?.position?.record) ?? 0;
}

/**
 * Returns `{ maxMessageBytes }`, the broker's size limit of a message in bytes. A run into Kafka stores this limit in
 * its checkpoint before it publishes. Returns `{}` if the checkpoint contains no limit.
 */
function boundOf({ checkpoint }: StoredRun): { maxMessageBytes?: number } {
  const destination = checkpoint?.destination;
  const hasBound = typeof destination === 'object' && destination !== null && 'maxMessageBytes' in destination;
  return hasBound ? { maxMessageBytes: Number(destination.maxMessageBytes) } : {};
}

/** Returns whether a run that has read records has published nothing, for example because of a file rule. */
function hasPublishedNone({ checkpoint }: StoredRun): boolean {
  return (
    checkpoint?.isUnpublished === true || (checkpoint?.recordTypes?.every(({ published }) => published === 0) ?? false)
  );
}

/** Returns whether what is left of a run depends on its records: not if it has published none. */
function isJudged(run: StoredRun, rest: RejectedRest): boolean {
  return rest.kind !== 'rejected' && countRead(run) > 0;
}

/** Returns whether the rejects of a finished run are only some documents of its file, without the totals of all of them. */
export function leavesOutTotals(run: StoredRun): boolean {
  return restOf(run).kind === 'end';
}

function restOf(run: StoredRun): RejectedRest {
  if (run.ended === null) return { kind: 'undecided' };
  const isWhole = run.options.delivery === 'all-or-nothing' || run.destination.kind === 'file';
  if (run.ended.status === 'FAILED' && (isWhole || hasPublishedNone(run))) return { kind: 'rejected' };
  return hasReadAll(run) ? { kind: 'end' } : { kind: 'unread', byteOffset: run.checkpoint?.position?.byteOffset ?? 0 };
}

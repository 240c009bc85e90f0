import type { StoredRun } from '../store/stored-run.ts';
import { createRendezvousChannel } from '../workers/rendezvous-channel.ts';
import type { ProcessingResult } from '../model/result.ts';
import type { DryRunRequest } from './run-request.ts';
import { hasReadAll, toRunInfo } from './run-view.ts';
import type { ReplayTask, RejectedRest, ThreadCall, ThreadFile, ThreadTask } from '../workers/messages.ts';
import type { ThreadPool } from '../workers/thread-pool.ts';

/** Paths of the file and the module of a run. */
export interface RunFiles {
  filePath: string;
  modulePath: string;
}

/** A run to read again. `signal` ends the stream. */
export interface RunToStream extends RunFiles {
  run: StoredRun;
  signal: AbortSignal | undefined;
}

/** Yields every record with issues that a run has committed, as NDJSON. */
export function streamErrors(pool: ThreadPool, { signal, ...run }: RunToStream): AsyncGenerator<string> {
  return streamTask(pool, { input: { kind: 'errors', ...toReplayTask(run) }, pick: pickLines, signal });
}

/** Yields the bytes that a run has not published. */
export function streamRejects(pool: ThreadPool, { signal, ...run }: RunToStream): AsyncGenerator<Uint8Array> {
  const input = { kind: 'rejects' as const, ...toReplayTask(run), rest: restOf(run.run) };
  return streamTask(pool, { input, pick: pickBytes, signal });
}

/** Options of a dry run. */
interface DryRunOptions {
  signal?: AbortSignal;
  onErrors?: (lines: string) => Promise<void>;
}

/**
 * Creates the function for dry runs. At most `maxEarly` of them start while their file is still being received. The
 * others wait for the complete file, so that slow clients do not occupy all threads.
 */
export function createDryRuns(
  pool: ThreadPool,
  maxEarly: number,
): (request: DryRunRequest, options?: DryRunOptions) => Promise<ProcessingResult> {
  let early = 0;
  return async (request, options = {}) => {
    const { file } = request;
    if (file.sha256 !== null) return dryRun(pool, { ...request, file }, options);
    if (early >= maxEarly) return dryRun(pool, { ...request, file: await file.received }, options);
    early++;
    const result = await dryRun(pool, request, options).finally(() => early--);
    return { ...result, fileSha256: (await file.received).sha256 };
  };
}

async function dryRun(
  pool: ThreadPool,
  { file, module, specId, options }: DryRunRequest,
  { signal, onErrors }: DryRunOptions,
): Promise<ProcessingResult> {
  const { fileName, sha256: fileSha256, path } = file;
  const info = { runId: null, spec: module.spec, specId, fileName, fileSha256, options };
  const result = await pool.run({
    load: 'reading',
    ...(signal === undefined ? {} : { signal }),
    prepare: async () => ({
      kind: 'dry-run',
      info,
      module: { path: module.path, hash: module.hash },
      path,
      ...arrivalOf(file),
      emitsErrors: onErrors !== undefined,
    }),
    onCall: async (what) => onErrors?.(pickLines(what)),
  });
  if (result === null) throw new Error('a dry run ended without a result');
  return result;
}

function arrivalOf(file: DryRunRequest['file']): Pick<ThreadFile, 'arrival'> {
  return file.sha256 === null
    ? { arrival: { fileProgress: file.fileProgress, expectedBytes: file.expectedBytes } }
    : {};
}

/** Yields what a task emits. When the loop ends, the task is stopped. */
async function* streamTask<T>(
  pool: ThreadPool,
  { input, pick, signal }: { input: ThreadTask; pick(what: ThreadCall): T; signal: AbortSignal | undefined },
): AsyncGenerator<T> {
  const channel = createRendezvousChannel<T>();
  const left = new AbortController();
  const either = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]);
  const over = pool
    .run({ load: 'reading', signal: either, prepare: async () => input, onCall: (what) => channel.put(pick(what)) })
    .then(
      () => channel.end(),
      (error: unknown) => channel.end({ error }),
    );
  yield* channel.values(async () => {
    left.abort(new Error('the reader has stopped'));
    await over;
  });
}

function pickLines(what: ThreadCall): string {
  if (what.kind !== 'lines') throw new Error(`unexpected call of this task: ${what.kind}`);
  return what.text;
}

function pickBytes(what: ThreadCall): Uint8Array {
  if (what.kind !== 'bytes') throw new Error(`unexpected call of this task: ${what.kind}`);
  return what.bytes;
}

function toReplayTask({ run, filePath, modulePath }: Omit<RunToStream, 'signal'>): ReplayTask {
  const info = toRunInfo(run);
  return {
    info: { ...info, options: { ...info.options, ...boundOf(run) } },
    module: { path: modulePath, hash: run.moduleHash },
    path: filePath,
    records: run.checkpoint?.counters.totalRecords ?? 0,
  };
}

/** The destination's size limit of a message was stored when the run started. */
function boundOf({ checkpoint }: StoredRun): { maxMessageBytes?: number } {
  const destination = checkpoint?.destination;
  const hasBound = typeof destination === 'object' && destination !== null && 'maxMessageBytes' in destination;
  return hasBound ? { maxMessageBytes: Number(destination.maxMessageBytes) } : {};
}

function restOf(run: StoredRun): RejectedRest {
  if (run.ended === null) return { kind: 'undecided' };
  if (run.ended.status === 'FAILED' && run.options.delivery === 'all-or-nothing') return { kind: 'rejected' };
  return hasReadAll(run) ? { kind: 'end' } : { kind: 'unread', byteOffset: run.checkpoint?.position?.byteOffset ?? 0 };
}

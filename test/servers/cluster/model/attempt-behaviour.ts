import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { Readable } from 'node:stream';
import { createCheckpoint } from '../../../../runtime/base/model/checkpoint.ts';
import type { Journal } from '../../../../runtime/base/model/journal.ts';
import { createEntries } from '../../../../runtime/base/model/journal-entries.ts';
import { createMessageHeaders } from '../../../../runtime/base/model/message-headers.ts';
import { createRunOptions, type Delivery, type RunInfo } from '../../../../runtime/base/model/run-info.ts';
import { runFile } from '../../../../runtime/reading/run/run-file.ts';
import { type AttemptInput, attemptRun } from '../../../../runtime/runs/attempt-run.ts';
import { createDurableJournal } from '../../../../runtime/runs/worker/remote-journal.ts';
import type { KafkaRun } from '../../../../runtime/sink/kafka/delivery/kafka-run.ts';
import { overheadOf } from '../../../../runtime/sink/kafka/protocol/message-size.ts';
import { createRecordHeaders } from '../../../../runtime/sink/kafka/protocol/record-headers.ts';
import { openKafkaSink } from '../../../../runtime/sink/kafka/publish.ts';
import { createStreamSource } from '../../../../runtime/reading/source/stdin-source.ts';
import { RunPause } from '../../../../runtime/base/model/run-failure.ts';
import type { ThreadError } from '../../../../runtime/reading/workers/messages.ts';
import { ThreadFailure } from '../../../../runtime/reading/workers/pool-thread.ts';
import type { PoolTask } from '../../../../runtime/reading/workers/thread-pool.ts';
import { fakeModule } from '../../../runtime/fake-module.ts';
import { newRun } from '../../../runtime/data-folder.ts';
import { createConnection, TOPIC } from './attempt-connection.ts';
import { createRunStore } from './attempt-store.ts';
import { type Event, PIECES, RECORDS, type Request } from './requests.ts';

/** What an attempt does next: the requests that it waits for, by their indexes, and how it has ended. */
export interface Behaviour {
  readonly pending: readonly { readonly at: number; readonly request: Request }[];
  /** The kind of its Attempt, with the code of a failure; null while it works. */
  readonly ended: string | null;
}

/** Sends a request of the attempt that is executed. Resolves with the values of the answer. */
export type Ask = (to: Request['to'], call: string, ...args: number[]) => Promise<readonly number[]>;

interface Waiting {
  readonly request: Request;
  resolve(values: readonly number[]): void;
  reject(error: unknown): void;
}

/** Long enough for each batch to end a transaction. */
const CLOCK_STEP_MS = 2000;
const RUN_ID = 'r';

/** An attempt of a run, executed by the code of runs/ and of the sink. Its requests wait for answers. */
export interface LiveAttempt {
  /** Passes on what has happened, and resolves when the code waits again. */
  pass(event: Event): Promise<void>;
  /** The same attempt always does the same after the same events. */
  behaviour(): Behaviour;
}

/** An attempt of a run, or of a piece of its file. */
export interface AttemptToStart {
  readonly delivery: Delivery;
  readonly attempt: number;
  /** The number of the piece, from 0; null for the run. */
  readonly piece: number | null;
}

/** Starts an attempt. replaceTime() must have been called. */
export async function startAttempt(start: AttemptToStart): Promise<LiveAttempt> {
  const waiting = new Map<number, Waiting>();
  const stop = new AbortController();
  let ended: string | null = null;
  let requests = 0;
  const send = (request: Request): { at: number; answer: Promise<readonly number[]> } => {
    const at = requests++;
    return { at, answer: new Promise((resolve, reject) => waiting.set(at, { request, resolve, reject })) };
  };
  const sleep: typeof sleepInAttempt = (ms, signal) => {
    const { at, answer } = send({ to: 'timer', call: 'sleep', args: [ms] });
    signal?.addEventListener('abort', () => {
      waiting.get(at)?.reject(new Error('aborted'));
      waiting.delete(at);
    });
    return answer;
  };
  const work = async (what: () => void): Promise<void> => {
    sleepInAttempt = sleep;
    what();
    // All that the code does between two answers are microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    sleepInAttempt = null;
  };
  const ask: Ask = (to, call, ...args) => send({ to, call, args }).answer;
  await work(() => {
    let hasCounted = false;
    const onCounted = (): void => void (hasCounted = true);
    attemptRun(createInput(ask, { ...start, signal: stop.signal, onCounted })).then(
      (result) => {
        const { kind } = result;
        ended = 'failure' in result ? `${kind}: ${result.failure.code}` : hasCounted ? 'counted' : kind;
      },
      (error: unknown) => (ended = `thrown: ${String(error)}`),
    );
  });
  return {
    pass: (event) =>
      work(() => (event === 'stop' ? stop.abort(new Error('the service is stopping')) : answer(waiting, event))),
    behaviour: () => ({ pending: [...waiting].map(([at, { request }]) => ({ at, request })), ended }),
  };
}

function answer(waiting: Map<number, Waiting>, { at, answer: given }: Exclude<Event, 'stop'>): void {
  const one = waiting.get(at);
  if (one === undefined) throw new Error(`there is no request ${at}`);
  waiting.delete(at);
  if ('value' in given) one.resolve(given.value);
  else one.reject(given.error);
}

/** What a timer of the code does; null while no attempt is executed. */
let sleepInAttempt: ((ms: number, signal: AbortSignal | undefined) => Promise<unknown>) | null = null;

/** Replaces timers and the clock for attempts. They are replaced once, because that takes long. */
export function replaceTime(): void {
  const { setTimeout: realSleep, setImmediate: realTurn } = timers;
  const realNow = performance.now.bind(performance);
  let now = 0;
  performance.now = () => (sleepInAttempt === null ? realNow() : (now += CLOCK_STEP_MS));
  // The types of the real function have overloads that the code does not use.
  timers.setTimeout = ((ms: number, value: unknown, options?: { signal?: AbortSignal }) =>
    sleepInAttempt === null
      ? realSleep(ms, value, options)
      : sleepInAttempt(ms, options?.signal)) as typeof timers.setTimeout;
  // An attempt may only wait for answers. Where the code lets the event loop turn, nothing happens in an attempt.
  timers.setImmediate = ((value: unknown) =>
    sleepInAttempt === null ? realTurn(value) : Promise.resolve(value)) as typeof timers.setImmediate;
  syncBuiltinESMExports();
}

function createInput(
  ask: Ask,
  { delivery, attempt, piece, ...more }: AttemptToStart & { signal: AbortSignal; onCounted(): void },
): Parameters<typeof attemptRun>[0] {
  const info: RunInfo = {
    runId: RUN_ID,
    spec: fakeModule.spec,
    specId: null,
    fileName: 'f',
    fileSha256: 'ab'.repeat(32),
    options: createRunOptions({ delivery, batchRecords: 1, today: '2024-02-29' }),
  };
  const run = newRun(RUN_ID, { topic: TOPIC, broker: 'kafka', options: info.options });
  const runs = createRunStore(ask, piece);
  const input: Partial<AttemptInput> & { isAlone: boolean; isRepeated: boolean } = {
    // The parts of a stored run that an attempt uses.
    run: { ...run, ended: null, checkpoint: null } as unknown as AttemptInput['run'],
    attempt,
    signal: more.signal,
    ...(piece !== null && { piece: { number: piece, pieces: PIECES } }),
    caller: null,
    broker: { kind: 'kafka' } as AttemptInput['broker'],
    openDatabase: null,
    openFile: null,
    stored: runs as unknown as AttemptInput['stored'],
    spaceFolder: null,
    openJournal: () => runs.openJournal(attempt),
    modules: {
      use: (_: unknown, work: (module: unknown) => unknown) => work({}),
    } as unknown as AttemptInput['modules'],
    pool: {
      run: (task: PoolTask) => runTask(task, { ask, info, piece, onCounted: more.onCounted }),
    } as unknown as AttemptInput['pool'],
    openSpooled: async () => ({ path: '', close: async () => {} }),
    verifiesFile: false,
    cancelled: new AbortController().signal,
    checkSpace: async () => {},
    onStart() {},
    onProgress() {},
    isAlone: false,
    isRepeated: false,
  };
  return input as Parameters<typeof attemptRun>[0];
}

/** What the code of an attempt needs besides the task. */
interface Working {
  readonly ask: Ask;
  readonly info: RunInfo;
  readonly piece: number | null;
  onCounted(): void;
}

/** Executes a task as a thread of the pool does, but in this thread. */
async function runTask({ prepare, onCall, signal }: PoolTask, working: Working): Promise<null> {
  let handlerError: { error: unknown } | null = null;
  const task = await prepare();
  if (task.kind !== 'run' && task.kind !== 'count-piece') throw new Error('not a run');
  const call: typeof onCall = (what) =>
    onCall(what).catch((error: unknown) => {
      handlerError ??= { error };
      throw new Error(String(error));
    });
  try {
    if (task.kind === 'run')
      await publish(working, { checkpoint: task.checkpoint, journal: createDurableJournal({ call }), signal });
    else {
      // What countPiece() finds does not matter here.
      await call({ kind: 'counted', count: {} as never });
      working.onCounted();
    }
    return null;
  } catch (error) {
    // The cast is needed, because the compiler does not see the assignment in the callback.
    const handled = handlerError as { error: unknown } | null;
    throw handled !== null ? handled.error : new ThreadFailure(toThreadError(error));
  }
}

function toThreadError(error: unknown): ThreadError {
  if (error instanceof RunPause) return { kind: 'pause', code: error.code, message: error.message, stack: null };
  const { code, message } = error as { code?: string; message: string };
  return { kind: 'failure', code: code ?? 'fault', message, stack: null };
}

/** Publishes the run or the piece like publishToKafka(), with another connection. */
async function publish(
  { ask, info, piece }: Working,
  parts: { checkpoint: KafkaRun['checkpoint'] | null; journal: Journal; signal: AbortSignal | undefined },
): Promise<void> {
  const { journal, signal = new AbortController().signal } = parts;
  const topic = { name: TOPIC, partitions: 1, maxBatchBytes: 400 };
  const destination = { clusterId: null, topic, deadLetters: null, maxMessageBytes: 90 };
  const first = { ...createCheckpoint(), destination };
  const isFirst = piece === null ? parts.checkpoint === null : parts.checkpoint?.destination === undefined;
  if (isFirst) await journal.commit(createEntries(first)(first));
  const headers = createRecordHeaders(createMessageHeaders(info.spec, info.fileSha256 ?? '', undefined));
  const connection = createConnection(ask, `specmill-${RUN_ID}${piece === null ? '' : `-${piece}`}`);
  const run = {
    ...{ info, journal, signal, destination, headers, connection },
    ...{ topic: TOPIC, deadLetterTopic: null, readSlice: null, typeHeaders: [], deadLetterHeaders: headers },
    settings: { compression: 'none' },
    checkpoint: parts.checkpoint ?? first,
    overhead: overheadOf(headers),
    ...(piece !== null && { piece: { number: piece, before: piece } }),
  } as unknown as KafkaRun;
  try {
    const sink = await openKafkaSink(run);
    await runFile({ info, module: fakeModule, source: createSource(piece), sink, signal });
  } finally {
    await connection.close();
  }
}

/** The file of the run, or the record of a piece. */
function createSource(piece: number | null): ReturnType<typeof createStreamSource> {
  // Without a line feed at its end, the last record is in the last batch.
  const lines = Array.from({ length: piece === null ? RECORDS : piece + 1 }, (_, index) => `r${index + 1}`);
  return {
    ...createStreamSource(Readable.from([]), 'f'),
    async *chunks(byteOffset) {
      yield Buffer.from(lines.join('\n').slice(byteOffset));
    },
  };
}

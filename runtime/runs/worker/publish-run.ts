import { fileKindOf } from '../../reading/source/file-kind.ts';
import { dirname } from 'node:path';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { createEmbeddedSink } from '../../sink/embedded.ts';
import type { ReadSlice } from '../../sink/contract.ts';
import type { Sink } from '../../sink/contract.ts';
import { createStructuredSink } from '../../sink/structured-sink.ts';
import { createFileSink } from '../../sink/file/file-sink.ts';
import { frameMessages } from '../../sink/schemas/frame-messages.ts';
import type { LineTarget } from '../../sink/line-targets.ts';
import { verifyFile } from '../../reading/source/verify-file.ts';
import { openSliceReader } from '../../reading/source/open-slice-reader.ts';
import { createMessageFile } from '../../state/store/message-file.ts';
import { openProgressJournal, type ProgressJournal } from './progress-journal.ts';
import { createDurableJournal, createRemoteJournal } from './remote-journal.ts';
import { storedHashOf } from '../../base/model/run-info.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import { outputFormatOf } from '../../base/model/file-format.ts';
import { findUnfitRecords } from '../../base/model/destination.ts';
import { createMessageMemory } from '../../base/model/message-memory.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { isPlanned } from '../../base/model/pieces.ts';
import { withoutErrorLimit } from '../../reading/run/gate.ts';
import type { RunPiece } from '../../reading/run/run.ts';
import { runFile } from '../../reading/run/run-file.ts';
import { loopOptions, openTaskSource, throwFileLost, withTaskSource } from './task-source.ts';
import type { PieceToPublish, RunTarget, RunTask } from '../../reading/workers/messages.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';

/**
 * Executes a run from its checkpoint to its end, and publishes its messages. Throws RunFailure if the spooled file is
 * missing or, with `verifiesFile`, altered, and if the destination cannot hold records of several types. Also throws the errors of the sink: RunFailure, RunRefused and RunPause.
 */
export async function publishRun(given: RunTask, module: SpecModule, port: TaskPort): Promise<void> {
  const task = withoutFirstReading(given);
  const { info, target, piece } = task;
  const unfit = findUnfitRecords(target, info.spec);
  if (unfit !== null) throw new RunFailure('record_types_unsupported', unfit);
  const hasDeadLetters = target.kind === 'topic' && target.deadLetterTopic !== null;
  const sha256 = storedHashOf(info);
  if (task.verifiesFile && sha256 !== null) await verifyFile(task, sha256, port.signal).catch(throwFileLost);
  const slices = hasDeadLetters
    ? await openSliceReader(task, { ...fileKindOf(info.spec), maxBytes: info.options.maxFileBytes }).catch(
        throwFileLost,
      )
    : null;
  // Publishing to another system is slower than reading with one helper. More of them would only use memory.
  const isLocal = target.kind === 'topic' && target.broker.kind === 'embedded';
  const loop = loopOptions(port, isLocal ? 'all' : 'one');
  try {
    const runWith = (sink: Sink): Promise<ProcessingResult> =>
      withTaskSource(task, (source) =>
        runFile({
          info,
          module,
          source,
          sink: isStructured(task) ? createStructuredSink(sink) : sink,
          hasDeadLetters,
          ...(piece === undefined && { openAgain: () => openTaskSource(task) }),
          spaceFolder: task.spaceFolder ?? dirname(task.path),
          ...(piece === undefined ? loop : { ...loopOptions({ ...port, helpers: null }), piece: toRunPiece(piece) }),
        }),
      );
    await publishInto(task, { readSlice: slices?.readSlice ?? null, port, runWith });
  } finally {
    await slices?.close();
  }
}

/** Whether the messages are structured CloudEvents. Rows of tables and files of columns have no attributes. */
function isStructured({ info, target }: RunTask): boolean {
  const hasMessages = target.kind === 'topic' || (target.kind === 'file' && outputFormatOf(target.format).hasMessages);
  return hasMessages && info.options.cloudevents === 'structured';
}

function toRunPiece({ number, range }: PieceToPublish): RunPiece {
  return isPlanned(range)
    ? { number, end: range.end, repeated: range.repeated, longDocuments: range.longDocuments }
    : { number, readTo: range.readTo, end: range.end };
}

/** What the first reading of the whole file has judged is not judged again by its pieces. */
function withoutFirstReading(task: RunTask): RunTask {
  const isJudged = task.piece !== undefined && isPlanned(task.piece.range);
  return isJudged ? { ...task, info: withoutErrorLimit(task.info) } : task;
}

interface PublishInput {
  readSlice: ReadSlice | null;
  port: TaskPort;
  runWith(sink: Sink): Promise<ProcessingResult>;
}

async function publishInto(task: RunTask, input: PublishInput): Promise<void> {
  const { info, target, checkpoint } = task;
  switch (target.kind) {
    case 'topic':
      return publishToTopic(task, target, { ...input, runWith: framing(task, target, input.runWith) });
    case 'table': {
      const { publishToTable } = await import('../../sink/database/publish.ts');
      const { database, table, key } = target;
      const journal = createDurableJournal(input.port);
      return publishToTable({ info, database, table, key, checkpoint, journal }, input.runWith);
    }
    case 'file': {
      const { port } = input;
      const sink = createFileSink({ target: createPortTarget(port), journal: createDurableJournal(port), ...target });
      await input.runWith(sink);
      return;
    }
    default:
      target satisfies never;
  }
}

/** Returns the function that reads the file, with messages that begin with the ids of their schemas. */
function framing(
  { info }: RunTask,
  { schemas }: Extract<RunTarget, { kind: 'topic' }>,
  runWith: PublishInput['runWith'],
): PublishInput['runWith'] {
  const names = (info.spec.recordTypes ?? []).map(({ name }) => name);
  return schemas === null ? runWith : (sink) => runWith(frameMessages(sink, schemas, names));
}

/** Creates the target whose bytes the main thread writes into a file. It discards an incomplete file itself. */
function createPortTarget(port: TaskPort): LineTarget {
  return {
    async write(parts) {
      // A copy of its own can move to the main thread.
      const bytes = joinBytes(parts);
      await port.call({ kind: 'bytes', bytes }, [bytes.buffer]);
    },
    finish: () => port.call({ kind: 'complete' }),
    discard: async () => {},
  };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

async function publishToTopic(
  task: RunTask,
  { broker, topic, deadLetterTopic }: Extract<RunTarget, { kind: 'topic' }>,
  { readSlice, port, runWith }: PublishInput,
): Promise<void> {
  const { info, checkpoint, messageFile, piece } = task;
  switch (broker.kind) {
    case 'embedded': {
      const deadLetters = readSlice === null ? null : { readSlice, maxBytes: info.options.maxRecordBytes };
      const file = messageFile === null ? null : createMessageFile(messageFile.folder, messageFile.name);
      const memory = createMessageMemory();
      const journal = createRemoteJournal(port, file, memory);
      try {
        const sink = createEmbeddedSink({ journal, checkpoint, deadLetters, memory, writesHeld: file !== null });
        await runWith(sink);
      } finally {
        journal.close();
        await file?.close();
      }
      return;
    }
    case 'kafka': {
      const { publishToKafka } = await import('../../sink/kafka/publish.ts');
      const { signal } = port;
      const journal = await openJournal(task, port);
      try {
        await publishToKafka(
          {
            ...{ info, settings: broker, topic, deadLetterTopic, checkpoint, journal, readSlice, signal },
            ...(piece !== undefined && { piece: { number: piece.number, before: piece.range.from?.record ?? 0 } }),
          },
          runWith,
        );
      } finally {
        await journal.close();
      }
      return;
    }
    default:
      broker satisfies never;
  }
}

// Only at-least-once uses a progress file. The other deliveries commit rarely, and after a lost transaction they return
// to an earlier checkpoint, which a progress file cannot do.
async function openJournal({ info, progressPath }: RunTask, port: TaskPort): Promise<ProgressJournal> {
  const store = createDurableJournal(port);
  if (progressPath === null || info.options.delivery !== 'at-least-once' || info.runId === null)
    return { ...store, close: async () => {} };
  return openProgressJournal({ path: progressPath, runId: info.runId, store });
}

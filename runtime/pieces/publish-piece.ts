import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../base/model/checkpoint.ts';
import type { Journal } from '../base/model/journal.ts';
import type { ProcessingResult } from '../base/model/result.ts';
import { RunFailure } from '../base/model/run-failure.ts';
import type { RunInfo } from '../base/model/run-info.ts';
import { withoutErrorLimit } from '../reading/run/gate.ts';
import type { PlannedPiece, Run } from '../reading/run/run.ts';
import { runFile } from '../reading/run/run-file.ts';
import type { Source } from '../reading/source/contract.ts';
import type { LocalFile } from '../reading/source/disk/local-file.ts';
import { fileKindOf } from '../reading/source/file-kind.ts';
import { openSliceReader } from '../reading/source/open-slice-reader.ts';
import type { ReadSlice, Sink } from '../sink/contract.ts';
import { createNdjsonSink } from '../sink/ndjson.ts';
import { frameMessages } from '../sink/schemas/frame-messages.ts';
import { createStructuredSink } from '../sink/structured-sink.ts';
import { hashRange } from './create-plan.ts';
import { identifyPlace, isOfParts, type PieceDestination } from './destination.ts';
import { openPart } from './parts.ts';
import type { PieceResult } from './piece-results.ts';
import type { PieceOfPlan, PiecePlan } from './plan-file.ts';

/** A piece to publish. */
export interface PieceWork {
  readonly plan: PiecePlan;
  /** The number of the piece, from 0. */
  readonly piece: number;
  readonly module: SpecModule;
  readonly file: LocalFile;
  open(): Promise<Source>;
  readonly destination: PieceDestination;
  readonly signal: AbortSignal;
  readonly onProgress?: Run['onProgress'];
}

/**
 * Publishes a piece of a file from its start, and returns its result. Several processes may publish a piece at the same
 * time. In Kafka, the last one that began publishes it. Files of all attempts have the same bytes. In a
 * table, the last attempt continues after the rows that earlier ones have committed.  Throws RunFailure if the file is not that of the plan, and the errors of the sink.
 */
export async function publishPiece(work: PieceWork): Promise<PieceResult> {
  const { plan, piece, destination } = work;
  const range = rangeOf(work);
  await checkFile(work, range);
  const progress = { checkpoint: { ...createCheckpoint(), position: range.from } };
  const source = await work.open();
  const hasDeadLetters = destination.kind === 'topic' && destination.deadLetterTopic !== null;
  const slices = hasDeadLetters
    ? await openSliceReader(work.file, { ...fileKindOf(work.module.spec), maxBytes: plan.options.maxFileBytes })
    : null;
  try {
    const runWith = (sink: Sink): Promise<ProcessingResult> =>
      runFile({
        info: infoOf(work),
        module: work.module,
        source,
        sink: startingAt(plan.options.cloudevents === 'structured' ? createStructuredSink(sink) : sink, progress),
        signal: work.signal,
        hasDeadLetters,
        piece: toRunPiece(range, piece),
        ...(work.onProgress !== undefined && { onProgress: work.onProgress }),
      });
    await publishTo(work, { checkpoint: progress.checkpoint, readSlice: slices?.readSlice ?? null, runWith });
  } finally {
    await slices?.close();
    await source.close();
  }
  const { failure } = progress.checkpoint;
  // Only the last piece may find that the file cannot be read further, as the first reading has.
  if (failure !== null && failure.code !== plan.result.failure?.code)
    throw new RunFailure(failure.code, failure.message);
  return { runId: plan.runId, piece, destination: identifyPlace(destination), checkpoint: progress.checkpoint };
}

/** Returns the facts about the run that a piece belongs to. Limits of errors concern the whole file, and are in the plan. */
export function infoOf({ plan, module, destination }: Pick<PieceWork, 'plan' | 'module' | 'destination'>): RunInfo {
  const { name: fileName, sha256: fileSha256 } = plan.file;
  const runId = isOfParts(destination) ? null : plan.runId;
  const info = { runId, spec: module.spec, specId: plan.spec.id, fileName, fileSha256, options: plan.options };
  return withoutErrorLimit(info);
}

function rangeOf({ plan, piece }: PieceWork): PieceOfPlan {
  const range = plan.pieces[piece];
  if (range === undefined) throw new RangeError(`the plan has no piece ${piece}`);
  return range;
}

function toRunPiece({ end, repeated, longDocuments }: PieceOfPlan, number: number): PlannedPiece {
  return { number, end, repeated, longDocuments };
}

/** Throws RunFailure unless the bytes of a piece are those of the plan. */
async function checkFile({ plan, piece, file }: PieceWork, { from, end, sha256 }: PieceOfPlan): Promise<void> {
  if ((await hashRange(file, from?.byteOffset ?? 0, end?.byteOffset ?? Infinity)) === sha256) return;
  throw new RunFailure(
    'piece_differs',
    `piece ${piece} of ${plan.file.name} has other bytes than when the plan was made. Make a new plan`,
  );
}

/** Returns a sink whose run begins at a checkpoint, which is then the present one. */
function startingAt(sink: Sink, progress: { checkpoint: Checkpoint }): Sink {
  return {
    ...sink,
    async open(info) {
      progress.checkpoint = (await sink.open(info)) ?? progress.checkpoint;
      return progress.checkpoint;
    },
    commit(batch, checkpoint) {
      progress.checkpoint = checkpoint;
      return sink.commit(batch, checkpoint);
    },
    close: (result) => sink.close(result),
  };
}

/** A piece is published from its start in each attempt. Brokers and databases know what earlier attempts have published. */
const NO_JOURNAL: Journal = { commit: async () => {}, finish: async () => {} };

interface Publishing {
  checkpoint: Checkpoint;
  readSlice: ReadSlice | null;
  runWith(sink: Sink): Promise<ProcessingResult>;
}

async function publishTo(work: PieceWork, { checkpoint, readSlice, runWith }: Publishing): Promise<void> {
  const { destination, plan, piece, signal } = work;
  const info = infoOf(work);
  switch (destination.kind) {
    case 'folder':
    case 'bucket': {
      // As with one thread, a run that fails leaves no file.
      const target = await openPart(destination, piece, plan.result.status === 'FAILED');
      await runWith(createNdjsonSink(target));
      return;
    }
    case 'topic': {
      const { publishToKafka } = await import('../sink/kafka/publish.ts');
      const { broker: settings, topic, deadLetterTopic } = destination;
      const place = { number: piece, before: checkpoint.position?.record ?? 0 };
      const task = { info, settings, topic, deadLetterTopic, checkpoint, journal: NO_JOURNAL, readSlice, signal };
      await publishToKafka({ ...task, piece: place }, (sink) => runWith(framed(sink, info)));
      return;
    }
    case 'table': {
      const { publishToTable } = await import('../sink/database/publish.ts');
      const { database, table, key } = destination;
      const before = checkpoint.position?.record ?? 0;
      // The piece has a row of its own in the table of checkpoints.
      const own = { ...info, runId: `${plan.runId}-${piece}` };
      await publishToTable({ info: own, database, table, key, checkpoint, journal: NO_JOURNAL, before }, runWith);
      return;
    }
    default:
      destination satisfies never;
  }
}

/** Returns a sink whose messages begin with the ids of the schemas in the plan. */
function framed(sink: Sink, { spec, options: { schemas } }: RunInfo): Sink {
  const names = (spec.recordTypes ?? []).map(({ name }) => name);
  return schemas === undefined ? sink : frameMessages(sink, schemas, names);
}

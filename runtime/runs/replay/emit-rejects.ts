import { type FileKind, fileKindOf } from '../../reading/source/file-kind.ts';
import { replayOptionsOf } from '../../base/model/run-info.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { openSliceReader } from '../../reading/source/open-slice-reader.ts';
import { MAX_RANGES, TooManyRanges } from '../../base/model/record-set.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { knowLongDocuments } from '../../reading/run/long-documents.ts';
import { replayBatches } from './places/replay-batches.ts';
import type { ReplayFile } from './places/rejected-records.ts';
import { readRejects } from './read-rejects.ts';
import { spliceRepaired } from './splice-repaired.ts';
import { unpublishedSet } from './places/unpublished.ts';
import type { RepairedFile, ReplayTask, RejectedRest } from '../../reading/workers/messages.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';

/** A run whose rejected records are emitted. */
export interface RejectsTask extends ReplayTask {
  rest: RejectedRest;
  port: TaskPort;
}

/**
 * Reads a file again and emits, as calls of `port`, a file with the records that were not published. For CSV and fixed
 * width, that file contains what precedes the first record, the records, and what follows the last record. For XML, it
 * is the document without the published records. Emits nothing if everything was published.
 */
export async function emitRejects(task: RejectsTask, module: SpecModule): Promise<void> {
  await withReplayFile(task, module, (file) => emitBytes(readRejects(file), task.port));
}

/**
 * Emits the set of the records that a run has not published, as a line. Emits nothing if it has published all. Throws
 * RunFailure (`too_many_rejects`) if they are too scattered.
 */
export async function emitUnpublished(task: RejectsTask, module: SpecModule): Promise<void> {
  const set = await withReplayFile(task, module, unpublishedSet).catch((error: unknown) => {
    if (!(error instanceof TooManyRanges)) throw error;
    throw new RunFailure(
      TOO_MANY_REJECTS,
      `the rejects of the run are in more than ${MAX_RANGES} places of its file. Publish the file again as a whole`,
    );
  });
  if (set !== null) await task.port.call({ kind: 'lines', text: set });
}

/** Failure code of a run whose rejects cannot be published, because they are in too many places. */
const TOO_MANY_REJECTS = 'too_many_rejects';

/** Emits the file of a run with the records of a repaired copy of its rejects. Throws RunFailure like spliceRepaired(). */
export async function emitSpliced(task: RejectsTask & { repaired: RepairedFile }, module: SpecModule): Promise<void> {
  const repaired = await openSliceReader(task.repaired, limitsOf(task));
  try {
    await withReplayFile(task, module, (file) => emitBytes(spliceRepaired(file, repaired), task.port));
  } finally {
    await repaired.close();
  }
}

async function withReplayFile<T>(
  { path, blocks, content, info, records, rest }: RejectsTask,
  module: SpecModule,
  work: (file: ReplayFile) => Promise<T>,
): Promise<T> {
  const options = replayOptionsOf(info);
  const slices = await openSliceReader({ path, blocks, content }, limitsOf({ info }));
  try {
    const known = await knowLongDocuments(module, (noting) =>
      replayBatches({ module: noting, options, chunks: slices.readRange(0, Infinity), records: Infinity }),
    );
    return await work({ module: known, options, slices, records, rest });
  } finally {
    await slices.close();
  }
}

function limitsOf({ info: { options, spec } }: Pick<RejectsTask, 'info'>): FileKind & { maxBytes: number } {
  return { ...fileKindOf(spec), maxBytes: options.maxFileBytes };
}

async function emitBytes(bytes: AsyncIterable<Uint8Array>, port: TaskPort): Promise<void> {
  for await (const piece of joinPieces(bytes)) {
    await port.call({ kind: 'bytes', bytes: piece });
    port.signal.throwIfAborted();
  }
}

const PIECE_BYTES = 64 * 1024;

/** Joins consecutive pieces until they have at least 64 KiB. Only the last piece may be smaller. */
async function* joinPieces(readRange: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of readRange) {
    held.push(piece);
    bytes += piece.length;
    if (bytes < PIECE_BYTES) continue;
    yield new Uint8Array(Buffer.concat(held));
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield new Uint8Array(Buffer.concat(held));
}

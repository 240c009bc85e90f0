import { verifyFile } from '../../reading/source/verify-file.ts';
import { dirname } from 'node:path';
import type { Batch, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { selectRecords } from '../../reading/run/select-records.ts';
import { knowLongDocuments } from '../../reading/run/long-documents.ts';
import { replayOptionsOf, storedHashOf } from '../../base/model/run-info.ts';
import { createNoneSink } from '../../sink/none.ts';
import { publishRun } from './publish-run.ts';
import { divideIntoPieces } from './divide-into-pieces.ts';
import { emitErrors, withErrorEmission } from '../replay/emit-errors.ts';
import { replayBatches } from '../replay/places/replay-batches.ts';
import { emitReview } from '../replay/emit-review.ts';
import { emitRejects, emitSpliced, emitUnpublished } from '../replay/emit-rejects.ts';
import { type SerializedResult, serializeErrors } from '../../base/model/result.ts';
import { countPiece } from '../../reading/run/count-piece.ts';
import { surveyPiece } from '../../reading/survey/survey-piece.ts';
import { runFile } from '../../reading/run/run-file.ts';
import { serveSplits } from '../../reading/split/serve-splits.ts';
import type { ReplayTask, ThreadTask } from '../../reading/workers/messages.ts';
import { openTaskSource, withTaskSource, loopOptions } from './task-source.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';
import type { ThreadModules } from './thread-modules.ts';

/**
 * Executes a task in the calling thread. Returns the result of a dry run, and null for other tasks. Throws:
 * - RunFailure if the module's file is missing or altered
 * - RunFailure if the spooled file is missing, or if a run that verifies it finds it altered
 * - the errors of the sink: RunFailure, RunRefused, RunPause
 * - the reason of the port's signal if it is aborted
 */
export async function executeTask(
  task: ThreadTask,
  port: TaskPort,
  modules: ThreadModules,
): Promise<SerializedResult | null> {
  const module = await modules.load(task.module);
  switch (task.kind) {
    case 'run':
      await publishRun(task, selectRecords(module, task.info.options), port);
      return null;
    case 'count-piece': {
      const {
        info,
        piece: { number: piece, ...limits },
      } = task;
      const { signal, cancelled } = port;
      const count = await withTaskSource(task, (source) =>
        countPiece({ info, module, source, piece, ...limits, signal, cancelled }),
      );
      await port.call({ kind: 'counted', count });
      return null;
    }
    case 'survey-piece': {
      const {
        info,
        piece: { number: piece, ...limits },
      } = task;
      const { signal, cancelled } = port;
      const storeKeys = (step: number, keys: Uint8Array) => port.call({ kind: 'step-keys', step, keys });
      const survey = await withTaskSource(task, (source) =>
        surveyPiece({ info, module, source, piece, ...limits, storeKeys, signal, cancelled }),
      );
      await port.call({ kind: 'surveyed', survey });
      return null;
    }
    case 'divide':
      await divideIntoPieces(task, module, port);
      return null;
    case 'dry-run':
      return dryRun(task, module, port);
    case 'errors': {
      await verifyStored(task, port);
      const known = await knowLongDocuments(module, (noting) => replayTask(task, noting, port));
      await withTaskSource(task, (source) =>
        emitErrors({ ...task, source, port }, selectRecords(known, task.info.options)),
      );
      return null;
    }
    case 'rejects':
      await verifyStored(task, port);
      await emitRejects({ ...task, port }, module);
      return null;
    case 'unpublished':
      await verifyStored(task, port);
      await emitUnpublished({ ...task, port }, module);
      return null;
    case 'splice':
      await verifyStored(task, port);
      await emitSpliced({ ...task, port }, module);
      return null;
    case 'review':
      await emitReview({ ...task, port }, module);
      return null;
    case 'help':
      await serveSplits(module, task, port.signal);
      return null;
    default:
      return task satisfies never;
  }
}

/** Yields all batches of the file of a run. */
async function* replayTask(task: ReplayTask, module: SpecModule, { signal }: TaskPort): AsyncGenerator<Batch> {
  const source = await openTaskSource(task);
  try {
    const options = replayOptionsOf(task.info);
    yield* replayBatches({ module, options, chunks: source.chunks(0, signal), records: Infinity });
  } finally {
    await source.close();
  }
}

/** A stored file whose bytes have changed must not become the records that its sender receives. */
async function verifyStored(task: ReplayTask, { signal }: TaskPort): Promise<void> {
  const sha256 = storedHashOf(task.info);
  if (sha256 !== null) await verifyFile(task, sha256, signal);
}

async function dryRun(
  task: Extract<ThreadTask, { kind: 'dry-run' }>,
  module: SpecModule,
  port: TaskPort,
): Promise<SerializedResult> {
  const { info, emitsErrors } = task;
  const sink = emitsErrors ? withErrorEmission(createNoneSink(), port) : createNoneSink();
  const result = await withTaskSource(task, (source) =>
    runFile({
      ...{ info, module, source, sink },
      openForDocuments: () => openTaskSource(task),
      spaceFolder: dirname(task.path),
      ...loopOptions(port),
    }),
  );
  return serializeErrors(result);
}

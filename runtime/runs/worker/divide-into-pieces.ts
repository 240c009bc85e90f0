import { dirname } from 'node:path';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { PlannedRange } from '../../base/model/pieces.ts';
import { CANCELLED_MESSAGE, RunFailure } from '../../base/model/run-failure.ts';
import { type DividedFile, divideFile } from '../../reading/run/divide-file.ts';
import { joinSurveys } from '../../reading/survey/join-surveys.ts';
import type { Source } from '../../reading/source/contract.ts';
import type { FileToDivide } from '../../reading/workers/messages.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';
import { loopOptions, openTaskSource, withTaskSource } from './task-source.ts';

/**
 * Reads the file of a run as a whole, and reports its pieces. It has none if it is compressed, or if nothing can be
 * published: then one task reads it again, and finds out why. Throws RunFailure if the run was cancelled.
 */
export async function divideIntoPieces(task: FileToDivide, module: SpecModule, port: TaskPort): Promise<void> {
  const pieces = await withTaskSource(task, async (source) => {
    const joined = await joinSurveysOf(task, { module, source, port });
    if (joined !== null) return joined;
    const divided = await divideFile({
      ...{ info: task.info, module, source, pieceBytes: task.pieceBytes },
      openAgain: () => openTaskSource(task),
      spaceFolder: task.spaceFolder ?? dirname(task.path),
      ...loopOptions(port),
    });
    return divided === null ? [] : toRanges({ ...divided, durationMs: divided.result.durationMs }, source);
  });
  if (port.cancelled.aborted) throw new RunFailure('cancelled', CANCELLED_MESSAGE);
  await port.call({ kind: 'divided', pieces: pieces.length === 0 ? null : pieces });
}

/** Returns the pieces of a file from its surveys; null if the file must be read as a whole. */
async function joinSurveysOf(
  { surveyed, info, pieceBytes, spaceFolder, path }: FileToDivide,
  { module, source, port }: { module: SpecModule; source: Source; port: TaskPort },
): Promise<PlannedRange[] | null> {
  if (surveyed === undefined) return null;
  const began = performance.now();
  const { signal, cancelled } = port;
  const space = spaceFolder ?? dirname(path);
  const pieces = await joinSurveys({
    ...{ info, module, source, surveyed, pieceBytes },
    ...{ spaceFolder: space, signal, cancelled },
  });
  if (pieces === null) return null;
  const before = surveyed.surveys.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return toRanges({ pieces, stop: null, durationMs: before + performance.now() - began }, source);
}

/** The limit of processor time holds for the first reading and for each piece, so no piece begins with that of another. */
function toRanges(
  { pieces, stop, durationMs }: Pick<DividedFile, 'pieces' | 'stop'> & { durationMs: number },
  { totalBytes }: Source,
): PlannedRange[] {
  return pieces.map((piece, index) => {
    const { byteOffset: to } = piece.end ?? { byteOffset: totalBytes ?? 0 };
    const isLast = index === pieces.length - 1;
    return {
      ...piece,
      bytes: Math.max(0, to - (piece.from?.byteOffset ?? 0)),
      durationMs: durationMs / pieces.length,
      processorMs: 0,
      ...(isLast && stop !== null && { stop }),
    };
  });
}

import { open } from 'node:fs/promises';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import type { FilePiece } from '../../base/model/pieces.ts';
import { CANCELLED_MESSAGE, RunFailure } from '../../base/model/run-failure.ts';
import type { RunInfo } from '../../base/model/run-info.ts';
import type { SurveyedFile } from '../../base/model/survey.ts';
import { withRepeated } from '../run/divide-file.ts';
import { FileCutter } from '../run/file-cutter.ts';
import { RepeatedValues, reportRepeated } from '../run/repeated-values.ts';
import type { Source } from '../source/contract.ts';
import { SplitMerge } from '../split/merge.ts';
import { createDiskKeys } from '../unique-keys/disk-keys.ts';
import { createRepeatableKeys } from '../unique-keys/key-recorder.ts';
import { type KnownHead, openSurveyFile, readSurveyHead, type SurveyFile } from './survey-file.ts';
import { createSurveyPlan, isStep } from './survey-plan.ts';
import { isBrokenBy } from './survey-steps.ts';

/** A file with the surveys of all its pieces. */
export interface SurveysToJoin {
  info: RunInfo;
  module: SpecModule;
  source: Source;
  surveyed: SurveyedFile;
  /** The approximate size of a piece, in bytes. */
  pieceBytes: number;
  /** The folder for large temporary data. */
  spaceFolder: string;
  signal: AbortSignal;
  /** When it is aborted, the run must end. */
  cancelled: AbortSignal;
}

/**
 * Returns the pieces of a file from its surveys, without reading it as a whole. Where a survey has assumed a wrong state, or
 * depends on what is before it, the file is read. Returns null if the file must be read as a whole, because a rule of the
 * file is broken, or because the file cannot be read to its end. Throws RunFailure if `cancelled` is aborted.
 */
export async function joinSurveys(work: SurveysToJoin): Promise<FilePiece[] | null> {
  const { surveyed, module, spaceFolder } = work;
  const repeated = new RepeatedValues();
  const disk = module.spec.hasUniqueRules === true ? createDiskKeys({ folder: spaceFolder }) : null;
  const keysFile = surveyed.keysPath === null ? null : await open(surveyed.keysPath);
  try {
    const keys = disk === null ? undefined : createRepeatableKeys(reportRepeated(disk, (value) => repeated.add(value)));
    const file = openSurveyFile(work, keys);
    const head = file === null ? null : await readSurveyHead(file, work.signal);
    if (file === null || head === null || head.batches.some((batch) => isBrokenBy(module.spec, batch))) return null;
    const cutter = new FileCutter(
      { ...file, uniqueKeys: repeated.asKeys() },
      { pieceBytes: work.pieceBytes, slackBytes: work.pieceBytes / 2 },
    );
    const plan = createSurveyPlan(surveyed, keysFile);
    const isRead = await cutFile({ ...work, file, head, cutter }, plan);
    return isRead && file.knownDocuments.size === 0 ? withRepeated(cutter.cuts, repeated.all) : null;
  } catch (error) {
    // One reader of the whole file fails in the same way, and the run ends with its result.
    if (error instanceof RunFailure && !work.cancelled.aborted) return null;
    throw error;
  } finally {
    disk?.close();
    await keysFile?.close();
  }
}

interface Joining extends SurveysToJoin {
  readonly file: SurveyFile;
  readonly head: KnownHead;
  readonly cutter: FileCutter;
}

/** Goes through the surveys in the order of the file. Returns whether it can be published in the pieces that were cut. */
async function cutFile(
  { file, head, cutter, signal, cancelled }: Joining,
  plan: ReturnType<typeof createSurveyPlan>,
): Promise<boolean> {
  const { spec } = file.module;
  const from = { from: head.position, states: file.states, maxWrongGuesses: Infinity, signal };
  await cutter.reach(head.position);
  for await (const batch of new SplitMerge(file, plan, from).batches()) {
    if (cancelled.aborted) throw new RunFailure('cancelled', CANCELLED_MESSAGE);
    if (batch.failure !== null || isBroken(batch)) return false;
    await cutter.reach(batch.next);
    if (isStep(batch) && batch.isCut) await cutter.cutAt(batch.next);
  }
  await cutter.close(null);
  return true;

  function isBroken(batch: CountedBatch): boolean {
    return isStep(batch) ? batch.isBroken : isBrokenBy(spec, batch);
  }
}

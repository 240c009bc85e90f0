import type { Batch, Position } from '../../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../../base/model/checkpoint.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import { CANCELLED_MESSAGE, RunFailure } from '../../base/model/run-failure.ts';
import type { Survey } from '../../base/model/survey.ts';
import { failsByEncoding, type PieceToCount } from '../run/count-piece.ts';
import { readLastRecords } from '../run/read-records-to.ts';
import { spendBatch } from '../run/run-limits.ts';
import { createSyncReader } from '../source/disk/file-progress.ts';
import { DocumentTooLong, RangeReader } from '../split/range-reader.ts';
import { findRecordStart } from '../split/record-starts.ts';
import { KeyRecorder } from '../unique-keys/key-recorder.ts';
import { canBeSurveyed } from './can-be-surveyed.ts';
import { findBorder, NEAR_BYTES } from './find-border.ts';
import { openSurveyFile, readSurveyHead, type SurveyFile } from './survey-file.ts';
import { type StepOptions, SurveySteps } from './survey-steps.ts';

/** A piece of a file to survey. */
export interface PieceToSurvey extends Omit<PieceToCount, 'from'> {
  /** Stores the packed values of UNIQUE rules of a step. */
  storeKeys(step: number, keys: Uint8Array): Promise<void>;
}

/** A reader begins this many bytes before its piece, or a sixteenth of its bytes, so that it knows the open records there. */
const LEAD_BYTES = 1024 * 1024;
const LEADS_OF_PIECE = 16;
/** The number of steps of a piece, if the file has few pieces: all steps together must fit into memory. */
const STEPS = { most: 64, least: 8, ofFile: 16_384 };
/** The surveys of a file have at most this many characters as JSON, because one thread has all of them. */
const MAX_CHARACTERS = { ofFile: 256 * 1024 * 1024, ofPiece: 4 * 1024 * 1024 };

/**
 * Reads a piece of a file whose records depend on earlier ones, without publishing anything. It ends where the next piece
 * begins: after the first record that ends at or after a multiple of `bytes`. Returns null if the file cannot be surveyed:
 * then it must be read as a whole. Throws RunFailure if the limit of processor time is exceeded, or `cancelled` is aborted.
 */
export async function surveyPiece(work: PieceToSurvey): Promise<Survey | null> {
  const began = performance.now();
  const spent = createCheckpoint();
  const file = canBeSurveyed(work.module.spec) ? openSurveyFile(work) : null;
  const head = file === null ? null : await readSurveyHead(file, work.signal);
  if (file === null || head === null) return null;
  if (work.piece === 0 && (await failsByEncoding(work))) return null;
  try {
    const from = await findStart(file, head.position, work);
    const survey = from === null ? NOTHING : await readSteps({ file, work, spent }, from);
    if (survey === null || file.knownDocuments.size > 0 || isTooLarge(survey, work)) return null;
    return { ...survey, durationMs: performance.now() - began, processorMs: spent.processorMs ?? 0 };
  } catch (error) {
    if (error instanceof DocumentTooLong) return null;
    throw error;
  }
}

type FoundSteps = Pick<Survey, 'from' | 'steps' | 'isOver'>;

const NOTHING: FoundSteps = { from: null, steps: [], isOver: true };

/** Returns where a piece begins, in an assumed state unless it is the first piece. Null if no record begins in it. */
async function findStart(
  file: SurveyFile,
  known: Position,
  { piece, bytes, signal }: PieceToSurvey,
): Promise<Position | null> {
  const border = piece * bytes;
  if (border <= known.byteOffset) return known;
  const at = Math.max(known.byteOffset, Math.floor(border - Math.min(LEAD_BYTES, bytes / LEADS_OF_PIECE)));
  const byteOffset =
    at === known.byteOffset
      ? at
      : await findRecordStart(createSyncReader(file.shared), file.splits, { at, known: known.byteOffset });
  if (byteOffset === Infinity) return null;
  const state = file.states === undefined ? known.state : file.states.assume(known.state);
  const assumed = { ...known, byteOffset, state };
  return byteOffset >= border ? assumed : findBorder(file, assumed, { border, signal });
}

/** Copied values and open records may be long, and each step has them. */
function isTooLarge(survey: FoundSteps, { pieces }: PieceToSurvey): boolean {
  return JSON.stringify(survey).length > Math.min(MAX_CHARACTERS.ofPiece, MAX_CHARACTERS.ofFile / pieces);
}

interface Reading {
  readonly file: SurveyFile;
  readonly work: PieceToSurvey;
  readonly spent: Checkpoint;
}

/** Returns null if the file cannot be read to the end of the piece. */
async function readSteps({ file, work, spent }: Reading, from: Position): Promise<FoundSteps | null> {
  const { piece, pieces, bytes, signal } = work;
  const border = piece === pieces - 1 ? Infinity : (piece + 1) * bytes;
  if (from.byteOffset >= border) return { from, steps: [], isOver: false };
  const keys = file.module.spec.hasUniqueRules === true ? new KeyRecorder() : undefined;
  const recording = { ...file, uniqueKeys: keys };
  const steps = new SurveySteps(stepsOf({ file, work, spent }, from.byteOffset, border));
  let at = from;
  /** Adds the batches that end before the border. Returns whether the file could be read. */
  const add = async (batches: AsyncIterable<Batch>, stop: number): Promise<boolean> => {
    for await (const batch of batches) {
      spend(spent, batch, work);
      const own = keys?.take();
      if (batch.failure !== null) return false;
      if (batch.next.byteOffset >= stop) break;
      await steps.add(batch, own);
      at = batch.next;
    }
    return true;
  };
  const reader = new RangeReader(recording, from, { signal, isAssumed: piece > 0 });
  if (!(await add(reader.readBytes(border), border))) return null;
  const end = border === Infinity ? null : await findBorder(file, at, { border, signal });
  const rest =
    end === null
      ? new RangeReader(recording, at, { signal }).readBytes(Infinity)
      : readLastRecords(recording, at, { last: end.record, readBytes: NEAR_BYTES });
  if (border !== Infinity && !(await add(rest, Infinity))) return null;
  await steps.end();
  return end !== null && at.byteOffset !== end.byteOffset ? null : { from, steps: steps.steps, isOver: end === null };
}

function stepsOf({ file, work }: Reading, from: number, border: number): StepOptions {
  const { pieces, bytes, storeKeys } = work;
  const count = Math.min(STEPS.most, Math.max(STEPS.least, STEPS.ofFile / pieces));
  const to = Math.min(border, file.fileBytes);
  return { from, to, maxBytes: bytes / count, spec: file.module.spec, storeKeys };
}

function spend(spent: Checkpoint, batch: CountedBatch, { info: { options }, cancelled }: PieceToSurvey): void {
  spendBatch(spent, batch, { options, hasMessages: false, hasDeadLetters: false });
  if (cancelled.aborted) throw new RunFailure('cancelled', CANCELLED_MESSAGE);
}

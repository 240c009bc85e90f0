import type { Failure, LongDocument } from '../../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../../base/model/checkpoint.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import type { FilePiece, RepeatedValue } from '../../base/model/pieces.ts';
import { isLimitOfErrors } from '../../base/model/piece-limits.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import { createNoneSink } from '../../sink/none.ts';
import { judgesLongDocuments, KnownDocuments, withLongDocuments } from './long-documents.ts';
import { type FileCut, FileCutter } from './file-cutter.ts';
import { openPlanned } from './read-records-to.ts';
import { RepeatedValues } from './repeated-values.ts';
import type { Run } from './run.ts';
import { runFile } from './run-file.ts';
import { createTransformOptions } from './transform-options.ts';

/** A file to divide. */
export interface FileToDivide extends Omit<Run, 'sink' | 'piece' | 'onRepeated' | 'knownDocuments' | 'hasDeadLetters'> {
  /** The approximate size of a piece, in bytes. */
  pieceBytes: number;
  /** Called for each piece in turn, with the offsets of its first byte and after its last one; Infinity: the end of the file. */
  onPiece?(from: number, to: number): Promise<void>;
}

/** The pieces of a file, and the result of reading it without publishing anything. */
export interface DividedFile {
  /** Empty if nothing can be published. */
  pieces: FilePiece[];
  /** Why the run stops after the last piece before the end of the file; null if it does not. */
  stop: Failure | null;
  result: ProcessingResult;
}

/**
 * Reads a file without publishing it, and notes where its pieces begin. So each piece can be read as a run that resumes
 * there. Returns null if the file is compressed. Throws like runFile().
 */
export async function divideFile({ pieceBytes, onPiece, ...run }: FileToDivide): Promise<DividedFile | null> {
  const file = openPlanned(run, createTransformOptions({ ...run, sink: createNoneSink() }, createCheckpoint()));
  if (file === null) return null;
  const repeated = new RepeatedValues();
  const knownDocuments = new KnownDocuments();
  const module = judgesLongDocuments(file.module) ? withLongDocuments(file.module, knownDocuments) : file.module;
  // The state of a position depends on these values: a record in an invalid one is invalid, too.
  const published = new PublishedFile(
    new FileCutter({ ...file, module, uniqueKeys: repeated.asKeys() }, { pieceBytes, onPiece }),
  );
  const result = await runFile({
    ...run,
    sink: { ...createNoneSink(), commit: (batch, checkpoint) => published.add(batch, checkpoint) },
    onRepeated: (value) => repeated.add(value),
    knownDocuments,
  });
  const { cuts, stop } = await published.end(result);
  return { pieces: withDocuments(withRepeated(cuts, repeated.all), knownDocuments.all), stop, result };
}

/** Divides a file while its batches arrive, unless nothing of it can be published. */
class PublishedFile {
  readonly #cutter: FileCutter;
  #stop: Failure | null = null;
  #isUnpublished = false;
  /** Whether the last batch says why the file cannot be read further. */
  #isBroken = false;

  constructor(cutter: FileCutter) {
    this.#cutter = cutter;
  }

  async add({ next, failure }: CountedBatch, checkpoint: Checkpoint): Promise<void> {
    this.#isUnpublished = checkpoint.isUnpublished === true;
    this.#isBroken = failure !== null;
    await this.#cutter.reach(next);
    if (isLimitOfErrors(checkpoint.failure)) this.#stop = checkpoint.failure;
  }

  /** Returns the cuts of the whole file. There are none if nothing can be published. */
  async end({ failure }: ProcessingResult): Promise<{ cuts: FileCut[]; stop: Failure | null }> {
    const isReadToEnd = failure === undefined || this.#isBroken || JUDGEMENTS.has(failure.code);
    if (this.#isUnpublished || (this.#stop === null && !isReadToEnd)) return { cuts: [], stop: null };
    await this.#cutter.close(this.#stop === null ? null : this.#cutter.at);
    return { cuts: this.#cutter.cuts, stop: this.#stop };
  }
}

/** The failures that follow from the counts and issues of a file that was read to its end. */
const JUDGEMENTS: ReadonlySet<string> = new Set(['no_record_processed', 'file_rule_broken']);

/** Returns the pieces with what UNIQUE rules have found in them. */
export function withRepeated(cuts: readonly FileCut[], repeated: readonly RepeatedValue[]): FilePiece[] {
  const sorted = repeated.toSorted((one, other) => one.record - other.record);
  let at = 0;
  return cuts.map((cut) => {
    const own: RepeatedValue[] = [];
    for (
      let value = sorted[at];
      value !== undefined && value.record <= (cut.end?.record ?? Infinity);
      value = sorted[++at]
    )
      own.push(value);
    return { ...cut, repeated: own };
  });
}

/** A document that is too long to be held may be in several pieces: each of them gets it. */
function withDocuments(pieces: FilePiece[], documents: readonly LongDocument[]): FilePiece[] {
  if (documents.length === 0) return pieces;
  return pieces.map((piece) => {
    const { record: last = Infinity } = piece.end ?? {};
    const before = documents.findLastIndex(({ first }) => first <= (piece.from?.record ?? 0));
    const longDocuments = documents.slice(Math.max(0, before)).filter(({ first }) => first <= last);
    return longDocuments.length === 0 ? piece : { ...piece, longDocuments };
  });
}

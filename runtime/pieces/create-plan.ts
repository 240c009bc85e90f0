import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Failure, Position } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../base/model/issue-counts.ts';
import { type Checkpoint, createCheckpoint } from '../base/model/checkpoint.ts';
import type { ProcessingResult } from '../base/model/result.ts';
import { findPositionAfter, openPlanned } from '../reading/run/read-records-to.ts';
import { RepeatedValues } from '../reading/run/repeated-values.ts';
import type { RepeatedValue, Run } from '../reading/run/run.ts';
import { runFile } from '../reading/run/run-file.ts';
import { createTransformOptions } from '../reading/run/transform-options.ts';
import { createNoneSink } from '../sink/none.ts';
import type { SplitFile } from '../reading/split/range-reader.ts';
import type { PieceOfPlan } from './plan-file.ts';

/** A file to divide. */
export interface PlanWork extends Omit<Run, 'sink' | 'piece' | 'onRepeated' | 'hasDeadLetters'> {
  /** The path of the file, which is not compressed. */
  path: string;
  /** The approximate size of a piece, in bytes. */
  pieceBytes: number;
}

/** The pieces of a file, and the result of reading it without publishing anything. */
export interface PlannedFile {
  /** Empty if nothing can be published. */
  pieces: PieceOfPlan[];
  /** Why the run stops after the last piece before the end of the file; null if it does not. */
  stop: Failure | null;
  result: ProcessingResult;
}

/** The failures with which a run stops between two records of a file that can be read further. */
const LIMITS: ReadonlySet<string> = new Set(['too_many_errors', 'too_many_rejected_documents']);

/**
 * Reads a file without publishing it, and notes where its pieces begin. So each piece can be read as a run that resumes
 * there. Returns null if the file is compressed. Throws like runFile().
 */
export async function createPlan(work: PlanWork): Promise<PlannedFile | null> {
  const { pieceBytes, path, ...run } = work;
  const file = openPlanned(run, createTransformOptions({ ...run, sink: createNoneSink() }, createCheckpoint()));
  if (file === null) return null;
  const repeated = new RepeatedValues();
  // The state of a position depends on these values: a record in an invalid one is invalid, too.
  const cutter = new FileCutter({ ...file, uniqueKeys: repeated.asKeys() }, { path, pieceBytes });
  const result = await runFile({
    ...run,
    sink: { ...createNoneSink(), commit: (batch, checkpoint) => cutter.add(batch, checkpoint) },
    onRepeated: (value) => repeated.add(value),
  });
  const { cuts, stop } = await cutter.end(result);
  return { pieces: withRepeated(cuts, repeated.all), stop, result };
}

type FileCut = Omit<PieceOfPlan, 'repeated'>;

/** Divides a file while its batches arrive. */
class FileCutter {
  readonly #file: SplitFile;
  readonly #path: string;
  readonly #pieceBytes: number;
  readonly #cuts: FileCut[] = [];
  /** Where the current piece starts. */
  #from: Position | null = null;
  /** The position after the last batch. */
  #at: Position | null = null;
  #stop: Failure | null = null;
  #isUnpublished = false;
  /** Whether the last batch says why the file cannot be read further. */
  #isBroken = false;

  constructor({ memory: _, ...file }: SplitFile, { path, pieceBytes }: { path: string; pieceBytes: number }) {
    this.#file = file;
    this.#path = path;
    this.#pieceBytes = pieceBytes;
  }

  async add({ next, failure }: CountedBatch, checkpoint: Checkpoint): Promise<void> {
    this.#isUnpublished = checkpoint.isUnpublished === true;
    this.#isBroken = failure !== null;
    for (;;) {
      const cut = await this.#findCut(next);
      if (cut === null) break;
      await this.#close(cut);
      this.#at = cut;
    }
    this.#at = next;
    if (checkpoint.failure !== null && LIMITS.has(checkpoint.failure.code)) this.#stop = checkpoint.failure;
  }

  /** Returns the cuts of the whole file. There are none if nothing can be published. */
  async end({ failure }: ProcessingResult): Promise<{ cuts: FileCut[]; stop: Failure | null }> {
    const isReadToEnd = failure === undefined || this.#isBroken || JUDGEMENTS.has(failure.code);
    if (this.#isUnpublished || (this.#stop === null && !isReadToEnd)) return { cuts: [], stop: null };
    await this.#close(this.#stop === null ? null : this.#at);
    return { cuts: this.#cuts, stop: this.#stop };
  }

  /** Returns the first position at which the current piece is large enough; null if there is none up to `to`. */
  async #findCut(to: Position): Promise<Position | null> {
    const { byteOffset: began = 0, record: first = 0 } = this.#at ?? {};
    const wanted = (this.#from?.byteOffset ?? 0) + this.#pieceBytes;
    if (to.byteOffset < wanted || to.record === first) return null;
    const share = (wanted - began) / (to.byteOffset - began);
    const record = Math.min(to.record, first + Math.max(1, Math.ceil((to.record - first) * share)));
    const cut = await findPositionAfter(this.#file, this.#at, record);
    return cut === null || cut.record > to.record ? null : cut;
  }

  async #close(end: Position | null): Promise<void> {
    const from = this.#from?.byteOffset ?? 0;
    this.#cuts.push({ from: this.#from, end, sha256: await hashRange(this.#path, from, end?.byteOffset ?? Infinity) });
    this.#from = end;
  }
}

/** The failures that follow from the counts and issues of a file that was read to its end. */
const JUDGEMENTS: ReadonlySet<string> = new Set(['no_record_processed', 'file_rule_broken']);

/** Returns the SHA-256 of the bytes of a file between two offsets, hexadecimal. Throws the system's error. */
export async function hashRange(path: string, from: number, to: number): Promise<string> {
  const hash = createHash('sha256');
  if (to > from)
    for await (const chunk of createReadStream(path, { start: from, end: to - 1, highWaterMark: 1024 * 1024 }))
      hash.update(chunk as Buffer);
  return hash.digest('hex');
}

function withRepeated(cuts: readonly FileCut[], repeated: readonly RepeatedValue[]): PieceOfPlan[] {
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

import type { Position, SpecModule, Splits, SplitStates } from '../../../compiler/kernel/model/contract.ts';
import { createCheckpoint } from '../../base/model/checkpoint.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import type { RunInfo } from '../../base/model/run-info.ts';
import { createNoneSink } from '../../sink/none.ts';
import { readHead } from '../run/count-piece.ts';
import { judgesLongDocuments, KnownDocuments, withLongDocuments } from '../run/long-documents.ts';
import { openPlanned } from '../run/read-records-to.ts';
import { createTransformOptions } from '../run/transform-options.ts';
import type { Source } from '../source/contract.ts';
import type { SplitFile } from '../split/range-reader.ts';
import { isMarkedOtherwise } from '../split/read-in-splits.ts';
import type { RepeatableKeys } from '../unique-keys/key-recorder.ts';

/** A file whose pieces are surveyed. */
export interface SurveyFile extends SplitFile {
  /** Gets the documents that are too long to be held. Their outcomes are found by reading the file as a whole. */
  knownDocuments: KnownDocuments;
  states: SplitStates | undefined;
  /** The size of the file. */
  fileBytes: number;
}

/** The first position of a file that all its surveys know. */
export interface KnownHead {
  readonly position: Position;
  readonly batches: readonly CountedBatch[];
}

/** Readers of surveys never look for the end of a line after the bytes that they read. */
const NO_LINES: Splits = { kind: 'BLOCKS', bytes: 1, heldBack: 0 };

/** Opens a file to survey it. Returns null if it is compressed. */
export function openSurveyFile(
  { module, info, source }: { module: SpecModule; info: RunInfo; source: Source },
  uniqueKeys?: RepeatableKeys,
): SurveyFile | null {
  const options = createTransformOptions({ info, sink: createNoneSink(), module }, createCheckpoint());
  const file = openPlanned({ module, source }, options);
  if (file === null) return null;
  const knownDocuments = new KnownDocuments();
  const reading = judgesLongDocuments(module) ? withLongDocuments(module, knownDocuments) : module;
  const { splitStates: states } = module.createTransformer(file.options);
  const splits = module.spec.splits ?? NO_LINES;
  const fileBytes = source.seekable?.bytes ?? 0;
  return { ...file, module: reading, splits, uniqueKeys, knownDocuments, states, fileBytes };
}

/** Reads up to the first record. Returns null if the file has none, or if readers cannot begin inside of it. */
export async function readSurveyHead(file: SurveyFile, signal: AbortSignal): Promise<KnownHead | null> {
  const batches: CountedBatch[] = [];
  const position = await readHead(file, signal, (batch) => batches.push(batch));
  if (position === null || position.record === 0 || isMarkedOtherwise(position)) return null;
  return batches.some(({ failure }) => failure !== null) ? null : { position, batches };
}

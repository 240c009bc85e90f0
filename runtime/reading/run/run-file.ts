import { setImmediate as turn } from 'node:timers/promises';
import type {
  Batch,
  Position,
  SpecInfo,
  TransformOptions,
  UniqueKeys,
} from '../../../compiler/kernel/model/contract.ts';
import { judgeWarnings } from '../../../compiler/formats.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import { type Checkpoint, createCheckpoint } from '../../base/model/checkpoint.ts';
import { createPieceResult, createResult, parseErrors, type ProcessingResult } from '../../base/model/result.ts';
import { CANCELLED_MESSAGE, RunFailure } from '../../base/model/run-failure.ts';
import { readSplits, splitFileOf } from './read-splits.ts';
import { rereadRecords } from '../split/reread-records.ts';
import type { RunOptions } from '../../base/model/run-info.ts';
import { isCostly, measureBatches } from '../split/measure-batches.ts';
import type { Run } from './run.ts';
import {
  closeGate,
  createGateBatch,
  createGateCheckpoint,
  needsGate,
  type NotedReading,
  passesGate,
  withoutErrorLimit,
} from './gate.ts';
import { createNoneSink } from '../../sink/none.ts';
import { type DiskKeys, createDiskKeys } from '../unique-keys/disk-keys.ts';
import { spendBatch } from './run-limits.ts';
import { isFull } from '../../base/model/error-list.ts';
import { countRejected, documentLimitOf, findTooManyRejected } from '../../base/model/rejected-documents.ts';
import { findTooManyErrors } from '../../base/model/error-share.ts';
import { findStoppingRecord, createRunCounters } from './counters.ts';
import { createTransformOptions } from './transform-options.ts';
import { readPiece } from './read-piece.ts';
import { reportRepeated } from './repeated-values.ts';
import { EncodingCheck } from './encoding-check.ts';
import { judgesLongDocuments, KnownDocuments, withLongDocuments } from './long-documents.ts';

/**
 * Reads a file with a module, passes its batches to a sink and returns the result. A dry run, a transform and a resumed
 * run differ only in their sinks. Closes the sink but not the source.
 *
 * Throws the errors of the source and the sink and, if `signal` is aborted, its reason. A RunFailure while batches are
 * read or committed is not thrown: the run ends as FAILED.
 */
export async function runFile(run: Run): Promise<ProcessingResult> {
  const { info, module, sink, source } = run;
  try {
    const checkpoint = (await sink.open(info)) ?? createCheckpoint();
    // A piece has only what its records say. What concerns the whole file belongs to the first piece, or to the run.
    const encoding = new EncodingCheck(module, source, checkpoint, run.piece !== undefined && run.piece.number > 0);
    addSpecWarnings(run, checkpoint);
    await encoding.begin();
    const { known, noted } = checkpoint.failure === null ? await findLongDocuments(run, checkpoint) : unread(run);
    if (checkpoint.failure === null && needsGate(run, checkpoint) && !passesGate(run.info.options, noted))
      await checkGate(known, checkpoint);
    if (checkpoint.failure === null) await readRest(known, checkpoint, encoding);
    await encoding.end();
    // Without a second reading, as in a dry run, the share is known only now.
    if (run.piece === undefined) checkpoint.failure ??= findTooManyErrors(info.options, checkpoint);
    const sha256 = info.fileSha256 ?? (await source.sha256());
    const create = run.piece === undefined ? createResult : createPieceResult;
    const result = parseErrors(create(info, checkpoint, sha256));
    await sink.close(result);
    return result;
  } catch (error) {
    // The original error is thrown, even if close() also fails.
    await sink.close(null).catch(() => {});
    throw error;
  }
}

/** Adds the warnings that each run of the spec has, unless an earlier attempt, or the first piece of the run, has them. */
function addSpecWarnings({ info, module, piece }: Run, checkpoint: Checkpoint): void {
  const { warnings: known } = checkpoint;
  const added = (info.spec.warnings ?? []).filter(({ code }) => !known.some((one) => one.code === code));
  if (checkpoint.position !== null || (piece !== undefined && piece.number > 0)) return;
  const { warnings, failure } = judgeWarnings(added, module.spec.runWarnings);
  known.push(...warnings);
  checkpoint.failure ??= failure;
}

/** A run with a module that knows the documents of its file, and the checkpoint of the reading that has found them, if any. */
interface KnownRun {
  readonly known: Run;
  readonly noted: NotedReading | null;
}

function unread(run: Run): KnownRun {
  return { known: run, noted: null };
}

/**
 * Reads the file once to find the documents that are too long to be held, if its spec has documents without members. Returns
 * the run with a module that knows their outcomes.
 */
async function findLongDocuments(run: Run, checkpoint: Checkpoint): Promise<KnownRun> {
  const open = run.openForDocuments ?? run.openAgain;
  const planned = run.piece !== undefined && 'repeated' in run.piece ? (run.piece.longDocuments ?? []) : [];
  if (planned.length > 0) return unread({ ...run, module: withLongDocuments(run.module, new KnownDocuments(planned)) });
  if (open === undefined || !judgesLongDocuments(run.module)) return unread(run);
  const known = run.knownDocuments ?? new KnownDocuments();
  const module = withLongDocuments(run.module, known);
  const source = await open();
  try {
    const noted = createGateCheckpoint(checkpoint);
    const reading: Run = {
      ...run,
      module,
      source,
      sink: createNoneSink(),
      info: withoutErrorLimit(run.info),
      hasDeadLetters: false,
    };
    await readRest(reading, noted, new EncodingCheck(run.module, source, noted));
    const { durationMs, processorMs = 0 } = noted;
    Object.assign(checkpoint, { durationMs, processorMs });
    const hasLong = known.size > 0;
    return { known: hasLong ? { ...run, module } : run, noted: { checkpoint: noted, hasLong } };
  } finally {
    await source.close();
  }
}

/** Reads the file without publishing anything. If it is broken, the checkpoint becomes that of a failed run. */
async function checkGate(run: Run, checkpoint: Checkpoint): Promise<void> {
  const source = await run.openAgain?.();
  if (source === undefined) return;
  try {
    const check: Run = {
      ...run,
      source,
      sink: createNoneSink(),
      info: withoutErrorLimit(run.info),
      hasDeadLetters: false,
    };
    const checked = createGateCheckpoint(checkpoint);
    await readRest(check, checked, new EncodingCheck(run.module, source, checked));
    if (closeGate(checkpoint, checked, run.info.options))
      await run.sink.commit(createGateBatch(checkpoint), checkpoint);
  } finally {
    await source.close();
  }
}

async function readRest(run: Run, checkpoint: Checkpoint, encoding: EncodingCheck): Promise<void> {
  const { documents } = run.module.spec;
  if (documents !== undefined && documents.rules.length > 0) checkpoint.documentRules = documents.rules;
  let uniqueKeys: DiskKeys | null = null;
  try {
    uniqueKeys = await openUniqueKeys(run, checkpoint);
    await readBatches(run, checkpoint, { encoding, uniqueKeys });
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    checkpoint.failure = { code: error.code, message: error.message };
  } finally {
    uniqueKeys?.close();
  }
}

/** What reading needs besides the run and its checkpoint. */
interface Reading {
  encoding: EncodingCheck;
  /** The values of UNIQUE rules in earlier records; null if the spec has no such rule. */
  uniqueKeys: DiskKeys | null;
}

async function readBatches(run: Run, checkpoint: Checkpoint, { encoding, uniqueKeys }: Reading): Promise<void> {
  const { module, source, signal, splits, info } = run;
  const options = createTransformOptions(run, checkpoint);
  if (run.piece !== undefined) {
    const publish = createCommitter(run, checkpoint, null);
    for await (const batch of readPiece({ ...run, piece: run.piece }, checkpoint, options)) await publish(batch);
    return;
  }
  // A split does not know how many documents before it have been rejected, and a batch ends with such a document.
  const isCounting = module.spec.documents !== undefined && Object.keys(errorBatchEnd(run, checkpoint)).length > 0;
  const splitFile = isCounting ? null : splitFileOf(run, options, uniqueKeys);
  if (splitFile !== null && splits !== undefined) {
    const publish = createCommitter(run, checkpoint, (from, records) => rereadRecords(splitFile, from, records));
    const reading = {
      file: splitFile,
      from: checkpoint.position,
      splitting: splits,
      signal,
      hashes: info.fileSha256 === null,
      maxListed: createListLimit(run, checkpoint),
    };
    for await (const batch of readSplits(source, reading)) {
      await publish(batch);
      if (checkpoint.failure !== null) return;
    }
    signal?.throwIfAborted();
    return;
  }
  if (uniqueKeys !== null) options.uniqueKeys = uniqueKeys;
  const transformer = module.createTransformer({ ...options, ...errorBatchEnd(run, checkpoint) });
  const publish = createCommitter(run, checkpoint, null);
  const byteOffset = checkpoint.position?.byteOffset ?? 0;
  for await (const chunk of encoding.watch(source.chunks(byteOffset, signal), byteOffset)) {
    signal?.throwIfAborted();
    throwIfCancelled(run);
    for (const batch of measureBatches(() => transformer.push(chunk))) {
      // This is the last batch. Its commit must also store the warning.
      if (batch.failure !== null) await encoding.end();
      await publish(batch);
      if (checkpoint.failure !== null) return;
    }
    reportProgress(run, checkpoint);
  }
  signal?.throwIfAborted();
  await encoding.end();
  if (checkpoint.failure !== null) return;
  for (const batch of measureBatches(() => transformer.end())) {
    await publish(batch);
    if (checkpoint.failure !== null) return;
  }
}

/** Throws a RunFailure if the run was cancelled. */
function throwIfCancelled({ cancelled }: Run): void {
  if (cancelled?.aborted === true) throw new RunFailure('cancelled', CANCELLED_MESSAGE);
}

/**
 * Creates a function that returns how many more records with issues a batch must list. It must list all if the sink
 * uses the issues or if `maxErrors` can stop the run.
 */
function createListLimit({ info: { options }, sink }: Run, checkpoint: Checkpoint): () => number {
  return sink.needsIssues === false && options.maxErrors === null
    ? () => (isFull(checkpoint, options.errorLimit) ? 0 : options.errorLimit - checkpoint.errors.length)
    : () => Infinity;
}

/**
 * With `maxErrors`, a batch must end at the record that exceeds the limit. Then the run publishes and counts exactly
 * the records up to that one. If it is part of a document, the batch ends with the document.
 */
function errorBatchEnd(
  { info: { options }, module }: Run,
  { counters, documents = [] }: Checkpoint,
): Pick<TransformOptions, 'batchEndsAtError' | 'batchEndsAtRejectedDocument'> {
  const limit = documentLimitOf(options, module.spec);
  return {
    ...(options.maxErrors !== null && { batchEndsAtError: options.maxErrors - counters.errorRecords + 1 }),
    ...(limit !== null && { batchEndsAtRejectedDocument: limit - countRejected({ documents }) + 1 }),
  };
}

/** Reads `records` records again that follow a position (null: the start of the file). */
type RereadRecords = (from: Position | null, records: number) => AsyncIterable<Batch>;

/**
 * Creates a function that commits batches up to the record that exceeds `maxErrors`. If a batch may contain records
 * after that one, `readAgain` reads only the records to commit. It is null if batches end at that record.
 */
function createCommitter(
  run: Run,
  checkpoint: Checkpoint,
  readAgain: RereadRecords | null,
): (batch: CountedBatch) => Promise<void> {
  const { options } = run.info;
  const runCounters = createRunCounters(checkpoint, options.errorLimit);
  const output = { options, hasMessages: run.sink.messages, hasDeadLetters: run.hasDeadLetters === true };
  const documentLimit = documentLimitOf(options, run.module.spec);
  const before = checkpoint.durationMs;
  const began = performance.now();

  async function commit(batch: CountedBatch): Promise<void> {
    spendBatch(checkpoint, batch, output);
    runCounters.add(batch);
    checkpoint.failure ??= findTooManyRejected(documentLimit, checkpoint);
    checkpoint.durationMs = before + performance.now() - began;
    await run.sink.commit(batch, checkpoint);
    // A sink that only counts does not wait, and a turn of promises lets no other task begin.
    if (isCostly(batch)) await turn();
    run.signal?.throwIfAborted();
    throwIfCancelled(run);
    reportProgress(run, checkpoint);
  }

  /** The record at which the run stops, when its document has ended. */
  let stopping: number | null = null;

  return async (batch) => {
    stopping ??= findStoppingRecord(batch, checkpoint.counters.errorRecords, options.maxErrors);
    const last = stopping;
    // A document that is too long to be held is in several batches.
    if (last === null || isInAcceptedDocument(batch)) return commit(batch);
    const isBatchEnd = last === batch.next.record || hasUnits(run.module.spec);
    if (!isBatchEnd && readAgain === null)
      throw new Error(`a batch contains records after record ${last}, where the run stops`);
    const parts =
      isBatchEnd || readAgain === null ? [batch] : readAgain(checkpoint.position, last - batch.firstRecord + 1);
    for await (const part of parts)
      await commit(part.next.record < last ? part : { ...part, failure: tooManyErrors(options, last) });
  };
}

/** Returns whether a batch ends with the document of its last record, or with the groups in it. */
function hasUnits({ documents, recordTypes = [] }: SpecInfo): boolean {
  return documents !== undefined || recordTypes.some(({ isGroup }) => isGroup === true);
}

/** Returns whether a batch ends inside a document that is too long to be held, and that is published. */
function isInAcceptedDocument({ next: { state }, failure }: Batch): boolean {
  const { records } = (state ?? {}) as { records?: { document?: { outcome: string } } };
  return failure === null && records?.document?.outcome === 'processed';
}

function tooManyErrors({ maxErrors, delivery }: RunOptions, record: number): { code: string; message: string } {
  const found =
    maxErrors === 0
      ? `record ${record} has an ERROR or FATAL issue`
      : `more than ${maxErrors} records have an ERROR or FATAL issue: record ${record} exceeded the limit`;
  const end = delivery === 'all-or-nothing' ? 'Nothing was published' : 'The run stopped after that record';
  return { code: 'too_many_errors', message: `${found}. ${end}` };
}

function reportProgress({ source, onProgress }: Run, { counters }: Checkpoint): void {
  onProgress?.({ bytes: source.bytesRead(), totalBytes: source.totalBytes, records: counters.totalRecords });
}

/**
 * Returns the values of UNIQUE rules in the records before the checkpoint, or null if the spec has no such rule. A
 * checkpoint does not contain them, so a resumed run reads the earlier records again. Throws the errors of the source
 * and RunFailure (`too_many_keys`). The caller closes the values.
 */
async function openUniqueKeys(run: Run, { position }: Checkpoint): Promise<DiskKeys | null> {
  // The plan of a piece says which of its values are in earlier records.
  if (run.module.spec.hasUniqueRules !== true || run.piece !== undefined) return null;
  const created = createDiskKeys(run.spaceFolder === undefined ? {} : { folder: run.spaceFolder });
  const keys = run.onRepeated === undefined ? created : reportRepeated(created, run.onRepeated);
  try {
    if (position !== null) await readAgain(run, position, keys);
    return keys;
  } catch (error) {
    keys.close();
    throw error;
  }
}

async function readAgain(run: Run, { record: last }: Position, keys: DiskKeys): Promise<void> {
  if (run.openAgain === undefined) throw new Error('a run with UNIQUE rules resumes, but its file opens only once');
  const { module, signal } = run;
  const uniqueKeys: UniqueKeys = {
    add: (rule, key, record) => (record > last ? null : keys.add(rule, key, record)),
    addBytes: (rule, key, record) => (record > last ? null : keys.addBytes(rule, key, record)),
  };
  const options = createTransformOptions(run, createCheckpoint());
  const transformer = module.createTransformer({ ...options, messages: false, uniqueKeys });
  const source = await run.openAgain();
  try {
    for await (const chunk of source.chunks(0, signal)) {
      for (const { next } of transformer.push(chunk)) if (next.record >= last) return;
      signal?.throwIfAborted();
    }
    for (const { next } of transformer.end()) if (next.record >= last) return;
  } finally {
    await source.close();
  }
  throw new Error(`the file ends before record ${last}, after which the run resumes`);
}

import type { Batch, Position } from '../../../compiler/kernel/model/contract.ts';
import { type Checkpoint, createCheckpoint } from '../../base/model/checkpoint.ts';
import { findTooManyErrors } from '../../base/model/error-share.ts';
import { findBrokenFile } from '../../base/model/result.ts';
import type { RunInfo, RunOptions } from '../../base/model/run-info.ts';
import type { Run } from './run.ts';

/**
 * Returns whether a run must read its file once without publishing: its spec has a FATAL file rule, or the share of records
 * with errors is limited, and nothing has been published so far.
 */
export function needsGate({ module, info, openAgain }: Run, { position, failure }: Checkpoint): boolean {
  const isWanted = module.spec.hasGate === true || info.options.maxErrorShare !== undefined;
  return isWanted && openAgain !== undefined && position === null && failure === null;
}

/**
 * Returns the run without limits of errors and rejected documents: a record with an error does not decide whether a rule of
 * the file is broken.
 */
export function withoutErrorLimit(info: RunInfo): RunInfo {
  return { ...info, options: { ...info.options, maxErrors: null, maxRejectedDocuments: Number.MAX_SAFE_INTEGER } };
}

/** Creates the checkpoint of the first reading. It begins with the warnings that the run already has. */
export function createGateCheckpoint({ warnings, durationMs, processorMs = 0 }: Checkpoint): Checkpoint {
  return { ...createCheckpoint(), warnings: [...warnings], durationMs, processorMs };
}

/** A reading that has found the documents of a file that are too long to be held. */
export interface NotedReading {
  readonly checkpoint: Checkpoint;
  readonly hasLong: boolean;
}

/**
 * Returns whether an earlier reading shows that the gate remains open, so that the file need not be read once more. The
 * rules of a file do not depend on the outcomes of its long documents, but the number of records with errors does.
 */
export function passesGate(
  options: Pick<RunOptions, 'maxErrorShare' | 'onlyRecords'>,
  noted: NotedReading | null,
): boolean {
  if (noted === null || (noted.hasLong && options.maxErrorShare !== undefined)) return false;
  const { checkpoint } = noted;
  return (checkpoint.failure ?? findBrokenFile(checkpoint) ?? findTooManyErrors(options, checkpoint)) === null;
}

/**
 * Closes the gate if the first reading found a FATAL issue of the file or too many errors, or could not read the file to its end. Then
 * `checkpoint` becomes that of a run that failed after the last record without publishing any, and the function returns
 * true. Otherwise `checkpoint` only gets the time of the first reading.
 */
export function closeGate(
  checkpoint: Checkpoint,
  checked: Checkpoint,
  options: Pick<RunOptions, 'maxErrorShare' | 'onlyRecords'>,
): boolean {
  const { durationMs, processorMs = 0, failure, outputBytes: _, ...findings } = checked;
  Object.assign(checkpoint, { durationMs, processorMs });
  const reason = failure ?? findBrokenFile(checked) ?? findTooManyErrors(options, checked);
  if (reason === null) return false;
  const recordTypes = findings.recordTypes?.map((counts) => ({ ...counts, published: 0 }));
  Object.assign(checkpoint, findings, { isUnpublished: true }, recordTypes !== undefined && { recordTypes }, {
    failure: reason,
  });
  return true;
}

/** Creates the batch with which a sink stores the checkpoint of a closed gate. It has no records. */
export function createGateBatch({ position, failure }: Checkpoint): Batch {
  const next: Position = position ?? { byteOffset: 0, line: 0, record: 0, state: null };
  return {
    firstRecord: next.record + 1,
    records: 0,
    count: 0,
    bytes: new Uint8Array(0),
    ends: new Uint32Array(0),
    keys: new Uint8Array(0),
    keyEnds: new Uint32Array(0),
    corrected: 0,
    otherLines: 0,
    recordIssues: [],
    warnings: [],
    failure,
    next,
  };
}

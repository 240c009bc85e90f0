import type { Batch, RecordIssues } from '../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../base/model/issue-counts.ts';
import { issuesHeader } from '../base/model/message-headers.ts';
import { isGapless, publishedIssues, recordNumbers } from '../base/model/record-numbers.ts';
import type { ReadSlice } from './contract.ts';
import { createRecordJumps, createTypeChanges, type StoredBatch } from '../base/model/stored-batch.ts';

/**
 * Converts the messages of a batch to the form in which the embedded broker stores them. Returns null if the batch has
 * no messages.
 */
export function packBatch(batch: CountedBatch): StoredBatch | null {
  if (batch.count === 0) return null;
  const records = isGapless(batch) ? null : recordNumbers(batch);
  const hasKeys = batch.keys.length > 0;
  return {
    messages: batch.count,
    firstRecord: records?.[0] ?? batch.firstRecord,
    recordJumps: records === null ? null : createRecordJumps(records),
    values: batch.bytes,
    ...(batch.held !== undefined && { held: batch.held }),
    valueEnds: batch.ends,
    keys: hasKeys ? batch.keys : null,
    keyEnds: hasKeys ? batch.keyEnds : null,
    issues: packIssues(publishedIssues(batch)),
    recordTypes: packTypes(batch),
  };
}

const DEAD_LETTER_BYTES = 1024 * 1024;

/**
 * Yields dead letters in the form in which the embedded broker stores them, in batches of about 1 MiB. A dead letter
 * contains the original bytes of a record that is not published. It is cut at `maxBytes` bytes, because a longer record
 * is usually the result of a missing line end.
 */
export async function* packDeadLetters(
  { recordIssues }: Batch,
  readSlice: ReadSlice,
  maxBytes: number,
): AsyncGenerator<StoredBatch> {
  let letters: RecordIssues[] = [];
  let bytes = 0;
  for (const recordIssue of recordIssues) {
    if (recordIssue.outcome === 'processed') continue;
    letters.push(recordIssue);
    bytes += Math.min(recordIssue.byteLength, maxBytes);
    if (bytes < DEAD_LETTER_BYTES) continue;
    yield await packLetters(letters, readSlice, maxBytes);
    letters = [];
    bytes = 0;
  }
  if (letters.length > 0) yield await packLetters(letters, readSlice, maxBytes);
}

async function packLetters(
  letters: readonly RecordIssues[],
  readSlice: ReadSlice,
  maxBytes: number,
): Promise<StoredBatch> {
  const values: Uint8Array[] = [];
  for (const { byteOffset, byteLength } of letters)
    values.push(await readSlice(byteOffset, Math.min(byteLength, maxBytes)));
  const records = letters.map(({ record }) => record);
  const keys = letters.map(({ key }) => Buffer.from(key ?? ''));
  const hasKeys = keys.some((key) => key.length > 0);
  let end = 0;
  let keyEnd = 0;
  return {
    messages: letters.length,
    firstRecord: records[0] ?? 0,
    recordJumps: createRecordJumps(records),
    values: concat(values),
    valueEnds: Uint32Array.from(values, (value) => (end += value.length)),
    keys: hasKeys ? concat(keys) : null,
    keyEnds: hasKeys ? Uint32Array.from(keys, (key) => (keyEnd += key.length)) : null,
    issues: packIssues(new Map(letters.map((letter, index) => [index, letter]))),
    recordTypes: null,
  };
}

function packIssues(recordIssues: ReadonlyMap<number, RecordIssues>): string | null {
  if (recordIssues.size === 0) return null;
  return JSON.stringify(Array.from(recordIssues, ([message, recordIssue]) => [message, issuesHeader(recordIssue)]));
}

function packTypes({ typed }: Batch): string | null {
  if (typed === undefined) return null;
  return createTypeChanges(
    typed.messageTypes,
    typed.types.map(({ name }) => name),
  );
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

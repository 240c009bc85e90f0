import { createFileLocators, encoderOf } from '../../../compiler/formats.ts';
import type { Batch, RecordIssues, SpecInfo, SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { findHiddenMembers } from '../../base/model/hidden-members.ts';
import { toRecordError } from '../../base/model/record-error.ts';
import { recordNumbers } from '../../base/model/record-numbers.ts';
import type { ReadRecord, ReviewedValue } from '../../base/model/rejects-review.ts';
import { replayOptionsOf, type ReplayOptions } from '../../base/model/run-info.ts';
import { fileKindOf } from '../../reading/source/file-kind.ts';
import { openSliceReader } from '../../reading/source/open-slice-reader.ts';
import type { SliceReader } from '../../reading/source/disk/slice-reader.ts';
import { selectRecords } from '../../reading/run/select-records.ts';
import { knowLongDocuments } from '../../reading/run/long-documents.ts';
import type { ReviewTask } from '../../reading/workers/messages.ts';
import type { TaskPort } from '../../reading/workers/task-port.ts';
import { findCells, MAX_EDITED_BYTES } from './original-cells.ts';
import { recordPlaces } from './places/record-places.ts';
import { replayBatches } from './places/replay-batches.ts';

/** Maximum number of characters of a value that are shown. */
const MAX_VALUE = 1000;

/** A page of records ends after this number of characters of their values, so that many wide records take little memory. */
const MAX_PAGE = 1024 * 1024;

/** Number of records that are read at once. */
const BATCH_RECORDS = 1000;

/**
 * Reads a file again and emits some of its records for a person, as NDJSON: ReadRecord in file order, and then
 * `{ hasMore, failure }`. Values of sensitive fields are masked. At most `limit` records after number `after` are emitted.
 */
export async function emitReview(task: ReviewTask & { port: TaskPort }, module: SpecModule): Promise<void> {
  const { port, info, path, blocks, content } = task;
  const options = replayOptionsOf(info);
  const limits = { ...fileKindOf(info.spec), maxBytes: options.maxFileBytes };
  const slices = await openSliceReader({ path, blocks, content }, limits);
  try {
    const known = await knowLongDocuments(module, (noting) =>
      replayBatches({ module: noting, options, chunks: slices.readRange(0, Infinity), records: Infinity }),
    );
    const read = await readSelected({ ...task, module: known, options, slices });
    const records = task.cells === null ? read.records : await addCells({ ...task, module, options, slices }, read);
    const lines = records.map(({ place: _, ...record }) => `${JSON.stringify(record)}\n`);
    const { failure } = read;
    const hasMore = read.hasMore || records.length < read.records.length;
    await port.call({ kind: 'lines', text: `${lines.join('')}${JSON.stringify({ hasMore, failure })}\n` });
  } finally {
    await slices.close();
  }
}

interface Reading extends Pick<ReviewTask, 'info' | 'after' | 'limit' | 'cells'> {
  readonly port: TaskPort;
  readonly module: SpecModule;
  readonly options: ReplayOptions;
  readonly slices: SliceReader;
}

/** A record and, if the reader has reported it, its place in the file. */
type Placed = ReadRecord & { readonly place: { from: number; length: number } | null };

interface ReadRecords {
  readonly records: readonly Placed[];
  readonly hasMore: boolean;
  readonly failure: Batch['failure'];
  /** The state of the reader at the last record. */
  readonly state: unknown;
}

/** Returns the records that are wanted, as a run of only these records reads them. */
async function readSelected({ module, options, slices, after, limit, port }: Reading): Promise<ReadRecords> {
  const records: Placed[] = [];
  let state: unknown = null;
  let failure: Batch['failure'] = null;
  for await (const batch of replayBatches({
    module: selectRecords(module, { ...options, maxErrors: null }),
    options,
    chunks: slices.readRange(0, Infinity),
    records: Infinity,
    batchRecords: BATCH_RECORDS,
    messages: true,
  })) {
    port.signal.throwIfAborted();
    ({ state } = batch.next);
    ({ failure } = batch);
    for (const found of readBatch(module.spec, batch)) if (found.record > after) records.push(found);
    if (records.length > limit || countThatFit(records) < records.length) break;
  }
  const count = Math.min(limit, countThatFit(records));
  return { records: records.slice(0, count), hasMore: records.length > count, failure, state };
}

/** Returns how many of the records fit on a page: at least one. */
function countThatFit(records: readonly Placed[]): number {
  let characters = 0;
  let count = 0;
  for (const { event, messages } of records) {
    if (count > 0 && characters > MAX_PAGE) break;
    characters += countCharacters(event);
    for (const { value } of messages) characters += value?.length ?? 0;
    count++;
  }
  return count;
}

function countCharacters(values: readonly ReviewedValue[] | null): number {
  return (values ?? []).reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
}

/** Returns the records of a batch that have an event or issues, in file order. */
function readBatch(spec: SpecInfo, batch: Batch): Placed[] {
  const issues = new Map(batch.recordIssues.map((one) => [one.record, one]));
  const events = new Map<number, { event: ReviewedValue[]; recordType: string | undefined }>();
  const hidden = findHiddenMembers(spec);
  for (const [index, record] of recordNumbers(batch).entries()) {
    const bytes = batch.bytes.subarray(index === 0 ? 0 : batch.ends[index - 1], batch.ends[index]);
    const recordType = spec.recordTypes?.[batch.typed?.messageTypes[index] ?? -1]?.name;
    events.set(record, { event: readEvent(spec, bytes, hidden), recordType });
  }
  const numbers = [...new Set([...issues.keys(), ...events.keys()])].sort((a, b) => a - b);
  return numbers.map((record) => toRead(record, issues.get(record), events.get(record)));
}

function toRead(
  record: number,
  found: RecordIssues | undefined,
  message: { event: ReviewedValue[]; recordType: string | undefined } | undefined,
): Placed {
  const error = found === undefined ? null : toRecordError(found);
  const recordType = error?.recordType ?? message?.recordType;
  return {
    ...{ record, line: error?.line ?? null, outcome: error?.outcome ?? 'processed', messages: error?.messages ?? [] },
    ...{ cells: null, event: message?.event ?? null },
    ...(recordType !== undefined && { recordType }),
    place: found === undefined ? null : { from: found.byteOffset, length: found.byteLength },
  };
}

function readEvent(spec: SpecInfo, bytes: Uint8Array, hidden: ReadonlySet<string>): ReviewedValue[] {
  const members = encoderOf(spec).split(new TextDecoder().decode(bytes)) ?? [];
  return members.map(({ name, value }) => toValue(name, value, hidden.has(name)));
}

function toValue(name: string, value: string | null, isHidden: boolean): ReviewedValue {
  if (value === null) return { name, text: null };
  if (isHidden) return { name, text: null, length: [...value].length };
  return { name, text: value.length <= MAX_VALUE ? value : `${value.slice(0, MAX_VALUE)}…` };
}

/** Returns records with their cells, as many as a page has, from the places that the reader has reported, or else from those of all records. */
async function addCells(reading: Reading, { records, state }: ReadRecords): Promise<Placed[]> {
  const { cells, module, options, slices, info } = reading;
  if (cells === null) return [...records];
  const places = new Map(records.map(({ record, place }) => [record, place]));
  const last = Math.max(0, ...records.filter(({ place }) => place === null).map(({ record }) => record));
  const { onlyRecords: _, ...all } = options;
  if (last > 0)
    for await (const { record, from, to } of recordPlaces({ module, options: all, slices }, last))
      if (places.get(record) === null) places.set(record, { from, length: to - from });
  const find = createFileLocators(cells.layout, state);
  const shown: Placed[] = [];
  let characters = 0;
  for (const record of records) {
    if (characters > MAX_PAGE) break;
    const place = places.get(record.record) ?? null;
    const hidden = new Set([...cells.hidden, ...findHidden(info.spec, record.recordType)]);
    const bytes = place === null ? null : await slices.readSlice(place.from, Math.min(place.length, MAX_EDITED_BYTES));
    const found =
      bytes === null ? null : cellsOf(record, { ...find(record.recordType), bytes, hidden, from: place?.from });
    shown.push({ ...record, cells: found });
    characters += countCharacters(found);
  }
  return shown;
}

type CellSource = ReturnType<ReturnType<typeof createFileLocators>> & {
  readonly bytes: Uint8Array;
  readonly hidden: ReadonlySet<string>;
  readonly from: number | undefined;
};

/** Returns the cells of a record. If its structure is broken, values may have shifted: then all are masked if one is. */
function cellsOf({ messages }: Placed, { layout, locator, bytes, hidden, from }: CellSource): ReviewedValue[] {
  const text = locator.decode(bytes, from === 0);
  const isShifted = hidden.size > 0 && messages.some(({ field }) => field === null);
  return findCells(text, { messages: [...messages] }, { layout, locator }).flatMap(({ range, value }, index) => {
    const name = layout.fields[index] ?? '';
    if (range === null && value === '') return locator.hasCells ? [toValue(name, null, false)] : [];
    return [toValue(name, value, isShifted || hidden.has(name))];
  });
}

/** The names of the sensitive fields of a type. A record of no type may have the values of any type. */
function findHidden({ fields, recordTypes = [] }: SpecInfo, recordType: string | undefined): Set<string> {
  const own = recordTypes.filter(({ name }) => recordType === undefined || name === recordType);
  const all = [...fields, ...own.flatMap((type) => type.fields)];
  return new Set(all.filter(({ sensitive }) => sensitive).map(({ name }) => name));
}

import {
  ALL_RECORDS,
  RecordSet,
  recordSetOf,
  type RecordSetText,
  RecordSetWriter,
} from '../../../base/model/record-set.ts';
import { type RecordPlace, recordPlaces } from './record-places.ts';
import { rejectedRecords, type ReplayFile } from './rejected-records.ts';

/**
 * Returns whether a run was to publish only some records of its file, and stopped before it had read them. What follows its
 * last record is then not simply the rest of the file.
 */
export function isPartial({ options, rest, records }: ReplayFile): boolean {
  const only = recordSetOf(options);
  if (only === null) return false;
  if (rest.kind === 'rejected') return !only.hasAllFrom(1);
  return rest.kind === 'unread' && !only.hasAllFrom(records + 1);
}

/** Returns the numbers of the records that a run has not published; null if there are none. Throws TooManyRanges. */
export async function unpublishedSet(file: ReplayFile): Promise<RecordSetText | null> {
  const { options, rest, records } = file;
  const all = options.onlyRecords ?? ALL_RECORDS;
  if (rest.kind === 'rejected') return all;
  const writer = new RecordSetWriter();
  for await (const { record } of rejectedRecords(file)) writer.add(record);
  if (rest.kind === 'unread') new RecordSet(all).copyFrom(records + 1, writer);
  return writer.end();
}

/** Yields the places of the records that a run has not published. */
export async function* unpublishedPlaces(file: ReplayFile): AsyncGenerator<RecordPlace, undefined> {
  const unpublished = await unpublishedSet(file);
  if (unpublished === null) return;
  const set = new RecordSet(unpublished);
  for await (const place of recordPlaces(file)) if (set.has(place.record)) yield place;
}

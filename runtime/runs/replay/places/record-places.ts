import { rejectsOf } from '../../../../compiler/formats.ts';
import { replayBatches } from './replay-batches.ts';
import type { ReplayFile } from './rejected-records.ts';

/** Where a record is in the undecoded file: from offset `from` up to, but not including, offset `to`. */
export interface RecordPlace {
  record: number;
  from: number;
  to: number;
  /** The state of the reader after the record. */
  state: unknown;
}

/** How rejects are written of files in which records follow each other. */
const LINES: ReadonlySet<string> = new Set<ReturnType<typeof rejectsOf>>(['LINES', 'TABLE']);

/** A file whose records are found. */
export type PlacesFile = Pick<ReplayFile, 'module' | 'options' | 'slices'>;

/**
 * Yields the places of all records of a file, up to record `records`. In a file of lines, a place begins where the record
 * before it ends, so it includes comments between them.
 */
export function recordPlaces(file: PlacesFile, records = Infinity): AsyncGenerator<RecordPlace> {
  const isLines = LINES.has(rejectsOf(file.module.spec));
  if (isLines) return placesInLines(file, records);
  return file.module.spec.recordTypes === undefined ? placesInDocument(file, records) : placesWithInner(file, records);
}

async function* placesInLines({ module, options, slices }: PlacesFile, records: number): AsyncGenerator<RecordPlace> {
  let from = await firstOffset({ module, options, slices });
  for await (const { records: count, next } of replayBatches({
    module,
    options,
    chunks: slices.readRange(0, Infinity),
    records,
    batchRecords: 1,
  })) {
    // A line and its groups are records with one place, and so are the records of a document.
    for (let record = next.record - count + 1; record <= next.record; record++)
      yield { record, from, to: next.byteOffset, state: next.state };
    if (count > 0) from = next.byteOffset;
  }
}

/**
 * Records that are inside of others have the place of the outermost one. A batch of one record has all records inside of it,
 * too, and the limit of `placesInDocument` leaves only the outermost ones.
 */
async function* placesWithInner(file: PlacesFile, records: number): AsyncGenerator<RecordPlace> {
  const { module, options, slices } = file;
  const outer = placesInDocument(file, Infinity);
  const chunks = slices.readRange(0, Infinity);
  for await (const { records: count, next } of replayBatches({ module, options, chunks, records, batchRecords: 1 })) {
    if (count === 0) continue;
    let found = await outer.next();
    // Values of no type may be no records, but they are too long for `placesInDocument`.
    while (found.done !== true && found.value.to < next.byteOffset) found = await outer.next();
    if (found.done === true) return;
    for (let record = next.record - count + 1; record <= next.record; record++) yield { ...found.value, record };
  }
}

/** Yields each place once, although several records have it. */
export async function* distinctPlaces(places: AsyncIterable<RecordPlace>): AsyncGenerator<RecordPlace, undefined> {
  let end = -1;
  for await (const place of places) {
    if (place.to <= end) continue;
    end = place.to;
    yield place;
  }
}

/** Returns the offset of the first record; 0 if there is none, also because the file cannot be read. */
export async function firstOffset({ module, options, slices }: PlacesFile): Promise<number> {
  try {
    for await (const { byteOffset } of module.read(slices.readRange(0, Infinity), { today: options.today }))
      return byteOffset;
  } catch (error) {
    // The module has its own copy of the class.
    if (!(error instanceof Error) || error.name !== 'FileFailure') throw error;
  }
  return 0;
}

/**
 * With `maxRecordBytes` 1, each record has an issue, and the reader reports the position of records with issues.
 */
async function* placesInDocument(
  { module, options, slices }: PlacesFile,
  records: number,
): AsyncGenerator<RecordPlace> {
  for await (const { recordIssues, next } of replayBatches({
    module,
    options: { ...options, maxRecordBytes: 1 },
    chunks: slices.readRange(0, Infinity),
    records,
  }))
    for (const { record, byteOffset, byteLength } of recordIssues)
      if (record <= records) yield { record, from: byteOffset, to: byteOffset + byteLength, state: next.state };
}

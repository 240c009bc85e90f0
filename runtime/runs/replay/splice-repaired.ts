import { rejectsOf } from '../../../compiler/formats.ts';
import { recordSetOf } from '../../base/model/record-set.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import type { SliceReader } from '../../reading/source/disk/slice-reader.ts';
import { distinctPlaces, firstOffset, type PlacesFile, type RecordPlace, recordPlaces } from './record-places.ts';
import { readBetween, rejectedRecords, type ReplayFile } from './rejected-records.ts';
import { isPartial, unpublishedPlaces } from './unpublished.ts';

/** Failure code of a repaired file that is not a repaired copy of the rejects. */
const REPAIRED_DIFFERS = 'repaired_differs';

/**
 * Yields the file of a run with the records of `repaired`, a repaired copy of its rejects, in the places of the rejected
 * records. So all records keep their numbers. If everything was rejected, it is the repaired file. Throws RunFailure
 * (`repaired_differs`) if the records of the repaired file are not those that were rejected.
 */
export async function* spliceRepaired(file: ReplayFile, repaired: SliceReader): AsyncGenerator<Uint8Array> {
  const { slices, rest, records, options, module } = file;
  if (rejectsOf(module.spec) === 'TABLE')
    throw differs('the file is a workbook, which is not changed here. Correct the workbook and send it again');
  const isWhole = rest.kind === 'rejected' || (rest.kind === 'unread' && records === 0);
  if (isWhole && recordSetOf(options)?.hasAllFrom(1) !== false) {
    yield* repaired.readRange(0, Infinity);
    return;
  }
  const { onlyRecords: _, ...all } = options;
  const repairedFile: PlacesFile = { module, options: all, slices: repaired };
  const isLines = rejectsOf(module.spec) === 'LINES';
  if (isLines) await checkBeginning(file, repairedFile);
  // What follows in a file of lines has no other records between.
  const isOpen = isLines && rest.kind === 'unread' && !isPartial(file);
  const given = distinctPlaces(recordPlaces(repairedFile));
  let at = 0;
  let count = 0;
  let last: RecordPlace | null = null;
  try {
    const wanted = isOpen || rest.kind === 'end' ? rejectedPlaces(file) : unpublishedPlaces(file);
    for await (const place of distinctPlaces(wanted)) {
      const next = await given.next();
      if (next.done === true) throw differs(`it has only ${count} records`);
      count++;
      last = next.value;
      if (!isLines) checkEncoding(place, last);
      yield* readBetween(slices, at, place.from);
      yield* readBetween(repaired, last.from, last.to);
      if (isLines) yield await missingLineEnd({ slices, place }, { slices: repaired, place: last });
      at = place.to;
    }
    if (!isOpen) {
      if ((await given.next()).done !== true) throw differs(`it has more than ${count} records`);
      yield* slices.readRange(at, Infinity);
      return;
    }
  } finally {
    await given.return(undefined);
  }
  if (rest.kind === 'unread') yield* readBetween(slices, at, rest.byteOffset);
  yield* repaired.readRange(last?.to ?? (await firstOffset(repairedFile)), Infinity);
}

async function* rejectedPlaces(file: ReplayFile): AsyncGenerator<RecordPlace> {
  for await (const { record, byteOffset, byteLength } of rejectedRecords(file))
    yield { record, from: byteOffset, to: byteOffset + byteLength, state: null };
}

function differs(what: string): RunFailure {
  return new RunFailure(
    REPAIRED_DIFFERS,
    `the repaired file is not a copy of the rejects: ${what}. Repair the records in the rejects of the last run of the file, and neither add nor remove one`,
  );
}

/** Throws RunFailure if what precedes the first record is different: the columns of the records could be other ones. */
async function checkBeginning(file: ReplayFile, repaired: PlacesFile): Promise<void> {
  const [expected, actual] = [await beginningOf(file), await beginningOf(repaired)];
  if (expected !== actual) throw differs('what precedes its first record, such as the header, is different');
}

const MAX_BEGINNING = 1024 * 1024;

/** Returns what precedes the first record, without what programs change when they save a file. */
async function beginningOf(file: PlacesFile): Promise<string> {
  const length = Math.min(await firstOffset(file), MAX_BEGINNING);
  const text = Buffer.from(await file.slices.readSlice(0, length)).toString('latin1');
  return text.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replace(/\r/g, '');
}

/** Throws RunFailure if a document was saved in another encoding: its records would not fit into the file. */
function checkEncoding({ state: expected }: RecordPlace, { state: actual }: RecordPlace): void {
  const encodingOf = (state: unknown): unknown => (state as { encoding?: unknown } | null)?.encoding;
  if (expected !== null && encodingOf(expected) !== encodingOf(actual)) throw differs('its encoding is different');
}

/** The line ends of files, in bytes. A longer one precedes those that it contains. */
const LINE_ENDS = ['0d000a00', '000d000a', '0d0a', '0a00', '000a', '0d25', '0a', '0d', '15', '25'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

interface InFile {
  slices: SliceReader;
  place: RecordPlace;
}

/** Returns the line end that the last record of a repaired file may lack in the middle of the other one. */
async function missingLineEnd(original: InFile, repaired: InFile): Promise<Uint8Array> {
  const end = await lineEndOf(original);
  return end === null || (await lineEndOf(repaired)) !== null ? new Uint8Array(0) : end;
}

async function lineEndOf({ slices, place: { from, to } }: InFile): Promise<Uint8Array | null> {
  const begin = Math.max(from, to - 4);
  const bytes = Buffer.from(await slices.readSlice(begin, to - begin));
  return LINE_ENDS.find((end) => bytes.subarray(-end.length).equals(end)) ?? null;
}

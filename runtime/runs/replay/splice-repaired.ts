import { rejectsOf } from '../../../compiler/formats.ts';
import { recordSetOf } from '../../base/model/record-set.ts';
import type { SliceReader } from '../../reading/source/disk/slice-reader.ts';
import { checkBeginning, differs, missingLineEnd } from './places/repaired-copy.ts';
import { spliceDocumentTree } from './documents/splice-tree.ts';
import { spliceDocumentLines } from './documents/splice-lines.ts';
import {
  distinctPlaces,
  firstOffset,
  type PlacesFile,
  type RecordPlace,
  recordPlaces,
} from './places/record-places.ts';
import { readBetween, rejectedRecords, type ReplayFile } from './places/rejected-records.ts';
import { isPartial, unpublishedPlaces } from './places/unpublished.ts';

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
  if (isLines && module.spec.documents !== undefined) {
    yield* spliceDocumentLines(file, repairedFile);
    return;
  }
  if (rejectsOf(module.spec) === 'DOCUMENT' && module.spec.recordTypes !== undefined) {
    yield* spliceDocumentTree(file, repairedFile);
    return;
  }
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

/** Throws RunFailure if a document was saved in another encoding: its records would not fit into the file. */
function checkEncoding({ state: expected }: RecordPlace, { state: actual }: RecordPlace): void {
  const encodingOf = (state: unknown): unknown => (state as { encoding?: unknown } | null)?.encoding;
  if (expected !== null && encodingOf(expected) !== encodingOf(actual)) throw differs('its encoding is different');
}

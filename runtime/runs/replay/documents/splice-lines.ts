import type { SliceReader } from '../../../reading/source/disk/slice-reader.ts';
import { firstOffset, type PlacesFile } from '../places/record-places.ts';
import type { ReplayFile } from '../places/rejected-records.ts';
import { readBetween } from '../places/rejected-records.ts';
import { differs, missingLineEnd } from '../places/repaired-copy.ts';
import { isPartial } from '../places/unpublished.ts';
import { rejectedUnits } from './rejected-units.ts';
import { endOfUnit, lineUnits, type Unit } from './units.ts';

/**
 * Yields the file of lines of a run with the documents of a repaired copy of its rejects in their places. Throws RunFailure
 * (`repaired_differs`) if the copy has other documents, if one has another number of records, or if a record around them was
 * changed, which would change the documents that were published.
 */
export async function* spliceDocumentLines(file: ReplayFile, repairedFile: PlacesFile): AsyncGenerator<Uint8Array> {
  const { slices, rest } = file;
  const repaired = repairedFile.slices;
  const isOpen = rest.kind === 'unread' && !isPartial(file);
  const given = lineUnits(repairedFile);
  let upcoming = await given.next();
  let at = 0;
  let count = 0;
  let last: Unit | null = null;
  try {
    for await (const unit of rejectedUnits(file)) {
      if (upcoming.done === true) throw differs(`it has only ${count} documents and records`);
      count++;
      last = upcoming.value;
      upcoming = await given.next();
      if (unit.isFrame) {
        if ((await textOf(slices, unit)) !== (await textOf(repaired, last)))
          throw differs(`record ${last.first}, which surrounds documents and was published, is different`);
        continue;
      }
      if (unit.records !== last.records)
        throw differs(
          `the document or record that begins with record ${last.first} has ${last.records} instead of ${unit.records} records`,
        );
      // What follows the last record, such as filler lines, is that of the file, not that of the copy.
      const isLast = !isOpen && upcoming.done === true;
      const place = isLast ? { ...unit, to: await endOfUnit(file, unit) } : unit;
      const copy: Unit = isLast ? { ...last, to: await endOfUnit(repairedFile, last) } : last;
      yield* readBetween(slices, at, unit.from);
      yield* readBetween(repaired, copy.from, copy.to);
      yield await missingLineEnd({ slices, place }, { slices: repaired, place: copy });
      at = place.to;
    }
    if (!isOpen) {
      if (upcoming.done !== true) throw differs(`it has more than ${count} documents and records`);
      yield* slices.readRange(at, Infinity);
      return;
    }
  } finally {
    await given.return(undefined);
  }
  if (rest.kind === 'unread') yield* readBetween(slices, at, rest.byteOffset);
  yield* repaired.readRange(last?.to ?? (await firstOffset(repairedFile)), Infinity);
}

/** Returns the bytes of a record, without what programs change when they save a file. */
async function textOf(slices: SliceReader, { from, to }: Unit): Promise<string> {
  return Buffer.from(await slices.readSlice(from, to - from))
    .toString('latin1')
    .replace(/[\r\n\0]+/g, '');
}

import { partReaderOf, piecesBeforeRecords } from '../places/read-parts.ts';
import type { ReplayFile } from '../places/rejected-records.ts';
import { isPartial } from '../places/unpublished.ts';
import { rejectedUnits } from './rejected-units.ts';
import { endOfUnit, type Unit } from './units.ts';

/**
 * Yields the part of a file of lines with documents that was not published: what precedes the first record, the documents and
 * records with those that surround them, and what follows the last record. Totals of the whole file are left out. Yields
 * nothing if everything was published.
 */
export async function* documentLines(file: ReplayFile): AsyncGenerator<Uint8Array> {
  const { rest } = file;
  const readPart = partReaderOf(file);
  let last: Unit | null = null;
  let held: Unit | null = null;
  let hasBegun = false;
  for await (const unit of rejectedUnits(file, (one) => (last = one))) {
    if (held === null) yield* piecesBeforeRecords(file, readPart);
    else yield* readPart(held.from, held.to);
    held = unit;
    hasBegun = true;
  }
  if (held !== null) yield* readPart(held.from, rest.kind === 'end' ? await endOfUnit(file, held) : held.to);
  if (isPartial(file)) return;
  if (rest.kind === 'unread') {
    for await (const piece of readPart(rest.byteOffset, Infinity)) {
      if (!hasBegun) yield* piecesBeforeRecords(file, readPart);
      hasBegun = true;
      yield piece;
    }
  }
  if (rest.kind === 'end' && hasBegun && last !== null)
    yield* file.slices.readRange(await endOfUnit(file, last), Infinity);
}

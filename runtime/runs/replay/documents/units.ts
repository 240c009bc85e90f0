import type { Batch, Position, SpecInfo } from '../../../../compiler/kernel/model/contract.ts';
import { replayBatches } from '../places/replay-batches.ts';
import { firstOffset, type PlacesFile } from '../places/record-places.ts';

/** A document with all of its records, or a record outside of documents with its groups. */
export interface Unit {
  /** The number of its first record, and how many it has. */
  first: number;
  records: number;
  /** The name of its type, which is that of its first record. Null: it is not known. */
  type: string | null;
  isDocument: boolean;
  /** Whether one of its records was not processed. */
  hasRejected: boolean;
  /** The position before it. Null: the beginning of the file. */
  before: Position | null;
  /** Where it is in the undecoded file: from offset `from` up to, but not including, offset `to`. */
  from: number;
  to: number;
}

/**
 * Yields the units of a file of lines, up to that with record `records`. A unit begins where the one before it ends, so it
 * includes comments between them. If a document is too long, each of its records is a unit.
 */
export async function* lineUnits(
  { module, options, slices }: PlacesFile,
  records = Infinity,
): AsyncGenerator<Unit, undefined> {
  let from = await firstOffset({ module, options, slices });
  let before: Position | null = null;
  for await (const batch of replayBatches({
    module,
    options,
    chunks: slices.readRange(0, Infinity),
    records,
    batchRecords: 1,
  })) {
    const { firstRecord: first, records: count, recordIssues, next } = batch;
    const hasRejected = recordIssues.some(({ outcome }) => outcome !== 'processed');
    const type = typeOf(batch, module.spec);
    if (count > 0) yield { first, records: count, ...type, hasRejected, before, from, to: next.byteOffset };
    if (count > 0) from = next.byteOffset;
    before = next;
  }
}

/**
 * Returns the offset after the last record of a unit. A document that ends with its file has the lines after it at its end.
 * Its records are read again as if their messages were too large, because the reader reports the places of such records.
 */
export async function endOfUnit({ module, options, slices }: PlacesFile, unit: Unit): Promise<number> {
  if (!unit.isDocument) return unit.to;
  const from = unit.before;
  const last = unit.first + unit.records - 1;
  let end = 0;
  for await (const { recordIssues } of replayBatches({
    module,
    options: { ...options, maxMessageBytes: 1 },
    chunks: slices.readRange(from?.byteOffset ?? 0, Infinity),
    from,
    records: last,
    messages: true,
  }))
    for (const { record, byteOffset, byteLength } of recordIssues)
      if (record <= last) end = Math.max(end, byteOffset + byteLength);
  return end === 0 ? unit.to : end;
}

function typeOf({ typed }: Batch, { recordTypes = [] }: SpecInfo): Pick<Unit, 'type' | 'isDocument'> {
  const document = typed?.documents?.find(({ total }) => total > 0);
  if (document !== undefined) return { type: document.recordType, isDocument: true };
  const isGroup = (type: string) => recordTypes.find(({ name }) => name === type)?.isGroup === true;
  const own = typed?.types.find(({ name, total }) => total > 0 && name !== null && !isGroup(name));
  return { type: own?.name ?? null, isDocument: false };
}

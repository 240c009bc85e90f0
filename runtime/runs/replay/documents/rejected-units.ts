import { RecordSet, recordSetOf } from '../../../base/model/record-set.ts';
import type { ReplayFile } from '../places/rejected-records.ts';
import { isPartial, unpublishedSet } from '../places/unpublished.ts';
import { frameTypesOf } from './frame.ts';
import { type KeptUnit, keptUnits } from './kept-units.ts';
import { lineUnits, type Unit } from './units.ts';

/**
 * Yields the units of a file of lines that its rejects contain: those that were not published, and the records around them.
 * Calls `onUnit` with each unit of the file before that.
 */
export async function* rejectedUnits(
  file: ReplayFile,
  onUnit: (unit: Unit) => void = () => {},
): AsyncGenerator<KeptUnit, undefined> {
  const types = frameTypesOf(file.module.spec);
  if (types === null) throw new Error('a spec without documents has no units');
  const part = isPartial(file);
  const isKept = part ? await isInSet(file) : isRejected(file);
  const isEnd = file.rest.kind === 'unread' && !part;
  yield* keptUnits(noted(lineUnits(file, part ? Infinity : file.records), file, onUnit), { types, isKept, isEnd });
}

async function* noted(
  units: AsyncIterable<Unit>,
  file: ReplayFile,
  onUnit: (unit: Unit) => void,
): AsyncGenerator<Unit, undefined> {
  const last = isPartial(file) ? Infinity : file.records;
  for await (const unit of units) {
    if (unit.first > last) return;
    onUnit(unit);
    yield unit;
  }
}

/** Returns whether a run that was to publish only some records has not published those of a unit. */
async function isInSet(file: ReplayFile): Promise<(unit: Unit) => boolean> {
  const text = await unpublishedSet(file);
  if (text === null) return () => false;
  const set = new RecordSet(text);
  return ({ first, records }) => hasSome(set, first, records);
}

function isRejected({ options }: ReplayFile): (unit: Unit) => boolean {
  const only = recordSetOf(options);
  return ({ first, records, hasRejected }) => hasRejected && (only === null || hasSome(only, first, records));
}

function hasSome(set: RecordSet, first: number, records: number): boolean {
  for (let record = first; record < first + records; record++) if (set.has(record)) return true;
  return false;
}

import { recordPlaces } from './places/record-places.ts';
import { readBetween, type ReplayFile } from './places/rejected-records.ts';
import { isPartial, unpublishedPlaces } from './places/unpublished.ts';

/** A separator of records with its blanks is shorter. */
const MAX_SEPARATOR = 64 * 1024;
const SEPARATOR = /^[ \t\r\n]*,[ \t\r\n]*$/;

/**
 * Yields a document of JSON without its published records, and without the commas that would have no record before them.
 * Everything around the lists and objects with records remains. If a failed all-or-nothing run has published nothing, yields
 * the whole file. Yields nothing if every record was published.
 */
export async function* listRejects(file: ReplayFile): AsyncGenerator<Uint8Array> {
  const { slices, rest } = file;
  if (rest.kind === 'rejected' && !isPartial(file)) {
    yield* slices.readRange(0, Infinity);
    return;
  }
  if (rest.kind !== 'unread' && (await unpublishedPlaces(file).next()).done === true) return;
  let at = 0;
  let hasItem = false;
  for await (const { from, to, state, isKept } of distinctPlaces(file)) {
    const isSeparator = at > 0 && (await isComma(file, { from: at, to: from, state }));
    if (!isSeparator) hasItem = false;
    if (!isSeparator || (isKept && hasItem)) yield* readBetween(slices, at, from);
    if (isKept) {
      yield* readBetween(slices, from, to);
      hasItem = true;
    }
    at = to;
  }
  yield* slices.readRange(at, Infinity);
}

interface Place extends Between {
  isKept: boolean;
}

/** Yields the place of each record of the file, and whether it or a record inside of it was not published. */
async function* distinctPlaces(file: ReplayFile): AsyncGenerator<Place> {
  const kept = unpublishedPlaces(file);
  let next = await kept.next();
  const found: Place[] = [];
  for await (const { record, from, to, state } of recordPlaces(file)) {
    const isKept = next.value?.record === record;
    if (isKept) next = await kept.next();
    // A record inside of another one has its place.
    const [last] = found;
    if (last?.from === from) last.isKept ||= isKept;
    else {
      yield* found.splice(0);
      found.push({ from, to, state, isKept });
    }
  }
  yield* found;
}

interface Between {
  readonly from: number;
  readonly to: number;
  readonly state: unknown;
}

/** Returns whether only a comma and blanks are between two records. */
async function isComma({ slices, module }: ReplayFile, { from, to, state }: Between): Promise<boolean> {
  if (to - from > MAX_SEPARATOR) return false;
  // The state of a position contains the encoding that a byte order mark names.
  const marked = (state as { encoding?: string } | null)?.encoding;
  const bytes = await slices.readSlice(from, to - from);
  return SEPARATOR.test(new TextDecoder(marked ?? module.spec.encoding ?? 'utf-8').decode(bytes));
}

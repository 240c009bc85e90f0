import { recordPlaces } from './places/record-places.ts';
import { readBetween, type ReplayFile } from './places/rejected-records.ts';
import { isPartial, unpublishedPlaces } from './places/unpublished.ts';

/** A comma with the blanks around it is shorter. */
const MAX_SEPARATOR = 64 * 1024;

/**
 * Yields a document of JSON without its published records, and without the commas that would have no item before them.
 * Everything else in the document remains. If a failed all-or-nothing run has published nothing, yields
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
  /** Whether the list or object has an item, so that the next one needs a comma before it. */
  let hasItem = false;
  for await (const { from, to, state, isKept } of distinctPlaces(file)) {
    const { before, after } = await findCommas(file, { from: at, to: from, state });
    const isSeparator = before !== null && after !== null && after < before;
    // Other items, or the ends and beginnings of lists, are between the records.
    if (!isSeparator) {
      yield* readBetween(slices, hasItem ? at : (before ?? at), after ?? from);
      hasItem = after !== null;
    }
    if (isKept) {
      if (hasItem) yield* readBetween(slices, isSeparator ? at : (after ?? from), from);
      yield* readBetween(slices, from, to);
      hasItem = true;
    }
    at = to;
  }
  const { before } = await findCommas(file, { from: at, to: Infinity, state: null });
  yield* slices.readRange(hasItem ? at : (before ?? at), Infinity);
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

/** The commas of the text between two records. */
interface Commas {
  /** The offset after the comma with which the text begins. Null: it begins with something else. */
  readonly before: number | null;
  /** The offset of the comma with which the text ends, which may be the same one. Null: it ends with something else. */
  readonly after: number | null;
}

async function findCommas({ slices, module }: ReplayFile, { from, to, state }: Between): Promise<Commas> {
  // The state of a position contains the encoding that a byte order mark names.
  const marked = (state as { encoding?: string } | null)?.encoding;
  const encoding = marked ?? module.spec.encoding ?? 'utf-8';
  const unit = /^utf-?16/i.test(encoding) ? 2 : 1;
  const textAt = async (at: number) =>
    new TextDecoder(encoding).decode(await slices.readSlice(at, Math.min(MAX_SEPARATOR, to - at)));
  const [begins] = from === 0 ? [] : (/^[ \t\r\n]*,/.exec(await textAt(from)) ?? []);
  const [ends] = to === Infinity ? [] : (/,[ \t\r\n]*$/.exec(await textAt(Math.max(from, to - MAX_SEPARATOR))) ?? []);
  return {
    before: begins === undefined ? null : from + begins.length * unit,
    after: ends === undefined ? null : to - ends.length * unit,
  };
}

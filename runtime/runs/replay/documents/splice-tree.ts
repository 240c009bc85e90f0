import type { SliceReader } from '../../../reading/source/disk/slice-reader.ts';
import type { PlacesFile } from '../places/record-places.ts';
import { readBetween, type ReplayFile } from '../places/rejected-records.ts';
import { differs } from '../places/repaired-copy.ts';
import { type FrameTypes, frameTypesOf } from './frame.ts';
import { createKeptCheck } from './kept-check.ts';
import { type TreeEvent, treeUnits } from './tree-units.ts';

type Element = Exclude<TreeEvent, { kind: 'END' }>;

/**
 * Yields the document of a run with the elements of a repaired copy of its rejects in their places. Throws RunFailure
 * (`repaired_differs`) if the copy has others, if one has another number of records, if an element around them was changed, or
 * if its encoding is another one.
 */
export async function* spliceDocumentTree(file: ReplayFile, repairedFile: PlacesFile): AsyncGenerator<Uint8Array> {
  const { slices } = file;
  const repaired = repairedFile.slices;
  const check = await createKeptCheck(file);
  const given = new RepairedElements(repairedFile, frameTypesOf(file.module.spec));
  let at = 0;
  /** An element that was not published although others are inside of it. */
  let begun: { readonly original: Element & { kind: 'BEGIN' }; readonly mended: Element } | null = null;
  try {
    for await (const event of treeUnits(file)) {
      if (event.kind === 'END') continue;
      await given.noteAround(slices, event);
      const isKept = await check.isKept({ first: event.first, records: event.kind === 'UNIT' ? event.records : 1 });
      if (begun !== null) {
        const { original, mended } = begun;
        // Without the first element inside, what follows the start tag is not known to be the same.
        const isWhole = isKept && mended.kind === 'BEGIN';
        yield* readBetween(slices, at, original.from);
        yield* readBetween(repaired, mended.from, isWhole ? mended.headTo : await endOfTag(repaired, mended));
        at = isWhole ? original.headTo : await endOfTag(slices, original);
        begun = null;
      }
      if (!isKept) continue;
      const mended = await given.next(event);
      if (event.kind === 'BEGIN') {
        begun = { original: event, mended };
        continue;
      }
      yield* readBetween(slices, at, event.from);
      yield* readBetween(repaired, mended.from, mended.kind === 'UNIT' ? mended.to : mended.headTo);
      at = event.to;
    }
    await given.end();
    yield* slices.readRange(at, Infinity);
  } finally {
    await check.close();
    await given.close();
  }
}

/** The elements of a repaired file. */
class RepairedElements {
  readonly #slices: SliceReader;
  readonly #types: FrameTypes | null;
  readonly #events: AsyncGenerator<TreeEvent, undefined>;
  /** The texts of elements in the original file that surround others. */
  readonly #around = new Set<string>();
  #count = 0;

  constructor(file: PlacesFile, types: FrameTypes | null) {
    this.#slices = file.slices;
    this.#types = types;
    this.#events = treeUnits(file);
  }

  /** Notes an element of the original file that may surround rejected ones. */
  async noteAround(slices: SliceReader, element: Element): Promise<void> {
    if (this.#isAround(element)) this.#around.add(await textOf(slices, element));
  }

  /** Returns the element that replaces one of the original file. Throws RunFailure. */
  async next(original: Element): Promise<Element> {
    for (;;) {
      const { value: event } = await this.#events.next();
      if (event === undefined) throw differs(`it has only ${this.#count} documents and records`);
      if (event.kind === 'END') continue;
      if (event.type !== original.type && this.#isAround(event)) await this.#requireKnown(event);
      else {
        this.#count++;
        requireSame(original, event);
        return event;
      }
    }
  }

  /** Throws RunFailure if other elements follow than those around rejected ones. */
  async end(): Promise<void> {
    for await (const event of this.#events) {
      if (event.kind === 'END') continue;
      if (!this.#isAround(event)) throw differs(`it has more than ${this.#count} documents and records`);
      await this.#requireKnown(event);
    }
  }

  async close(): Promise<void> {
    await this.#events.return(undefined);
  }

  #isAround({ kind, type }: Element): boolean {
    return kind === 'BEGIN' || this.#types?.isFrame(type) === true;
  }

  async #requireKnown(element: Element): Promise<void> {
    if (this.#around.has(await textOf(this.#slices, element))) return;
    throw differs(`record ${element.first}, which surrounds documents and was published, is different`);
  }
}

/** Throws RunFailure if an element cannot replace another one. */
function requireSame(original: Element, mended: Element): void {
  if (original.encoding !== mended.encoding) throw differs('its encoding is different');
  if (original.type !== mended.type)
    throw differs(`record ${mended.first} has the type ${mended.type ?? ''} instead of ${original.type ?? ''}`);
  const countOf = (element: Element) => (element.kind === 'UNIT' ? element.records : null);
  const [expected, actual] = [countOf(original), countOf(mended)];
  if (original.kind === 'UNIT' && expected !== actual)
    throw differs(
      `the document or record that begins with record ${mended.first} has ${actual ?? 'more'} instead of ${expected ?? 0} records`,
    );
}

const MAX_TAG = 64 * 1024;

/** Returns the text of an element without others inside, or the start tag of another one. */
async function textOf(slices: SliceReader, element: Element): Promise<string> {
  const to = element.kind === 'UNIT' ? element.to : await endOfTag(slices, element);
  const bytes = await slices.readSlice(element.from, Math.min(to - element.from, MAX_TAG));
  return Buffer.from(bytes).toString('latin1').replace(/\r/g, '');
}

/** Returns the offset after the start tag of an element. */
async function endOfTag(slices: SliceReader, { from, encoding }: Element): Promise<number> {
  const text = Buffer.from(await slices.readSlice(from, MAX_TAG)).toString('latin1');
  const length = /^(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(text)?.[0].length ?? 0;
  return from + length + (encoding === 'utf-16le' ? 1 : 0);
}

import { Iso2022Joiner } from '../places/iso2022-joiner.ts';
import { isPartial } from '../places/unpublished.ts';
import { readBetween, type ReplayFile } from '../places/rejected-records.ts';
import { type FrameTypes, frameTypesOf } from './frame.ts';
import { createKeptCheck, type KeptCheck } from './kept-check.ts';
import { type TreeEvent, type TreeUnit, treeUnits } from './tree-units.ts';

/**
 * Yields a document of elements with record types without what was published: documents, other records, records after them with
 * totals of the whole file, and enclosing elements in which everything was published. Yields nothing if everything was published.
 */
export async function* documentTree(file: ReplayFile): AsyncGenerator<Uint8Array> {
  const { rest } = file;
  const isRest = rest.kind === 'unread' && !isPartial(file);
  const check = await createKeptCheck(file);
  if (!check.hasSome && !isRest) return await check.close();
  const types = frameTypesOf(file.module.spec);
  const parts = new TreeParts(file, types);
  try {
    for await (const event of treeUnits(file)) yield* parts.move(event, check);
    yield* parts.end();
  } finally {
    await check.close();
  }
}

/** A part of the file, from an offset up to another one. */
interface Part {
  readonly from: number;
  readonly to: number;
}

/** An open element that encloses others. */
interface OpenElement {
  readonly first: number;
  /** The number of parts that waited when it began, and the offset up to which they were known. */
  readonly waiting: number;
  readonly at: number;
  isKept: boolean;
}

/** Blanks between elements are shorter. */
const MAX_BLANKS = 4096;

/** Writes the parts of a file that remain when units are removed. */
class TreeParts {
  readonly #file: ReplayFile;
  readonly #types: FrameTypes | null;
  /** The offset up to which everything was written, waits or was removed. */
  #at = 0;
  /** The offset after the last element that remains. */
  #keptTo = 0;
  #waiting: Part[] = [];
  readonly #open: OpenElement[] = [];
  /** What precedes the first root element, if that element was removed. */
  #head: Part | null = null;
  #joiner: Iso2022Joiner | null = null;
  /** The offset up to which the joiner knows the file. */
  #joined = 0;

  constructor(file: ReplayFile, types: FrameTypes | null) {
    this.#file = file;
    this.#types = types;
  }

  async *move(event: TreeEvent, check: KeptCheck): AsyncGenerator<Uint8Array> {
    if (event.kind === 'END') return yield* this.#end(event);
    if (event.encoding === 'iso-2022-jp') this.#joiner ??= new Iso2022Joiner();
    if (event.kind === 'BEGIN') {
      const isKept = await check.isKept({ ...event, records: 1 });
      this.#open.push({ first: event.first, waiting: this.#waiting.length, at: this.#at, isKept });
      if (!isKept) return;
      for (const element of this.#open) element.isKept = true;
      yield* this.#write();
      return;
    }
    if (await check.isKept(event)) {
      for (const element of this.#open) element.isKept = true;
      this.#keptTo = event.to;
      yield* this.#write();
    } else if (this.#types?.isFrame(event.type) !== true) yield* this.#remove(event);
  }

  /** Yields the rest of the file. */
  async *end(): AsyncGenerator<Uint8Array> {
    yield* this.#write();
    yield* this.#read({ from: this.#at, to: Infinity });
    if (this.#joiner !== null) yield this.#joiner.end();
  }

  async *#end(ended: TreeEvent & { kind: 'END' }): AsyncGenerator<Uint8Array> {
    const element = this.#open.pop();
    if (element?.isKept === true) this.#keptTo = ended.to;
    if (element === undefined || element.isKept) return;
    this.#waiting.length = element.waiting;
    this.#at = element.at;
    yield* this.#remove(ended);
  }

  /** Removes an element. What is before it waits until something inside of the same elements is kept. */
  async *#remove({ from, to, depth }: Pick<TreeUnit, 'from' | 'to' | 'depth'>): AsyncGenerator<Uint8Array> {
    const before = { from: this.#at, to: from };
    this.#at = to;
    // Several documents may follow each other: what precedes a root element is removed with it.
    if (depth === 1 && this.#keptTo > before.from) yield* this.#read({ from: before.from, to: this.#keptTo });
    else if (depth === 1) this.#head ??= this.#keptTo > 0 ? null : before;
    else if (this.#open.every(({ isKept }) => isKept)) yield* this.#read(before);
    else if (!(await this.#isBlank(before))) this.#waiting.push(before);
  }

  /** Writes what waits. */
  async *#write(): AsyncGenerator<Uint8Array> {
    if (this.#head !== null) yield* this.#writeHead(this.#head);
    for (const part of this.#waiting) yield* this.#read(part);
    this.#waiting = [];
  }

  /** Writes the beginning of the file before the first root element that remains, unless that has a declaration. */
  async *#writeHead(head: Part): AsyncGenerator<Uint8Array> {
    this.#head = null;
    const next = await this.#textOf({ from: this.#at, to: this.#at + MAX_BLANKS }, true);
    const mark = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)/.exec(await this.#textOf(head, true))?.[0].length ?? 0;
    const hasDeclaration = /^\s*<\?xml\s/.test(next.replace(/\0/g, ''));
    yield* this.#read(hasDeclaration ? { from: head.from, to: head.from + mark } : head);
    // Nothing may precede a declaration.
    const blanks = /^[\s\0]*/.exec(next)?.[0].length ?? 0;
    if (hasDeclaration) this.#at += next.includes('\0') ? blanks - (blanks % 2) : blanks;
  }

  async *#read({ from, to }: Part): AsyncGenerator<Uint8Array> {
    const { slices } = this.#file;
    const joiner = this.#joiner;
    if (joiner !== null && from > this.#joined) joiner.skip(await slices.readSlice(this.#joined, from - this.#joined));
    this.#joined = to;
    const pieces = to === Infinity ? slices.readRange(from, to) : readBetween(slices, from, to);
    for await (const piece of pieces) yield joiner === null ? piece : joiner.append(piece);
  }

  async #isBlank(part: Part): Promise<boolean> {
    return part.to - part.from <= MAX_BLANKS && /^\s*$/.test(await this.#textOf(part));
  }

  /** Returns the beginning of a part, each byte as a character, without the zeros of UTF-16. */
  async #textOf({ from, to }: Part, isExact = false): Promise<string> {
    const bytes = await this.#file.slices.readSlice(from, Math.min(MAX_BLANKS, to - from));
    const text = Buffer.from(bytes).toString('latin1');
    return isExact ? text : text.replace(/\0/g, '');
  }
}

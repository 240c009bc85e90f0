import { BACKSLASH, DOUBLE_QUOTE, HYPHEN } from '../../bytes/ascii.ts';
import { fastBuffers } from '../../fast/buffers.ts';
import { createPointerTree } from '../fields/pointer-tree.ts';
import type { JsonField } from '../fields/json-record.ts';
import type { JsonLayout } from './layout.ts';
import { LineTemplates } from './line-templates.ts';
import { isOpening, type MemberSlot, skipBlanks } from './member-slot.ts';
import { findStringEnd, findWordEnd, isNullAt, NumberScanner } from './scanner.ts';
import { ValueSkipper } from './value-skipper.ts';

const input = fastBuffers.input;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A NUL follows the last record, which no piece of a record contains. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;
/** Only the careful reader finds the type. */
const UNKNOWN = -1;
/** Number of values whose types are known. */
const MAX_KNOWN = 64;

/** Says which type a value selects. */
interface ValueSelector {
  /** The place of the value: the only one. */
  readonly fields: readonly JsonField[];
  /** Returns the type of a record with a value, or without it. -1: it has none. */
  select(texts: readonly string[]): number;
}

/** The data that the source of a file of JSON Lines with several types passes to its fast readers. */
export class JsonTypesLayout {
  /** The layouts of the types, by their indexes. */
  readonly types: readonly (JsonLayout | undefined)[];
  readonly #finder: TypeFinder;

  constructor(types: ReadonlyMap<number, JsonLayout>, selector: ValueSelector) {
    this.types = Array.from({ length: Math.max(...types.keys()) + 1 }, (_, type) => types.get(type));
    this.#finder = new TypeFinder(selector);
  }

  /** Returns the type of the record at an index of `fastBuffers.input`. Returns -1 if the careful reader must find it. */
  findType(at: number): number {
    return this.#finder.find(at);
  }
}

/** A value, and the type that it selects. */
interface KnownValue {
  readonly bytes: Uint8Array;
  readonly type: number;
}

/**
 * Finds the value that decides the type of a record, and reads no further: the reader of the type checks the whole line.
 * It expects what earlier records had before that value.
 */
class TypeFinder {
  readonly #selector: ValueSelector;
  readonly #numbers = new NumberScanner();
  readonly #skipper = new ValueSkipper();
  #templates: LineTemplates;
  readonly #known: KnownValue[] = [];
  #turn = 0;

  constructor(selector: ValueSelector) {
    this.#selector = selector;
    this.#templates = this.#createTemplates();
  }

  find(from: number): number {
    if (!this.#templates.hasRoom) this.#templates = this.#createTemplates();
    const templates = this.#templates;
    let slot = templates.start;
    let at = from;
    for (;;) {
      let piece = slot.next;
      if (piece === null || !piece.isAt(at, NO_LIMIT)) {
        piece = templates.find(slot, at, NO_LIMIT);
        if (piece === null) return UNKNOWN;
      }
      at = skipBlanks(at + piece.length);
      slot = piece.to;
      if (slot === templates.end) return this.#selector.select([]);
      // The only field is the value that decides.
      if (slot.field === 0) return this.#select(at);
      at = this.#skip(slot, at);
      if (at < 0) return UNKNOWN;
    }
  }

  #createTemplates(): LineTemplates {
    return new LineTemplates(createPointerTree(this.#selector.fields));
  }

  /** Returns the index after the value of a slot, or -1. */
  #skip(slot: MemberSlot, at: number): number {
    const byte = input[at] as number;
    if (isOpening(byte)) return this.#skipper.skip(at, slot.depth);
    if (byte !== DOUBLE_QUOTE) return this.#scalarEnd(at);
    const end = findStringEnd(at + 1);
    return end < 0 ? -1 : end + 1;
  }

  #scalarEnd(at: number): number {
    const byte = input[at] as number;
    return byte === HYPHEN || (byte >= 0x30 && byte <= 0x39) ? this.#numbers.findEnd(at) : findWordEnd(at);
  }

  /** Returns the type that the value at an index selects. */
  #select(at: number): number {
    if (isNullAt(at)) return this.#selector.select([]);
    const isText = input[at] === DOUBLE_QUOTE;
    const from = isText ? at + 1 : at;
    const to = isText ? findStringEnd(from) : this.#scalarEnd(from);
    if (to < 0) return UNKNOWN;
    for (const { bytes, type } of this.#known) if (isAt(bytes, from, to)) return type;
    return this.#learn(from, to);
  }

  #learn(from: number, to: number): number {
    const bytes = input.slice(from, to);
    // The text of an escape is that of another value.
    if (bytes.includes(BACKSLASH)) return UNKNOWN;
    const type = this.#selector.select([decoder.decode(bytes)]);
    if (this.#known.length < MAX_KNOWN) this.#known.push({ bytes, type });
    else this.#known[this.#turn++ % MAX_KNOWN] = { bytes, type };
    return type;
  }
}

function isAt(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== bytes.length) return false;
  for (let i = 0; i < bytes.length; i++) if (input[from + i] !== bytes[i]) return false;
  return true;
}

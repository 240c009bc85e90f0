import { fastBuffers, hasRoomAfter } from '../fast/buffers.ts';
import type { PartType, PartTypes } from '../documents/part-types.ts';

const output = fastBuffers.output;
const COMMA = 0x2c;
const END_LIST = 0x5d;
const END_OBJECT = 0x7d;
const BEGIN_OBJECT = 0x7b;

/** A part, and the bytes around its records. */
interface WrittenPart {
  readonly parent: number;
  readonly place: number;
  readonly isList: boolean;
  /** What precedes its first record, and what replaces it if it has none. */
  readonly begin: Uint8Array;
  readonly absent: Uint8Array;
}

/**
 * Writes the messages of a document into that of its first record, in the output of the fast readers. Each record follows
 * `open`, and `close` follows the record. All methods take the length of the output. They return the new one, or -1 if the
 * careful reader must join the records.
 */
export class PartWriter {
  readonly #parts: readonly (WrittenPart | undefined)[];
  readonly #inside: readonly (readonly WrittenPart[])[];
  /** The types of the objects that have not ended, the outermost first, and how many there are. */
  readonly #open: Int32Array;
  #depth = 0;
  /** For each type with parts, the place of the part that was written last. -1: none. */
  readonly #last: Int32Array;

  constructor(parts: PartTypes) {
    this.#parts = parts.ofType.map((part) => (part === undefined ? undefined : createPart(part, parts)));
    this.#inside = parts.inside.map((own) => own.flatMap(({ type }) => this.#parts[type] ?? []));
    this.#open = new Int32Array(parts.ofType.length + 1);
    this.#last = new Int32Array(parts.ofType.length);
  }

  /** Begins a document. */
  begin(): void {
    this.#depth = 0;
  }

  /** Writes what precedes a record of a type. */
  open(type: number, length: number): number {
    const part = this.#parts[type];
    if (part === undefined) return this.#depth === 0 ? length : -1;
    const { parent, place, isList, begin } = part;
    let end = length;
    while (this.#depth > 0 && this.#open[this.#depth - 1] !== parent) end = this.#endObject(end);
    if (this.#depth === 0) return -1;
    const last = this.#last[parent] as number;
    if (last === place && isList) {
      output[end] = COMMA;
      return end + 1;
    }
    // The members have the order of the spec, which the records need not have.
    if (last >= place || !hasRoomAfter(end)) return -1;
    end = this.#pass(parent, place, end);
    this.#last[parent] = place;
    return write(begin, end);
  }

  /** Prepares to add parts to the record that ends the output, if its type has some. */
  close(type: number, length: number): number {
    const own = this.#inside[type];
    if (own === undefined || own.length === 0) return length;
    this.#open[this.#depth++] = type;
    this.#last[type] = -1;
    // The first member of an object without fields follows no comma.
    return output[length - 2] === BEGIN_OBJECT ? -1 : length - 1;
  }

  /** Ends the document. */
  end(length: number): number {
    let end = length;
    while (this.#depth > 0) end = this.#endObject(end);
    return hasRoomAfter(end) ? end : -1;
  }

  #endObject(length: number): number {
    const type = this.#open[--this.#depth] as number;
    const end = this.#pass(type, this.#inside[type]?.length ?? 0, length);
    output[end] = END_OBJECT;
    return end + 1;
  }

  /** Ends the part of a type that was written last, and writes the parts before a place that have no records. */
  #pass(type: number, place: number, length: number): number {
    const own = this.#inside[type] ?? [];
    const last = this.#last[type] as number;
    let end = length;
    if (last >= 0 && own[last]?.isList === true) output[end++] = END_LIST;
    for (let i = last + 1; i < place; i++) end = write((own[i] as WrittenPart).absent, end);
    return end;
  }
}

function createPart({ type, parent, member, isList }: PartType, { places }: PartTypes): WrittenPart {
  const encoder = new TextEncoder();
  const name = `,${JSON.stringify(member)}:`;
  const begin = encoder.encode(isList ? `${name}[` : name);
  return { parent, place: places[type] ?? -1, isList, begin, absent: encoder.encode(name + (isList ? '[]' : 'null')) };
}

function write(bytes: Uint8Array, length: number): number {
  for (let i = 0; i < bytes.length; i++) output[length + i] = bytes[i] as number;
  return length + bytes.length;
}

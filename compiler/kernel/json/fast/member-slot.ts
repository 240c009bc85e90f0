import { BLANK, TAB } from '../../bytes/ascii.ts';
import { fastBuffers } from '../../fast/buffers.ts';
import { isIndex, type PointerNode } from '../fields/pointer-tree.ts';

const input = fastBuffers.input;
const view = fastBuffers.inputView;

/** `MemberSlot.field` of a value that no field reads. */
export const UNREAD = -1;
/** `MemberSlot.field` of a value that several fields read. */
export const MANY = -2;
/** `MemberSlot.field` of an object or a list in which fields read values. */
export const THROUGH = -3;

/** Number of pieces that are known after one value. */
const MAX_PIECES = 16;

/** The members of a slot that say where it is. */
interface Place {
  readonly parent: MemberSlot | null;
  readonly name: string;
  /** The index in a list. -1 for a member of an object. */
  readonly index: number;
  readonly node: PointerNode | null;
}

/** A place in records at which a value occurs: the record, a member of an object, or an item of a list. */
export class MemberSlot {
  /** The object or list of the value. Null for the record. */
  readonly parent: MemberSlot | null;
  readonly name: string;
  readonly index: number;
  /** Where pointers lead. Null: no field reads the value. */
  readonly node: PointerNode | null;
  /** The index of the only field that reads the value, or UNREAD, MANY or THROUGH. */
  readonly field: number;
  /** Number of objects and lists around the value. */
  readonly depth: number;
  /** Whether a list has several values here: its items after the last one that a field reads. */
  readonly isRest: boolean;
  /** The first index of a list after which no field reads an item. */
  readonly restFrom: number;
  /** The slots of members (by name, after `{`) and items (by index, after `[`). */
  readonly slots = new Map<string, MemberSlot>();
  /** The bytes that have occurred between this value and the next one. */
  readonly pieces: Piece[] = [];
  /** The piece that occurred last. */
  next: Piece | null = null;
  /** The number of the record that had this member last. */
  record = 0;
  /** Whether the run knows that no field reads the value. */
  isNoted = false;
  #turn = 0;

  constructor({ parent, name, index, node }: Place) {
    this.parent = parent;
    this.name = name;
    this.index = index;
    this.node = node;
    this.depth = parent === null ? 0 : parent.depth + 1;
    this.field = fieldOf(node, parent === null);
    this.isRest = parent !== null && index >= 0 && index >= parent.restFrom;
    this.restFrom = restOf(node);
  }

  /** Whether the value is an item of a list. */
  get isItem(): boolean {
    return this.index >= 0;
  }

  /** Returns the slot of a member of this object, or null if there is none yet. */
  member(name: string): MemberSlot | null {
    return this.slots.get(`{${name}`) ?? null;
  }

  /** Adds the slot of a member of this object. */
  addMember(name: string): MemberSlot {
    return this.#add(`{${name}`, { parent: this, name, index: -1, node: this.node?.children?.get(name) ?? null });
  }

  /** Returns the slot of an item of this list. */
  item(wanted: number): MemberSlot {
    const index = Math.min(wanted, this.restFrom);
    const name = String(index);
    const node = this.node?.children?.get(name) ?? null;
    return this.slots.get(`[${name}`) ?? this.#add(`[${name}`, { parent: this, name, index, node });
  }

  #add(key: string, place: Place): MemberSlot {
    const slot = new MemberSlot(place);
    this.slots.set(key, slot);
    return slot;
  }

  /** Adds a piece, which replaces another one if there are many. */
  addPiece(piece: Piece): void {
    if (this.pieces.length < MAX_PIECES) this.pieces.push(piece);
    else this.pieces[this.#turn++ % MAX_PIECES] = piece;
  }
}

function fieldOf(node: PointerNode | null, isRecord: boolean): number {
  if (isRecord || (node !== null && node.fields.length === 0)) return THROUGH;
  if (node === null) return UNREAD;
  return node.fields.length === 1 ? (node.fields[0] ?? UNREAD) : MANY;
}

function restOf(node: PointerNode | null): number {
  let rest = 0;
  for (const token of node?.children?.keys() ?? []) if (isIndex(token)) rest = Math.max(rest, Number(token) + 1);
  return rest;
}

/** The bytes between two values: punctuation, names, blanks. */
export class Piece {
  /** The slot of the value after these bytes. */
  readonly to: MemberSlot;
  /** The slots of the objects and lists that begin in these bytes, except for the record. Null: none. */
  readonly opened: readonly MemberSlot[] | null;
  readonly length: number;
  /**
   * The bytes as 32-bit words. The last word consists of the last four bytes, so it may overlap the previous one. There
   * are no words if there are fewer than four bytes.
   */
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  /** Whether no object and no list may begin after these bytes, because its own pieces lead into it. */
  readonly #endsBeforeScalar: boolean;

  constructor(bytes: Uint8Array, to: MemberSlot, opened: readonly MemberSlot[]) {
    this.to = to;
    this.opened = opened.length === 0 ? null : opened;
    this.length = bytes.length;
    this.#bytes = bytes;
    this.#words = toWords(bytes);
    this.#endsBeforeScalar = to.field === THROUGH && to.parent !== null;
  }

  /** Returns whether these bytes are at index `at` of the input and end before `limit`. */
  isAt(at: number, limit: number): boolean {
    const { length } = this;
    if (at + length > limit) return false;
    const words = this.#words;
    const last = words.length - 1;
    if (last < 0) return this.#isShortAt(at);
    for (let i = 0, index = at; i < last; i++, index += 4) {
      if (view.getInt32(index, true) !== words[i]) return false;
    }
    if (view.getInt32(at + length - 4, true) !== words[last]) return false;
    return !this.#endsBeforeScalar || !isContainerAt(at + length);
  }

  #isShortAt(at: number): boolean {
    const bytes = this.#bytes;
    for (let i = 0; i < bytes.length; i++) if (input[at + i] !== bytes[i]) return false;
    return !this.#endsBeforeScalar || !isContainerAt(at + bytes.length);
  }
}

/** Returns whether a byte is `{` or `[`. */
export function isOpening(byte: number): boolean {
  return (byte | 0x20) === 0x7b;
}

/** Returns the index of the first byte from `from` on that is neither a space nor a tab. */
export function skipBlanks(from: number): number {
  let at = from;
  while (input[at] === BLANK || input[at] === TAB) at++;
  return at;
}

function isContainerAt(at: number): boolean {
  return isOpening(input[skipBlanks(at)] as number);
}

/** Returns the bytes as little-endian 32-bit words. DataView.getInt32 reads such words at any index. */
function toWords(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(bytes.length < 4 ? 0 : Math.ceil(bytes.length / 4));
  const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let i = 0; i < words.length; i++) words[i] = from.getInt32(Math.min(4 * i, bytes.length - 4), true);
  return words;
}

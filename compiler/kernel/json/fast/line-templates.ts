import { BRACKET, CLOSING_BRACE, COLON, COMMA, DOUBLE_QUOTE, OPENING_BRACKET } from '../../bytes/ascii.ts';
import { fastBuffers } from '../../fast/buffers.ts';
import { MAX_DEPTH } from '../fields/json-record.ts';
import { isIndex, type PointerNode } from '../fields/pointer-tree.ts';
import { isOpening, MemberSlot, Piece, skipBlanks, THROUGH, UNREAD } from './member-slot.ts';
import { findStringEnd } from './scanner.ts';

const input = fastBuffers.input;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Number of slots and pieces after which the templates begin anew: the names of members differ in each record. */
const MAX_SIZE = 4096;

/**
 * What has occurred between the values of records: after each value, the bytes up to the next one. Most records of a file
 * have the same members in the same order, so most pieces are compared as a whole.
 */
export class LineTemplates {
  /** The slot before each record. Its pieces lead to the first value. */
  readonly start: MemberSlot;
  /** The slot after each record. */
  readonly end: MemberSlot;
  readonly #record: MemberSlot;
  #size = 0;

  constructor(root: PointerNode) {
    const place = { parent: null, name: '', index: -1, node: root };
    this.start = new MemberSlot(place);
    this.end = new MemberSlot(place);
    this.#record = new MemberSlot(place);
  }

  /** Whether there is room for what another record may add. */
  get hasRoom(): boolean {
    return this.#size < MAX_SIZE;
  }

  /**
   * Returns the piece at index `at`, after the value of a slot, and notes that it occurred last. Returns null if the
   * bytes are not JSON, or only the careful reader knows what they mean.
   */
  find(slot: MemberSlot, at: number, limit: number): Piece | null {
    for (const piece of slot.pieces) {
      if (!piece.isAt(at, limit)) continue;
      slot.next = piece;
      return piece;
    }
    const piece = this.#parse(slot, at);
    if (piece === null || at + piece.length > limit) return null;
    slot.addPiece(piece);
    slot.next = piece;
    this.#size++;
    return piece;
  }

  /** Parses the bytes from index `from` to the next value, or to the end of the record. */
  #parse(before: MemberSlot, from: number): Piece | null {
    const opened: MemberSlot[] = [];
    const isFirst = before === this.start;
    let at = skipBlanks(from);
    if (isFirst && !isOpening(input[at] as number)) return null;
    /** The object or list that begins here. Null: a value has ended, which is that of `last`. */
    let begins = isFirst ? this.#record : null;
    let last = before;
    let isList = isFirst ? input[at++] === OPENING_BRACKET : last.isItem;
    if (isFirst && isList && this.#record.node?.expects === 'OBJECT') return null;
    for (;;) {
      at = skipBlanks(at);
      const closing = isList ? BRACKET : CLOSING_BRACE;
      if (begins === null) {
        if (last.parent === null) return createPiece(from, at, this.end, opened);
        isList = last.isItem;
        const byte = input[at++];
        if (byte === (isList ? BRACKET : CLOSING_BRACE)) {
          last = last.parent;
          continue;
        }
        if (byte !== COMMA) return null;
        at = skipBlanks(at);
      } else if (input[at] === closing) {
        at++;
        last = begins;
        begins = null;
        continue;
      }
      const container = begins ?? last.parent;
      if (container === null) return null;
      const index = begins === null ? last.index + 1 : 0;
      const slot = isList ? container.item(index) : this.#memberAt(container, at);
      if (slot === null) return null;
      // The careful reader finds out whether an object without items is wrong.
      if (begins !== null && !isList && begins.node?.expects === 'LIST' && !isIndex(slot.name)) return null;
      if (!isList) at = this.#nameEnd;
      const byte = input[at] as number;
      if (!isOpening(byte) || slot.field === UNREAD) return createPiece(from, at, slot, opened);
      if (slot.field !== THROUGH || slot.depth >= MAX_DEPTH) return null;
      opened.push(slot);
      begins = slot;
      isList = byte === OPENING_BRACKET;
      if (isList && slot.node?.expects === 'OBJECT') return null;
      at++;
    }
  }

  /** The index of the value after the name that `#memberAt` read last. */
  #nameEnd = 0;

  /** Returns the slot of the member whose name is at an index. Null if no name and colon are there. */
  #memberAt(container: MemberSlot, at: number): MemberSlot | null {
    if (input[at] !== DOUBLE_QUOTE) return null;
    const end = findStringEnd(at + 1);
    if (end < 0) return null;
    const colon = skipBlanks(end + 1);
    if (input[colon] !== COLON) return null;
    this.#nameEnd = skipBlanks(colon + 1);
    const text = decoder.decode(input.subarray(at + 1, end));
    // The string is valid, so it is JSON.
    const name = text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
    const known = container.member(name);
    if (known === null) this.#size++;
    return known ?? container.addMember(name);
  }
}

function createPiece(from: number, to: number, slot: MemberSlot, opened: readonly MemberSlot[]): Piece {
  return new Piece(input.slice(from, to), slot, opened);
}

import { CDATA, isXmlBlank } from '../../syntax/byte-classes.ts';
import { BRACKET, GREATER_THAN, LESS_THAN } from '../../../bytes/ascii.ts';
import { MarkupPiece, type ValueSlot } from './value-slot.ts';
import { hasBytesAt } from '../../../bytes/compare.ts';

/** Limits on what is learned: the number of pieces after one slot, and the bytes of a piece. */
const MAX_PIECES = 24;
const MAX_PIECE_BYTES = 2000;

/** Learns the markup between the values of one record. */
export class TemplateLearner {
  /** Number of new pieces. */
  learned = 0;
  readonly #bytes: Uint8Array;
  /** The slot of the last slot, the index at which it ends, and the markup after it. */
  #slot: ValueSlot;
  #from: number;
  #parts: Uint8Array[] = [];

  /** @param beginning the slot before the record */
  constructor(bytes: Uint8Array, from: number, beginning: ValueSlot) {
    this.#bytes = bytes;
    this.#slot = beginning;
    this.#from = from;
    while (this.#from > 0 && isXmlBlank(bytes[this.#from - 1])) this.#from--;
  }

  addPart(part: Uint8Array): void {
    this.#parts.push(part);
  }

  addValue(slot: ValueSlot, from: number, to: number): void {
    this.#link(slot, from);
    this.#slot = slot;
    this.#from = to;
    this.#parts = [];
  }

  /**
   * Adds the text at `at` as a slot if a field reads it, if it contains more than blanks, or if its slot is known.
   * Returns its end.
   */
  addText(slot: ValueSlot, at: number): number {
    const end = findTextEnd(this.#bytes, at);
    let to = at;
    while (isXmlBlank(this.#bytes[to])) to++;
    if (slot.targets.length > 0 || to < end || this.#knows(slot)) this.addValue(slot, at, end);
    return end;
  }

  /** Ends the record at `at`. */
  end(at: number): void {
    this.#link(null, at);
  }

  #knows(to: ValueSlot | null): boolean {
    return this.#slot.pieces.some((piece) => piece.to === to && piece.hasParts(this.#parts));
  }

  #link(to: ValueSlot | null, at: number): void {
    const { pieces } = this.#slot;
    if (this.#knows(to) || pieces.length >= MAX_PIECES || at - this.#from > MAX_PIECE_BYTES) return;
    const piece = new MarkupPiece(this.#parts, to, this.#bytes.slice(this.#from, at));
    pieces.push(piece);
    this.#slot.next = piece;
    this.learned++;
  }
}

/** Returns the index of the next markup. CDATA sections count as text. */
function findTextEnd(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(LESS_THAN, from);
  while (hasBytesAt(bytes, at, CDATA)) {
    do at = bytes.indexOf(GREATER_THAN, at + 1);
    while (bytes[at - 1] !== BRACKET || bytes[at - 2] !== BRACKET);
    at = bytes.indexOf(LESS_THAN, at);
  }
  return at;
}

import { CDATA, isXmlBlank } from '../../syntax/byte-classes.ts';
import { BRACKET, GREATER_THAN, LESS_THAN } from '../../../bytes/ascii.ts';
import { MarkupPiece, type ValueSlot } from './value-slot.ts';
import { hasBytesAt } from '../../../bytes/compare.ts';

/** Limits on what is learned: the number of pieces after one slot, and the length of a piece in bytes. */
const MAX_PIECES = 24;
const MAX_PIECE_BYTES = 2000;

/**
 * Learns the markup between the values of one record. The caller passes the parts and values of the record in order.
 */
export class TemplateLearner {
  /** Number of pieces that were not known before. */
  learned = 0;
  readonly #bytes: Uint8Array;
  /**
   * `#slot`: the slot of the last value. `#from`: the index at which this value ends. `#parts`: the markup after it.
   */
  #slot: ValueSlot;
  #from: number;
  #parts: Uint8Array[] = [];
  /** What happens in this markup; see RecordStep. */
  #steps: number[] = [];

  /** @param beginning the slot before the record, see TagTemplates.recordStart */
  constructor(bytes: Uint8Array, from: number, beginning: ValueSlot) {
    this.#bytes = bytes;
    this.#slot = beginning;
    this.#from = from;
    while (this.#from > 0 && isXmlBlank(bytes[this.#from - 1])) this.#from--;
  }

  addPart(part: Uint8Array): void {
    this.#parts.push(part);
  }

  /** Adds what happens at the part that is added next, or that was added last; see RecordStep. */
  addStep(step: number): void {
    this.#steps.push(step);
  }

  addValue(slot: ValueSlot, from: number, to: number): void {
    this.#link(slot, from);
    this.#slot = slot;
    this.#from = to;
    this.#parts = [];
    this.#steps = [];
  }

  /**
   * Handles the text at index `at`, and returns the index after it. The text is a value if a field reads it or it
   * contains more than blanks. Blanks are also a value if this place has had one before. Otherwise they are part of the
   * markup.
   */
  addText(slot: ValueSlot, at: number): number {
    const end = findTextEnd(this.#bytes, at);
    let to = at;
    while (isXmlBlank(this.#bytes[to])) to++;
    if (slot.targets.length > 0 || to < end || this.#knows(slot)) this.addValue(slot, at, end);
    return end;
  }

  /** Ends the record at index `at`. */
  end(at: number): void {
    this.#link(null, at);
  }

  #knows(to: ValueSlot | null): boolean {
    return this.#slot.pieces.some((piece) => piece.to === to && piece.hasParts(this.#parts));
  }

  #link(to: ValueSlot | null, at: number): void {
    const { pieces } = this.#slot;
    if (this.#knows(to) || pieces.length >= MAX_PIECES || at - this.#from > MAX_PIECE_BYTES) return;
    const steps = this.#steps.length === 0 ? null : this.#steps;
    const piece = new MarkupPiece(this.#parts, to, { bytes: this.#bytes.slice(this.#from, at), steps });
    pieces.push(piece);
    this.#slot.next = piece;
    this.learned++;
  }
}

/** Returns the index of the next tag or other markup. CDATA sections count as text. */
function findTextEnd(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(LESS_THAN, from);
  while (hasBytesAt(bytes, at, CDATA)) {
    do at = bytes.indexOf(GREATER_THAN, at + 1);
    while (bytes[at - 1] !== BRACKET || bytes[at - 2] !== BRACKET);
    at = bytes.indexOf(LESS_THAN, at);
  }
  return at;
}

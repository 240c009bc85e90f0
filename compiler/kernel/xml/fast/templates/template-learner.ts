import { CDATA, isXmlBlank } from '../../syntax/byte-classes.ts';
import { BRACKET, GREATER_THAN, LESS_THAN } from '../../../bytes/ascii.ts';
import { MarkupPiece, type ValueSlot } from './value-slot.ts';
import { hasBytesAt } from '../../../bytes/compare.ts';

/** More is not remembered: what stands behind one value, and bytes of that. */
const MOST_PIECES = 24;
const MOST_PIECE_BYTES = 2000;

/** Goes through one record, and remembers what stands between its values. */
export class TemplateLearner {
  /** How many pieces were new. */
  learned = 0;
  readonly #bytes: Uint8Array;
  /** The value that was passed last, where it ends, and what has come behind it. */
  #value: ValueSlot;
  #from: number;
  #parts: Uint8Array[] = [];

  /** `beginning`: what stands for the end of the record before. */
  constructor(bytes: Uint8Array, from: number, beginning: ValueSlot) {
    this.#bytes = bytes;
    this.#value = beginning;
    this.#from = from;
    while (this.#from > 0 && isXmlBlank(bytes[this.#from - 1])) this.#from--;
  }

  addPart(part: Uint8Array): void {
    this.#parts.push(part);
  }

  addValue(value: ValueSlot, from: number, to: number): void {
    this.#link(value, from);
    this.#value = value;
    this.#from = to;
    this.#parts = [];
  }

  /** Passes the text at `at`, if it is a value that is wanted, or more than blanks, or a text has been met there; gives its end. */
  addText(value: ValueSlot, at: number): number {
    const end = endOfText(this.#bytes, at);
    let to = at;
    while (isXmlBlank(this.#bytes[to])) to++;
    if (value.targets.length > 0 || to < end || this.#knows(value)) this.addValue(value, at, end);
    return end;
  }

  /** The record ends. */
  end(at: number): void {
    this.#link(null, at);
  }

  #knows(to: ValueSlot | null): boolean {
    return this.#value.pieces.some((piece) => piece.to === to && piece.hasParts(this.#parts));
  }

  #link(to: ValueSlot | null, at: number): void {
    const { pieces } = this.#value;
    if (this.#knows(to) || pieces.length >= MOST_PIECES || at - this.#from > MOST_PIECE_BYTES) return;
    const piece = new MarkupPiece(this.#parts, to, this.#bytes.slice(this.#from, at));
    pieces.push(piece);
    this.#value.next = piece;
    this.learned++;
  }
}

/** The next tag, or what else stands there; CDATA sections are text. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(LESS_THAN, from);
  while (hasBytesAt(bytes, at, CDATA)) {
    do at = bytes.indexOf(GREATER_THAN, at + 1);
    while (bytes[at - 1] !== BRACKET || bytes[at - 2] !== BRACKET);
    at = bytes.indexOf(LESS_THAN, at);
  }
  return at;
}

import type { SourceOffsets } from './source-offsets.ts';
import { Iso2022JpStates } from '../encodings/iso-2022-jp.ts';
import { GREATER_THAN, LESS_THAN } from '../../bytes/ascii.ts';

/**
 * The offsets of all `<` and `>` characters in an undecoded file.
 *
 * In every encoding of the Encoding Standard except UTF-16 and ISO-2022-JP, the bytes 3C and 3E always mean these
 * characters: no decoder accepts them as the second or a later byte of a character. The nth such character in the
 * decoded text is therefore the nth such byte in the file.
 */
export class MarkupOffsets implements SourceOffsets {
  /** The offsets of the characters. The first element belongs to the character with number `#first`. */
  #offsets: number[] = [];
  #first = 1;
  #base: number;
  readonly #encoding: string;
  /** UTF-16: the first byte of a two-byte unit whose second byte has not arrived. */
  #pendingByte: number | null = null;
  /** ISO-2022-JP: the state of the decoder. Null for other encodings. */
  readonly #states: Iso2022JpStates | null;
  /**
   * ISO-2022-JP: all changes of the shift state. `mode` is the new state, and `first` the number of the next `<` or `>`
   * character. Elements before index `#currentSwitch` are no longer needed.
   */
  #switches: { first: number; mode: string }[] = [];
  #currentSwitch = 0;

  constructor(encoding: string, byteOffset: number) {
    this.#encoding = encoding;
    this.#base = byteOffset;
    this.#states = encoding === 'iso-2022-jp' ? new Iso2022JpStates('') : null;
  }

  add(chunk: Uint8Array): void {
    if (this.#encoding === 'utf-16le' || this.#encoding === 'utf-16be')
      this.#addUnits(chunk, this.#encoding === 'utf-16be');
    else if (this.#states !== null) this.#addIso2022Jp(chunk, this.#states);
    else {
      for (let at = 0; at < chunk.length; at++) {
        if (isMarkup(chunk[at])) this.#offsets.push(this.#base + at);
      }
    }
    this.#base += chunk.length;
  }

  finish(): void {}

  /**
   * Returns the offset of the `<` or `>` character with this number, from 1. Numbers must not descend from call to
   * call.
   */
  offsetOf(number: number): number {
    this.forgetBefore(number);
    return this.#offsets[number - this.#first] ?? this.#base;
  }

  /**
   * ISO-2022-JP: returns the shift state before the `<` or `>` character with this number. Empty in other encodings.
   */
  modeOf(number: number): string {
    this.forgetBefore(number);
    const last = this.#switches[this.#currentSwitch];
    return last !== undefined && last.first <= number ? last.mode : '';
  }

  /** Frees the memory of all `<` and `>` characters before this number. No caller may ask for them again. */
  forgetBefore(number: number): void {
    const offsets = number - this.#first;
    if (offsets > FORGET_COUNT) {
      this.#offsets.splice(0, offsets);
      this.#first = number;
    }
    while ((this.#switches[this.#currentSwitch + 1]?.first ?? Infinity) <= number) this.#currentSwitch++;
    if (this.#currentSwitch > FORGET_COUNT) {
      this.#switches.splice(0, this.#currentSwitch);
      this.#currentSwitch = 0;
    }
  }

  #addUnits(chunk: Uint8Array, isBigEndian: boolean): void {
    let at = 0;
    if (this.#pendingByte !== null && chunk.length > 0) {
      this.#addUnit(this.#pendingByte, chunk[0] ?? 0, isBigEndian, this.#base - 1);
      this.#pendingByte = null;
      at = 1;
    }
    for (; at + 1 < chunk.length; at += 2)
      this.#addUnit(chunk[at] ?? 0, chunk[at + 1] ?? 0, isBigEndian, this.#base + at);
    if (at < chunk.length) this.#pendingByte = chunk[at] ?? 0;
  }

  #addUnit(first: number, second: number, isBigEndian: boolean, offset: number): void {
    if (isBigEndian ? first === 0 && isMarkup(second) : second === 0 && isMarkup(first)) this.#offsets.push(offset);
  }

  #addIso2022Jp(chunk: Uint8Array, states: Iso2022JpStates): void {
    let at = 0;
    const note = (codePoint: number): void => {
      if (isMarkup(codePoint)) this.#offsets.push(this.#base + at);
    };
    for (; at < chunk.length; at++) {
      const { mode } = states;
      states.next(chunk[at] ?? 0, note);
      if (states.mode !== mode) this.#switchTo(states.mode);
    }
  }

  #switchTo(mode: string): void {
    const first = this.#first + this.#offsets.length;
    const last = this.#switches.at(-1);
    // The shift state may change many times between two `<` or `>` characters. Only the last change matters.
    if (last?.first === first) last.mode = mode;
    else this.#switches.push({ first, mode });
  }
}

/**
 * Elements are removed from the front of an array only in groups of this size, because each removal moves all others.
 */
const FORGET_COUNT = 10_000;

function isMarkup(byte: number | undefined): boolean {
  return byte === LESS_THAN || byte === GREATER_THAN;
}

import type { SourceOffsets } from './source-offsets.ts';
import { Iso2022JpStates } from '../encodings/iso-2022-jp.ts';
import { GREATER_THAN, LESS_THAN } from '../../bytes/ascii.ts';

/**
 * Where `<` and `>` stand in an undecoded file. In every encoding that WHATWG names but UTF-16 and ISO-2022-JP the bytes
 * 3C and 3E are these two and nothing else (Encoding Standard: no decoder takes them as a trail byte), so that the nth of
 * the decoded text is the nth of the file.
 */
export class MarkupOffsets implements SourceOffsets {
  /** Offsets of these characters from the `#first`th on. */
  #offsets: number[] = [];
  #first = 1;
  #base: number;
  readonly #encoding: string;
  /** UTF-16: the first byte of a unit that has not come whole. */
  #odd: number | null = null;
  /** ISO-2022-JP: how its bytes are taken. */
  readonly #states: Iso2022JpStates | null;
  /** ISO-2022-JP: the first of these characters behind each switch, and what was switched to; those before `#passed` are behind. */
  #switches: { first: number; mode: string }[] = [];
  #passed = 0;

  constructor(encoding: string, byteOffset: number) {
    this.#encoding = encoding;
    this.#base = byteOffset;
    this.#states = encoding === 'iso-2022-jp' ? new Iso2022JpStates('') : null;
  }

  add(chunk: Uint8Array): void {
    if (this.#encoding === 'utf-16le' || this.#encoding === 'utf-16be')
      this.#addUnits(chunk, this.#encoding === 'utf-16be');
    else if (this.#states !== null) this.#addShifted(chunk, this.#states);
    else {
      for (let at = 0; at < chunk.length; at++) {
        if (isMarkup(chunk[at])) this.#offsets.push(this.#base + at);
      }
    }
    this.#base += chunk.length;
  }

  finish(): void {}

  /** Offset of the nth of these characters, from 1. */
  offsetOf(number: number): number {
    this.forgetBefore(number);
    return this.#offsets[number - this.#first] ?? this.#base;
  }

  /** ISO-2022-JP: the escape sequence under which the nth of these characters stands; else nothing. */
  modeOf(number: number): string {
    this.forgetBefore(number);
    const last = this.#switches[this.#passed];
    return last !== undefined && last.first <= number ? last.mode : '';
  }

  /** Nothing before the nth of these characters will be asked for: what may be asked for is all that is kept. */
  forgetBefore(number: number): void {
    const offsets = number - this.#first;
    if (offsets > MOST_FORGOTTEN) {
      this.#offsets.splice(0, offsets);
      this.#first = number;
    }
    while ((this.#switches[this.#passed + 1]?.first ?? Infinity) <= number) this.#passed++;
    if (this.#passed > MOST_FORGOTTEN) {
      this.#switches.splice(0, this.#passed);
      this.#passed = 0;
    }
  }

  #addUnits(chunk: Uint8Array, isBigEndian: boolean): void {
    let at = 0;
    if (this.#odd !== null && chunk.length > 0) {
      this.#addUnit(this.#odd, chunk[0] ?? 0, isBigEndian, this.#base - 1);
      this.#odd = null;
      at = 1;
    }
    for (; at + 1 < chunk.length; at += 2)
      this.#addUnit(chunk[at] ?? 0, chunk[at + 1] ?? 0, isBigEndian, this.#base + at);
    if (at < chunk.length) this.#odd = chunk[at] ?? 0;
  }

  #addUnit(first: number, second: number, isBigEndian: boolean, offset: number): void {
    if (isBigEndian ? first === 0 && isMarkup(second) : second === 0 && isMarkup(first)) this.#offsets.push(offset);
  }

  #addShifted(chunk: Uint8Array, states: Iso2022JpStates): void {
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
    // Text may switch without end; where no such character stands between two switches the first is never asked for.
    if (last?.first === first) last.mode = mode;
    else this.#switches.push({ first, mode });
  }
}

/** What is not needed any more is dropped so many at a time. */
const MOST_FORGOTTEN = 10_000;

function isMarkup(byte: number | undefined): boolean {
  return byte === LESS_THAN || byte === GREATER_THAN;
}

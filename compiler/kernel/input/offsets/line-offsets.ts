import type { InputStart, SourceOffsets } from './source-offsets.ts';
import { Iso2022JpStates } from '../encodings/iso-2022-jp.ts';
import { CR, LF } from '../../bytes/ascii.ts';

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Where the lines of an undecoded file begin. In every encoding that WHATWG names but UTF-16 the bytes 0A and 0D
 * are line ends and nothing else (Encoding Standard: no decoder takes them as a trail byte), so that the lines of
 * the decoded text and those of the file are the same.
 */
export class LineOffsets implements SourceOffsets {
  /** Offsets of the lines from `#first` on. */
  #offsets: number[];
  #first: number;
  /** Lines before #offsets[#head] have been read. */
  #head = 0;
  #base: number;
  #endsWithCr = false;
  readonly #utf16: 'LE' | 'BE' | null;
  #odd: number | null = null;

  constructor(from: InputStart, utf16: 'LE' | 'BE' | null) {
    this.#offsets = [from.byteOffset];
    this.#first = from.line + 1;
    this.#base = from.byteOffset;
    this.#utf16 = utf16;
  }

  /** Looks for line ends in the next bytes of the file. */
  add(chunk: Uint8Array): void {
    if (this.#utf16 !== null) this.#addUnits(chunk, this.#utf16);
    else for (let at = 0; at < chunk.length; at++) this.addCharacter(chunk[at] ?? 0, this.#base + at + 1);
    this.advanceTo(this.#base + chunk.length);
  }

  finish(): void {
    this.#offsets.push(this.#base);
  }

  /** Offset of a line, from 1; lines before it are forgotten. */
  offsetOf(line: number): number {
    const index = line - this.#first;
    if (index - this.#head > 0) this.#head = index - 1;
    if (this.#head > 10_000) this.#forget();
    return this.#offsets[line - this.#first] ?? this.#base;
  }

  #forget(): void {
    this.#offsets.splice(0, this.#head);
    this.#first += this.#head;
    this.#head = 0;
  }

  #addUnits(chunk: Uint8Array, order: 'LE' | 'BE'): void {
    let at = 0;
    if (this.#odd !== null && chunk.length > 0) {
      this.addCharacter(unit(this.#odd, chunk[0] ?? 0, order), this.#base + 1);
      this.#odd = null;
      at = 1;
    }
    for (; at + 1 < chunk.length; at += 2)
      this.addCharacter(unit(chunk[at] ?? 0, chunk[at + 1] ?? 0, order), this.#base + at + 2);
    if (at < chunk.length) this.#odd = chunk[at] ?? 0;
  }

  /** Nothing before this offset will come any more. */
  advanceTo(offset: number): void {
    this.#base = offset;
  }

  /** Takes the next character of the file; `next`: offset behind it. */
  addCharacter(value: number, next: number): void {
    if (value === BYTE_ORDER_MARK && next === 2 && this.#utf16 !== null) this.#offsets[0] = next;
    if (value === LF && this.#endsWithCr) this.#offsets[this.#offsets.length - 1] = next;
    else if (value === LF || value === CR) this.#offsets.push(next);
    this.#endsWithCr = value === CR;
  }
}

/** The same for ISO-2022-JP, which goes from one line to the next in the mode in which it is. */
export class Iso2022JpLineOffsets implements SourceOffsets {
  readonly #lines: LineOffsets;
  readonly #states: Iso2022JpStates;
  #behind: number;
  /** Where the mode changes, from the line that was asked for last. */
  readonly #changes: { offset: number; mode: string }[];

  constructor(from: InputStart, mode: string) {
    this.#lines = new LineOffsets(from, null);
    this.#states = new Iso2022JpStates(mode);
    this.#behind = from.byteOffset;
    this.#changes = [{ offset: from.byteOffset, mode }];
  }

  add(chunk: Uint8Array): void {
    const take = (codePoint: number): void => this.#lines.addCharacter(codePoint, this.#behind);
    let { mode } = this.#states;
    for (const byte of chunk) {
      this.#behind++;
      this.#states.next(byte, take);
      if (this.#states.mode === mode) continue;
      mode = this.#states.mode;
      this.#changes.push({ offset: this.#behind, mode });
    }
    this.#lines.advanceTo(this.#behind);
  }

  finish(): void {
    this.#lines.finish();
  }

  offsetOf(line: number): number {
    return this.#lines.offsetOf(line);
  }

  modeOf(line: number): string {
    const offset = this.offsetOf(line);
    const next = this.#changes.findIndex((change) => change.offset > offset);
    if (next !== 1) this.#changes.splice(0, (next < 0 ? this.#changes.length : next) - 1);
    return this.#changes[0]?.mode ?? '';
  }
}

function unit(first: number, second: number, order: 'LE' | 'BE'): number {
  return order === 'BE' ? (first << 8) | second : (second << 8) | first;
}

import type { InputStart, SourceOffsets } from './source-offsets.ts';
import { Iso2022JpStates } from '../encodings/iso-2022-jp.ts';
import { CR, LF } from '../../bytes/ascii.ts';

/**
 * The offsets at which the lines of an undecoded file begin.
 *
 * In every encoding of the Encoding Standard except UTF-16, the bytes 0A and 0D are always line ends: no decoder
 * accepts them as the second or a later byte of a character. The nth line of the decoded text is therefore the nth line
 * of the file. UTF-16 has no such offsets: see WindowOffsets.
 */
export class LineOffsets implements SourceOffsets {
  /** The offsets of the lines. The first element belongs to the line with number `#first`. */
  #offsets: number[];
  #first: number;
  /** Elements of `#offsets` before this index are no longer needed. */
  #head = 0;
  #base: number;
  #endsWithCr = false;

  constructor(from: InputStart) {
    this.#offsets = [from.byteOffset];
    this.#first = from.line + 1;
    this.#base = from.byteOffset;
  }

  /** Finds the line ends in the next bytes of the file. */
  add(chunk: Uint8Array): void {
    let lf = chunk.indexOf(LF);
    let cr = chunk.indexOf(CR);
    let last = -1;
    while (lf >= 0 || cr >= 0) {
      const at = cr < 0 || (lf >= 0 && lf < cr) ? lf : cr;
      if (at > last + 1) this.#endsWithCr = false;
      this.addCharacter(chunk[at] ?? 0, this.#base + at + 1);
      last = at;
      if (at === lf) lf = chunk.indexOf(LF, at + 1);
      else cr = chunk.indexOf(CR, at + 1);
    }
    if (last < chunk.length - 1) this.#endsWithCr = false;
    this.advanceTo(this.#base + chunk.length);
  }

  finish(): void {
    this.#offsets.push(this.#base);
  }

  /**
   * Returns the offset at which a line begins. Lines count from 1. Only the requested line, the one before it and later
   * lines can be requested afterwards. If the line has not arrived, returns the offset after the last byte.
   */
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

  /** Sets the offset in the file up to which bytes have arrived. */
  advanceTo(offset: number): void {
    this.#base = offset;
  }

  /**
   * Adds the next byte or character of the file.
   * @param value the byte or code point; only CR and LF have an effect
   * @param next the offset in the file after the character or byte
   */
  addCharacter(value: number, next: number): void {
    if (value === LF && this.#endsWithCr) this.#offsets[this.#offsets.length - 1] = next;
    else if (value === LF || value === CR) this.#offsets.push(next);
    this.#endsWithCr = value === CR;
  }
}

/**
 * The offset and the shift state of each line in an ISO-2022-JP file. A line begins in the shift state in which the
 * previous line ends.
 */
export class Iso2022JpLineOffsets implements SourceOffsets {
  readonly #lines: LineOffsets;
  readonly #states: Iso2022JpStates;
  #offset: number;
  /** The changes of the shift state, starting with the one that applies to the line that was requested last. */
  readonly #changes: { offset: number; mode: string }[];

  constructor(from: InputStart, mode: string) {
    this.#lines = new LineOffsets(from);
    this.#states = new Iso2022JpStates(mode);
    this.#offset = from.byteOffset;
    this.#changes = [{ offset: from.byteOffset, mode }];
  }

  add(chunk: Uint8Array): void {
    const take = (codePoint: number): void => this.#lines.addCharacter(codePoint, this.#offset);
    let { mode } = this.#states;
    for (const byte of chunk) {
      this.#offset++;
      this.#states.next(byte, take);
      if (this.#states.mode === mode) continue;
      mode = this.#states.mode;
      this.#changes.push({ offset: this.#offset, mode });
    }
    this.#lines.advanceTo(this.#offset);
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

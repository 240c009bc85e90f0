import { isBlankUnit } from './text.ts';
import { ByteFinder, ByteWindow } from './window.ts';

export const LF = 0x0a;
export const CR = 0x0d;

/** Finds physical lines in a window: LF, CRLF and CR end one. */
export class LineFinder {
  readonly #window: ByteWindow;
  readonly #lf = new ByteFinder(LF);
  readonly #cr = new ByteFinder(CR);
  /** End of the line that was found, without its line end. */
  end = 0;
  /** Where the line behind it begins. */
  next = 0;

  constructor(window: ByteWindow) {
    this.#window = window;
  }

  reset(): void {
    this.#lf.reset();
    this.#cr.reset();
  }

  /** Finds the end of the line that `from` lies in; false where it has not come yet. At the end of the file a line ends without a line end. */
  find(from: number, limit: number, final: boolean): boolean {
    const { bytes } = this.#window;
    const lf = this.#lf.find(bytes, from, limit);
    const cr = this.#cr.find(bytes, from, lf < 0 ? limit : lf);
    if (cr >= 0) return this.#endAtCr(cr, limit, final);
    if (lf >= 0) return this.#endAt(lf, lf + 1);
    return final && this.#endAt(limit, limit);
  }

  /** How many lines end in a stretch. */
  count(from: number, to: number): number {
    let lines = 0;
    for (let at = from; at < to && this.find(at, to, false); at = this.next) lines++;
    return lines;
  }

  #endAtCr(cr: number, limit: number, final: boolean): boolean {
    // Whether a LF belongs to it is known only with the next byte.
    if (cr + 1 >= limit) return final && this.#endAt(cr, cr + 1);
    return this.#endAt(cr, this.#window.bytes[cr + 1] === LF ? cr + 2 : cr + 1);
  }

  #endAt(end: number, next: number): true {
    this.end = end;
    this.next = next;
    return true;
  }
}

/** Where the last `lines` lines of a stretch begin; a line end at its very end begins no further line. */
export function startOfLastLines(bytes: Uint8Array, start: number, end: number, lines: number): number {
  let at = end;
  for (let left = lines; left > 0 && at > start; left--) {
    if (bytes[at - 1] === LF) {
      at--;
      if (at > start && bytes[at - 1] === CR) at--;
    } else if (bytes[at - 1] === CR) at--;
    while (at > start && bytes[at - 1] !== LF && bytes[at - 1] !== CR) at--;
  }
  return at;
}

/** Length in bytes of the blank (Unicode White_Space) that stands at `at` in UTF-8 and ends before `end`; 0 where there is none. */
export function blankLength(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return first === 0x20 || (first >= 0x09 && first <= 0x0d) ? 1 : 0;
  const second = at + 1 < end ? (bytes[at + 1] ?? 0) : 0;
  if (first === 0xc2) return second === 0x85 || second === 0xa0 ? 2 : 0;
  const third = at + 2 < end ? (bytes[at + 2] ?? 0) : 0;
  if (first < 0xe1 || first > 0xe3 || (second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80) return 0;
  return isBlankUnit(((first & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)) ? 3 : 0;
}

import type { FastCells } from './fast-cells.ts';

/** A number of more digits is not compared as a double. */
export const EXACT_DIGITS = 15;

/** Numbers from digits to digits, as the careful reading has them: no `+`, no leading zeros. */
export class FastNumbers {
  /** Digits as one number, without the point; exact up to EXACT_DIGITS of them. */
  value = 0;
  /** How many digits were read, and how many of them are decimals. */
  digits = 0;
  decimals = 0;
  readonly #cells: FastCells;

  constructor(cells: FastCells) {
    this.#cells = cells;
  }

  /** Writes the integer in the cell that begins at `at`; gives the end, -1 where none stands there in plain digits. */
  integer(input: Uint8Array, at: number, output: Uint8Array, length: number): number {
    const from = this.#cells.openBare(input, at);
    const sign = input[from];
    const first = sign === MINUS || sign === PLUS ? from + 1 : from;
    if (!isDigit(input[first] as number)) return -1;
    let place = first;
    while (input[place] === ZERO && isDigit(input[place + 1] as number)) place++;
    let end = length;
    if (sign === MINUS) output[end++] = MINUS;
    let value = 0;
    let byte = input[place] as number;
    while (isDigit(byte)) {
      output[end++] = byte;
      value = value * 10 + (byte - ZERO);
      byte = input[++place] as number;
    }
    this.value = sign === MINUS ? -value : value;
    this.digits = place - first;
    this.decimals = 0;
    return this.#cells.closesBare(input, place) ? end : -1;
  }

  /** The same for a decimal with this byte before its decimals. */
  decimal(input: Uint8Array, at: number, output: Uint8Array, length: number, point: number): number {
    const from = this.#cells.openBare(input, at);
    const sign = input[from];
    const first = sign === MINUS || sign === PLUS ? from + 1 : from;
    let place = first;
    while (input[place] === ZERO && isDigit(input[place + 1] as number)) place++;
    let end = length;
    if (sign === MINUS) output[end++] = MINUS;
    let value = 0;
    let byte = input[place] as number;
    if (byte === point) output[end++] = ZERO;
    while (isDigit(byte)) {
      output[end++] = byte;
      value = value * 10 + (byte - ZERO);
      byte = input[++place] as number;
    }
    this.digits = place - first;
    this.decimals = 0;
    if (byte === point) {
      output[end++] = POINT;
      const fraction = ++place;
      byte = input[place] as number;
      while (isDigit(byte)) {
        output[end++] = byte;
        value = value * 10 + (byte - ZERO);
        byte = input[++place] as number;
      }
      this.decimals = place - fraction;
      this.digits += this.decimals;
      if (this.decimals === 0) return -1;
    } else if (this.digits === 0) return -1;
    this.value = sign === MINUS ? -value : value;
    return this.#cells.closesBare(input, place) ? end : -1;
  }

  /** The same for digits of which the last `scale` are decimals, at least one. */
  scaledDecimal(input: Uint8Array, at: number, output: Uint8Array, length: number, scale: number): number {
    const from = this.#cells.openBare(input, at);
    const sign = input[from];
    const first = sign === MINUS || sign === PLUS ? from + 1 : from;
    let leading = first;
    while (input[leading] === ZERO) leading++;
    let value = 0;
    let stop = leading;
    let byte = input[stop] as number;
    while (isDigit(byte)) {
      value = value * 10 + (byte - ZERO);
      byte = input[++stop] as number;
    }
    if (stop === first) return -1;
    const point = stop - scale;
    let end = length;
    if (sign === MINUS) output[end++] = MINUS;
    if (leading >= point) output[end++] = ZERO;
    for (let place = leading; place < point; place++) output[end++] = input[place] as number;
    output[end++] = POINT;
    for (let place = point; place < stop; place++) output[end++] = place < leading ? ZERO : (input[place] as number);
    this.value = sign === MINUS ? -value : value;
    this.digits = stop - leading;
    this.decimals = scale;
    return this.#cells.closesBare(input, stop) ? end : -1;
  }

  /** The value times 10 to the power of `decimals`; NaN where that is not exact. */
  scaled(decimals: number): number {
    const more = decimals - this.decimals;
    return more < 0 || this.digits + more > EXACT_DIGITS ? NaN : this.value * (POWERS[more] as number);
  }
}

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, i) => 10 ** i);

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

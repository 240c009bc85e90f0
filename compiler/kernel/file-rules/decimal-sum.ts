import { fastBuffers } from '../fast/buffers.ts';
import type { OutputValue } from '../fast/output-value.ts';

/** Numbers with up to this many digits are added without BigInt. */
const MAX_DIGITS = 15;
/** The small sum moves to the exact sum before it exceeds this number, so that every addition is exact. */
const MAX_SMALL = 2 ** 52;
const output = fastBuffers.output;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LETTER_N = 0x6e;

/** An exact sum of decimal numbers, which are texts such as `-12.50`. */
export class DecimalSum {
  /** The sum without `#small`, in units of 10 to the power of minus `#scale`. */
  #units = 0n;
  #scale = 0;
  /** The rest of the sum, in the same units. */
  #small = 0;

  /** @param start the sum so far, as `toString` returned it */
  constructor(start?: string) {
    if (start !== undefined) [this.#units, this.#scale] = split(start);
  }

  /** Sets the sum to 0. */
  reset(): void {
    this.#units = 0n;
    this.#scale = 0;
    this.#small = 0;
  }

  /** Adds a number. `isAbsolute`: without its sign. */
  add(text: string, isAbsolute: boolean): void {
    const [units, scale] = split(text);
    const value = isAbsolute && units < 0n ? -units : units;
    if (scale > this.#scale) {
      this.#move();
      this.#units *= 10n ** BigInt(scale - this.#scale);
      this.#scale = scale;
    }
    this.#units += value * 10n ** BigInt(this.#scale - scale);
  }

  /** Adds a number in the output of a fast reader. Null counts as 0. */
  addValue({ from, to, units, scale }: OutputValue, isAbsolute: boolean): void {
    if (!Number.isNaN(units) && scale === this.#scale) {
      this.#addSmall(isAbsolute ? Math.abs(units) : units);
      return;
    }
    const first = output[from];
    if (first === LETTER_N) return;
    const quotes = first === QUOTE ? 1 : 0;
    const end = to - quotes;
    let at = from + quotes;
    const isNegative = output[at] === MINUS;
    if (isNegative) at++;
    // Most fields have the same number of decimals in each record.
    const point = this.#scale === 0 ? end : end - 1 - this.#scale;
    const digits = end - at;
    let number = 0;
    while (at < point) {
      const digit = (output[at] as number) ^ ZERO;
      if (digit > 9) break;
      number = number * 10 + digit;
      at++;
    }
    if (at !== point || digits > MAX_DIGITS || (point < end && output[point] !== POINT))
      return this.#addOther(from + quotes, end, isAbsolute);
    for (at++; at < end; at++) number = number * 10 + ((output[at] as number) ^ ZERO);
    this.#addSmall(isNegative && !isAbsolute ? -number : number);
  }

  /** Adds a number in the output with any number of digits and of decimals. */
  #addOther(from: number, end: number, isAbsolute: boolean): void {
    const isNegative = output[from] === MINUS;
    const start = isNegative ? from + 1 : from;
    let number = 0;
    let point = end - 1;
    for (let at = start; at < end; at++) {
      const digit = (output[at] as number) ^ ZERO;
      if (digit > 9) point = at;
      else number = number * 10 + digit;
    }
    const scale = end - 1 - point;
    const missing = this.#scale - scale;
    if (end - start + Math.max(0, missing) > MAX_DIGITS || (missing < 0 && !this.#widen(scale))) {
      this.add(decoder.decode(output.subarray(from, end)), isAbsolute);
      return;
    }
    const units = missing > 0 ? number * 10 ** missing : number;
    this.#addSmall(isNegative && !isAbsolute ? -units : units);
  }

  /** Changes the unit to one with more decimals. Returns false, and changes nothing, if that needs BigInt. */
  #widen(scale: number): boolean {
    const small = this.#small * 10 ** (scale - this.#scale);
    if (this.#units !== 0n || small > MAX_SMALL || small < -MAX_SMALL) return false;
    this.#small = small;
    this.#scale = scale;
    return true;
  }

  #addSmall(units: number): void {
    this.#small += units;
    if (this.#small > MAX_SMALL || this.#small < -MAX_SMALL) this.#move();
  }

  /** Returns the sum as a decimal number. With a modulus, returns the remainder of the division by it. */
  toString(modulus: string | null = null): string {
    if (modulus === null && this.#units === 0n) return this.#format(String(Math.abs(this.#small)), this.#small < 0);
    this.#move();
    const whole = modulus === null ? this.#units : this.#units % (BigInt(modulus) * 10n ** BigInt(this.#scale));
    return this.#format((whole < 0n ? -whole : whole).toString(), whole < 0n);
  }

  /** Formats a number of units. `units` has no sign. */
  #format(units: string, isNegative: boolean): string {
    const digits = units.padStart(this.#scale + 1, '0');
    const point = digits.length - this.#scale;
    const text = this.#scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
    return isNegative ? `-${text}` : text;
  }

  #move(): void {
    this.#units += BigInt(this.#small);
    this.#small = 0;
  }
}

const decoder = new TextDecoder();

function split(text: string): [units: bigint, scale: number] {
  const point = text.indexOf('.');
  if (point < 0) return [BigInt(text), 0];
  return [BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1];
}

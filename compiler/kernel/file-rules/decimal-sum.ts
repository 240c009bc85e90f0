import type { OutputValue } from '../fast/output-value.ts';

/** Numbers with up to this many digits are added without BigInt. */
const MAX_DIGITS = 15;
/** The small sum moves to the exact sum before it exceeds this number, so that every addition is exact. */
const MAX_SMALL = 2 ** 52;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

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

  /** Adds a number in the output of a fast reader. It must not be null. */
  addValue({ bytes, from, to }: OutputValue, isAbsolute: boolean): void {
    const quotes = bytes[from] === QUOTE ? 1 : 0;
    const isNegative = bytes[from + quotes] === MINUS;
    const start = from + quotes + (isNegative ? 1 : 0);
    const end = to - quotes;
    let number = 0;
    let scale = 0;
    let hasPoint = false;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte === POINT) hasPoint = true;
      else {
        number = number * 10 + byte - ZERO;
        if (hasPoint) scale++;
      }
    }
    const missing = this.#scale - scale;
    if (missing < 0 || end - start + missing > MAX_DIGITS) {
      this.add(decoder.decode(bytes.subarray(from + quotes, end)), isAbsolute);
      return;
    }
    const units = missing === 0 ? number : number * 10 ** missing;
    this.#small += isNegative && !isAbsolute ? -units : units;
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

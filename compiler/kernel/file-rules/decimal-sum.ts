/** An exact sum of decimal numbers, which are texts such as `-12.50`. */
export class DecimalSum {
  /** The sum, in units of 10 to the power of minus `#scale`. */
  #units: bigint;
  #scale: number;

  /** @param start the sum so far, as `toString` returned it */
  constructor(start = '0') {
    [this.#units, this.#scale] = split(start);
  }

  /** Adds a number. `isAbsolute`: without its sign. */
  add(text: string, isAbsolute: boolean): void {
    const [units, scale] = split(text);
    const value = isAbsolute && units < 0n ? -units : units;
    if (scale > this.#scale) {
      this.#units *= 10n ** BigInt(scale - this.#scale);
      this.#scale = scale;
    }
    this.#units += value * 10n ** BigInt(this.#scale - scale);
  }

  /** Returns the sum as a decimal number. With a modulus, returns the remainder of the division by it. */
  toString(modulus: string | null = null): string {
    const whole = modulus === null ? this.#units : this.#units % (BigInt(modulus) * 10n ** BigInt(this.#scale));
    const digits = (whole < 0n ? -whole : whole).toString().padStart(this.#scale + 1, '0');
    const point = digits.length - this.#scale;
    const text = this.#scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
    return whole < 0n ? `-${text}` : text;
  }
}

function split(text: string): [units: bigint, scale: number] {
  const point = text.indexOf('.');
  if (point < 0) return [BigInt(text), 0];
  return [BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1];
}

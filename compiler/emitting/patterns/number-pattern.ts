/**
 * Regular expressions for numbers in canonical form, such as `-0` or `12.340`. They turn a numeric rule into an
 * automaton, which can be compared with that of any other rule. All bounds must be in canonical form as well.
 */

/** Returns a regular expression that matches the canonical numbers that are at least the bound. */
export function atLeastPattern(bound: string): string {
  if (isNegative(bound)) return `${ANY}|-(?:${magnitudeAtMost(magnitudeOf(bound))})`;
  const positive = magnitudeAtLeast(bound);
  return isZero(bound) ? `${ANY}|-(?:${equalMagnitude('0')})` : positive;
}

/** Returns a regular expression that matches the canonical numbers that are at most the bound. */
export function atMostPattern(bound: string): string {
  if (isNegative(bound)) return `-(?:${magnitudeAtLeast(magnitudeOf(bound))})`;
  return `-(?:${ANY})|${magnitudeAtMost(bound)}`;
}

/** Returns a regular expression that matches all canonical forms of one number, such as `1.1` and `1.10`. */
export function equalPattern(value: string): string {
  const magnitude = equalMagnitude(magnitudeOf(value));
  return isZero(value) ? `-?(?:${magnitude})` : `${isNegative(value) ? '-' : ''}(?:${magnitude})`;
}

const ANY = '(?:0|[1-9]\\d*)(?:\\.\\d+)?';

function isNegative(number: string): boolean {
  return number.startsWith('-') && !isZero(number);
}

function isZero(number: string): boolean {
  return !/[1-9]/.test(number);
}

function magnitudeOf(number: string): string {
  return number.replace(/^-/, '');
}

/** Splits a number into the digits before and after the point. Trailing zeros after the point are removed. */
function split(magnitude: string): { whole: string; fraction: string } {
  const [whole = '0', fraction = ''] = magnitude.replace(/^-/, '').split('.');
  return { whole, fraction: fraction.replace(/0+$/, '') };
}

function equalMagnitude(magnitude: string): string {
  const { whole, fraction } = split(magnitude);
  return fraction === '' ? `${whole}(?:\\.0+)?` : `${whole}\\.${fraction}0*`;
}

function magnitudeAtLeast(magnitude: string): string {
  const { whole, fraction } = split(magnitude);
  const tail = '(?:\\.\\d+)?';
  const longer = `[1-9]\\d{${whole.length},}${tail}`;
  const greater = differing(
    whole,
    (digit) => above(digit),
    (rest) => `\\d{${rest}}${tail}`,
  );
  const within =
    fraction === ''
      ? `${whole}${tail}`
      : [
          `${whole}\\.${fraction}\\d*`,
          ...differing(fraction, above, () => '\\d*').map((more) => `${whole}\\.${more}`),
        ].join('|');
  return [longer, ...greater, within].join('|');
}

function magnitudeAtMost(magnitude: string): string {
  const { whole, fraction } = split(magnitude);
  const tail = '(?:\\.\\d+)?';
  const shorter = whole.length === 1 ? [] : [`(?:0|[1-9]\\d{0,${whole.length - 2}})${tail}`];
  const smaller = differing(
    whole,
    (digit, index) => below(digit, index === 0 && whole.length > 1 ? 1 : 0),
    (rest) => `\\d{${rest}}${tail}`,
  );
  const less = differing(
    fraction,
    (digit) => below(digit, 0),
    () => '\\d*',
  ).map((part) => `${whole}\\.${part}`);
  // A fraction that ends within the digits of the bound is not above it, because only zeros could follow.
  const begun = Array.from({ length: fraction.length }, (_, index) =>
    index === 0 ? whole : `${whole}\\.${fraction.slice(0, index)}`,
  );
  return [...shorter, ...smaller, ...less, ...begun, equalMagnitude(magnitude)].join('|');
}

/**
 * Returns regular expressions for texts that begin with some of the digits and then have another digit. There is one
 * for each position at which `other` allows another digit. `after` returns the expression for the remaining digits.
 */
function differing(
  digits: string,
  other: (digit: number, index: number) => string | null,
  after: (rest: number) => string,
): string[] {
  return [...digits].flatMap((digit, index) => {
    const others = other(Number(digit), index);
    return others === null ? [] : [`${digits.slice(0, index)}${others}${after(digits.length - index - 1)}`];
  });
}

function above(digit: number): string | null {
  return digit === 9 ? null : `[${digit + 1}-9]`;
}

function below(digit: number, min: number): string | null {
  return digit <= min ? null : `[${min}-${digit - 1}]`;
}

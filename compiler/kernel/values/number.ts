/**
 * Numbers stay digits: they are never turned into a double, so that nothing is lost. A number's text is
 * canonical: no `+`, no leading zeros before the first digit, `-` and trailing decimals kept.
 */

/** `[+-]?\d+` as canonical digits, blanks around dropped; null where the text is no integer. */
export function toInteger(text: string): string | null {
  return digitsOf(text, 0, text.length);
}

/** An integer whose thousands may be grouped with `group`: all groups or none, three digits each. */
export function toGroupedInteger(text: string, group: string): string | null {
  const plain = ungrouped(text, text.length, group);
  return plain === null ? null : toInteger(plain);
}

/** `[+-]?\d*\.?\d+` with `point` for the decimals, as canonical digits; null where the text is no decimal. */
export function toDecimal(text: string, point: string): string | null {
  const at = text.indexOf(point);
  if (at < 0) return toInteger(text);
  if (point === '.' && isCanonical(text, at)) return text;
  const fraction = text.slice(at + point.length);
  if (fraction.length === 0 || !isDigits(fraction)) return null;
  const whole = text.slice(0, at);
  if (whole === '' || whole === '+') return '0.' + fraction;
  if (whole === '-') return '-0.' + fraction;
  const digits = toInteger(whole);
  return digits === null ? null : digits + '.' + fraction;
}

/** A decimal whose thousands may be grouped with `group`: all groups or none, three digits each. */
export function toGroupedDecimal(text: string, point: string, group: string): string | null {
  const at = text.indexOf(point);
  const plain = ungrouped(text, at < 0 ? text.length : at, group);
  return plain === null ? null : toDecimal(plain, point);
}

/** Digits of which the last `scale` are decimals: `0001234` with 2 is `12.34`. */
export function toScaledDecimal(text: string, scale: number): string | null {
  const digits = toInteger(text);
  if (digits === null || scale === 0) return digits;
  const sign = digits.charCodeAt(0) === MINUS ? '-' : '';
  const whole = digits.slice(sign.length).padStart(scale + 1, '0');
  return `${sign}${whole.slice(0, -scale)}.${whole.slice(-scale)}`;
}

/** Compares two canonical numbers by value, exactly: negative, 0 or positive. */
export function compareDecimals(a: string, b: string): number {
  const negative = isNegative(a);
  if (negative !== isNegative(b)) return isZero(a) && isZero(b) ? 0 : negative ? -1 : 1;
  return negative ? compareMagnitudes(b, a, 1) : compareMagnitudes(a, b, 0);
}

/** One text for all canonical numbers of one value: `1.10` and `1.1` are `1.1`, `-0` is `0`. */
export function normalizeDecimal(number: string): string {
  let end = number.length;
  if (number.includes('.')) {
    while (number.charCodeAt(end - 1) === ZERO) end--;
    if (number.charCodeAt(end - 1) === POINT) end--;
  }
  const plain = number.slice(0, end);
  return plain === '-0' ? '0' : plain;
}

const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;

function digitsOf(text: string, start: number, end: number): string | null {
  const sign = text.charCodeAt(start);
  let at = sign === PLUS || sign === MINUS ? start + 1 : start;
  if (at === end) return null;
  const first = at;
  for (let i = at; i < end; i++) {
    if (!isDigit(text.charCodeAt(i))) return null;
  }
  while (at < end - 1 && text.charCodeAt(at) === ZERO) at++;
  if (sign !== MINUS) return at === 0 ? text : text.slice(at, end);
  return at === first ? text : '-' + text.slice(at, end);
}

/** The text without group separators in its first `end` units; null where the groups are not all of three digits. */
function ungrouped(text: string, end: number, group: string): string | null {
  const first = text.indexOf(group);
  if (first < 0) return text;
  if (first >= end) return null;
  const groups = text.slice(0, end).split(group);
  const head = groups[0] ?? '';
  const signs = head.charCodeAt(0) === PLUS || head.charCodeAt(0) === MINUS ? 1 : 0;
  if (head.length - signs < 1 || head.length - signs > 3) return null;
  for (let i = 1; i < groups.length; i++) {
    if (groups[i]?.length !== 3) return null;
  }
  return groups.join('') + text.slice(end);
}

/** Whether a text with its point at `point` is canonical: digits without a sign, the first no zero, then decimals. */
function isCanonical(text: string, point: number): boolean {
  const first = text.charCodeAt(0);
  if (point === 0 || first <= ZERO || point === text.length - 1) return false;
  for (let i = 0; i < text.length; i++) {
    if (i !== point && !isDigit(text.charCodeAt(i))) return false;
  }
  return true;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (!isDigit(text.charCodeAt(i))) return false;
  }
  return true;
}

function isNegative(number: string): boolean {
  return number.charCodeAt(0) === MINUS;
}

function isZero(number: string): boolean {
  for (let i = 0; i < number.length; i++) {
    const unit = number.charCodeAt(i);
    if (unit > ZERO && unit <= 0x39) return false;
  }
  return true;
}

/** Compares without the sign, which takes `signs` units. Canonical digits: the longer whole part is the larger. */
function compareMagnitudes(a: string, b: string, signs: number): number {
  const wholeA = wholeLength(a);
  const wholeB = wholeLength(b);
  if (wholeA !== wholeB) return wholeA - wholeB;
  const length = Math.max(a.length, b.length);
  for (let i = signs; i < length; i++) {
    // Behind its last digit a number goes on with zeros; the points stand at the same place.
    const digitA = i < a.length ? a.charCodeAt(i) : i === wholeA ? POINT : ZERO;
    const digitB = i < b.length ? b.charCodeAt(i) : i === wholeB ? POINT : ZERO;
    if (digitA !== digitB) return digitA - digitB;
  }
  return 0;
}

function wholeLength(number: string): number {
  let at = 0;
  while (at < number.length && number.charCodeAt(at) !== POINT) at++;
  return at;
}

/** Digits as a number that holds them exactly, as the rules of the field see to. */
export function toNumber(digits: string | null): number | null {
  return digits === null ? null : Number(digits);
}

/** Digits as a bigint. */
export function toBigInt(digits: string | null): bigint | null {
  return digits === null ? null : BigInt(digits);
}

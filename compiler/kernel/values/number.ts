/**
 * Numbers are represented as texts of digits, so that no precision is lost. A canonical number has no `+` and no
 * superfluous leading zeros. It retains its `-`, even for zero, and its trailing zeros after the decimal point.
 */

/** Parses `[+-]?\d+` with ASCII digits. Returns the canonical digits, or null for any other text. */
export function toInteger(text: string): string | null {
  return digitsOf(text, 0, text.length);
}

/**
 * Parses an integer with optional group separators. If there are any, the first group must have one to three digits,
 * and each other group three. Returns the canonical digits, or null for any other text.
 */
export function toGroupedInteger(text: string, group: string): string | null {
  const plain = ungrouped(text, text.length, group);
  return plain === null ? null : toInteger(plain);
}

/**
 * Parses `[+-]?\d*\.?\d+` with `point` as the decimal separator. Returns the canonical digits with `.`, or null for any
 * other text.
 */
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

/**
 * Parses a decimal with `point` as the decimal separator and optional group separators. If there are any, the first
 * group must have one to three digits, and each other group three. Returns the canonical digits with `.`, or null for
 * any other text.
 */
export function toGroupedDecimal(text: string, point: string, group: string): string | null {
  const at = text.indexOf(point);
  const plain = ungrouped(text, at < 0 ? text.length : at, group);
  return plain === null ? null : toDecimal(plain, point);
}

/**
 * Parses an integer whose last `scale` digits are decimals: `0001234` with scale 2 is `12.34`. Returns the canonical
 * digits, or null if the text is not an integer.
 */
export function toScaledDecimal(text: string, scale: number): string | null {
  const digits = toInteger(text);
  if (digits === null || scale === 0) return digits;
  const sign = digits.charCodeAt(0) === MINUS ? '-' : '';
  const whole = digits.slice(sign.length).padStart(scale + 1, '0');
  return `${sign}${whole.slice(0, -scale)}.${whole.slice(-scale)}`;
}

/** Compares two canonical numbers by value, without rounding. Returns a negative number, 0 or a positive number. */
export function compareDecimals(a: string, b: string): number {
  const negative = isNegative(a);
  if (negative !== isNegative(b)) return isZero(a) && isZero(b) ? 0 : negative ? -1 : 1;
  return negative ? compareMagnitudes(b, a, 1) : compareMagnitudes(a, b, 0);
}

/** Returns the shortest canonical number with the same value: `1.1` for `1.10`, `0` for `-0`. */
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

/**
 * Removes the group separators from the first `end` UTF-16 units of a text. Returns null if the groups are not valid or
 * a separator occurs only after `end`.
 */
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

/**
 * Quickly recognises most canonical numbers, with the point at index `point`: digits without a sign or a leading zero,
 * and decimals after the point.
 */
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

/** Returns a canonical number without the sign that a zero may have. */
export function withoutZeroSign(number: string): string {
  return number.startsWith('-') && isZero(number) ? number.slice(1) : number;
}

function isZero(number: string): boolean {
  for (let i = 0; i < number.length; i++) {
    const unit = number.charCodeAt(i);
    if (unit > ZERO && unit <= 0x39) return false;
  }
  return true;
}

/**
 * Compares two canonical numbers by their absolute values. `signs` is 1 if both begin with `-`, else 0. The number with
 * the longer part before the point is larger.
 */
function compareMagnitudes(a: string, b: string, signs: number): number {
  const wholeA = wholeLength(a);
  const wholeB = wholeLength(b);
  if (wholeA !== wholeB) return wholeA - wholeB;
  const length = Math.max(a.length, b.length);
  for (let i = signs; i < length; i++) {
    // If one number is shorter, it is compared as if zeros followed. Both points are at the same index.
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

/**
 * Converts digits to a number, or null to null. The compiler uses it only for fields whose rules limit values to safe
 * integers.
 */
export function toNumber(digits: string | null): number | null {
  return digits === null ? null : Number(digits);
}

/** Converts digits to a bigint, or null to null. */
export function toBigInt(digits: string | null): bigint | null {
  return digits === null ? null : BigInt(digits);
}

/**
 * Turns numbers as senders write them into texts that `toInteger` and `toDecimal` parse. Each function returns an empty
 * text, which is no number, if the text does not have the notation. Every function is linear in the text.
 */

const MAX_DIGITS = 1000;
const BLANK = /^\p{White_Space}+|\p{White_Space}+$/gu;

/**
 * Removes one of `affixes`, with the blanks next to it, from the beginning or the end of a text, also inside a sign or
 * parentheses: `€ 5`, `-€5`, `5 EUR-`, `(€5)`. Longer affixes must precede their own beginnings. Returns the text
 * unchanged if it has none of them.
 */
export function dropAffix(text: string, affixes: readonly string[]): string {
  const lead = isSignOrParenthesis(text.charCodeAt(0)) ? 1 : 0;
  const trail = isSignOrParenthesis(text.charCodeAt(text.length - 1)) ? 1 : 0;
  const inner = text.slice(lead, text.length - trail).replace(BLANK, '');
  for (const affix of affixes) {
    if (text.startsWith(affix)) return text.slice(affix.length).replace(BLANK, '');
    if (text.endsWith(affix)) return text.slice(0, -affix.length).replace(BLANK, '');
    const rest = inner.startsWith(affix)
      ? inner.slice(affix.length)
      : inner.endsWith(affix)
        ? inner.slice(0, -affix.length)
        : null;
    if (rest !== null)
      return text.slice(0, lead) + rest.replace(BLANK, '') + (trail === 0 ? '' : text.slice(text.length - 1));
  }
  return text;
}

/** Moves a sign after the digits to their front: `5.00-` is `-5.00`. A sign before the digits is not allowed. */
export function moveTrailingSign(text: string): string {
  if (isSign(text.charCodeAt(0))) return '';
  return moveSign(text);
}

/** Moves a sign after the digits to their front. A sign may be before or after the digits, not both. */
export function moveAnySign(text: string): string {
  if (isSign(text.charCodeAt(0))) return isSign(text.charCodeAt(text.length - 1)) ? '' : text;
  return moveSign(text);
}

function moveSign(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return isSign(last) ? text.slice(-1) + text.slice(0, -1).replace(BLANK, '') : text;
}

/** Reads a number in parentheses as negative: `(5.00)` is `-5.00`. A sign is not allowed. */
export function readParentheses(text: string): string {
  const isOpen = text.startsWith('(');
  if (isOpen !== text.endsWith(')')) return '';
  const inner = isOpen ? text.slice(1, -1).replace(BLANK, '') : text;
  return isSign(inner.charCodeAt(0)) ? '' : isOpen ? '-' + inner : inner;
}

const POSITIVE = '{ABCDEFGHI';
const NEGATIVE = '}JKLMNOPQR';

/**
 * Reads a zoned number whose last character is a digit with a sign: `{` and `A` to `I` are 0 to 9 of a positive number,
 * `}` and `J` to `R` of a negative one. A number without such a character is positive. Another sign is not allowed.
 */
export function readOverpunch(text: string): string {
  if (isSign(text.charCodeAt(0))) return '';
  const last = text.slice(-1);
  if (last === '') return '';
  const positive = POSITIVE.indexOf(last);
  if (positive >= 0) return text.slice(0, -1) + positive;
  const negative = NEGATIVE.indexOf(last);
  return negative >= 0 ? `-${text.slice(0, -1)}${negative}` : text;
}

/**
 * Removes group separators before the decimal separator `point`, or before an exponent. Each item of `kinds` is a set
 * of characters that may be mixed in one number; characters of two kinds may not. Groups have three digits. If
 * `isIndian`, the last group has three digits and the others two: `12,34,567`.
 */
export function dropGroups(text: string, point: string, kinds: readonly string[], isIndian: boolean): string {
  const kind = kinds.find((characters) => findAny(text, characters) >= 0);
  if (kind === undefined) return text;
  const end = endOfWhole(text, point);
  const sign = isSign(text.charCodeAt(0)) ? 1 : 0;
  let digits = '';
  let group = 0;
  const sizes: number[] = [];
  for (const character of text.slice(sign, end)) {
    if (kind.includes(character)) {
      sizes.push(group);
      group = 0;
    } else {
      digits += character;
      group++;
    }
  }
  if (sizes.length === 0 || group !== 3) return '';
  const [first = 0, ...middle] = sizes;
  const size = isIndian ? 2 : 3;
  if (first < 1 || first > size || middle.some((one) => one !== size)) return '';
  const rest = text.slice(end);
  return kinds.some((characters) => findAny(rest, characters) >= 0) ? '' : text.slice(0, sign) + digits + rest;
}

function endOfWhole(text: string, point: string): number {
  const at = point === '' ? -1 : text.indexOf(point);
  const exponent = text.search(/[eE]/);
  const ends = [at, exponent].filter((one) => one >= 0);
  return ends.length === 0 ? text.length : Math.min(...ends);
}

/** Returns the index of the first of `characters` in a text; -1 if it has none. */
function findAny(text: string, characters: string): number {
  for (let i = 0; i < text.length; i++) if (characters.includes(text.charAt(i))) return i;
  return -1;
}

/**
 * Writes a number with an exponent without it, exactly: `1.5e-3` is `0.0015`, and `9E+06` is `9000000`. Returns a text
 * without an exponent unchanged. `point` is the decimal separator. A result of more than 1,000 digits is no number.
 */
export function expandExponent(text: string, point: string): string {
  const at = text.search(/[eE]/);
  if (at < 0) return text;
  const power = /^[+-]?\d{1,6}$/.test(text.slice(at + 1)) ? Number(text.slice(at + 1)) : NaN;
  const sign = isSign(text.charCodeAt(0)) ? text.charAt(0) : '';
  const mantissa = text.slice(sign.length, at);
  const pointAt = mantissa.indexOf(point);
  const whole = pointAt < 0 ? mantissa : mantissa.slice(0, pointAt);
  const fraction = pointAt < 0 ? '' : mantissa.slice(pointAt + point.length);
  const isNumber = /^\d*$/.test(whole) && /^\d*$/.test(fraction) && (pointAt < 0 ? whole : fraction) !== '';
  if (Number.isNaN(power) || !isNumber || Math.abs(power) + mantissa.length > MAX_DIGITS) return '';
  const digits = whole + fraction;
  const end = whole.length + power;
  if (end >= digits.length) return sign + (digits + '0'.repeat(end - digits.length));
  const padded = end > 0 ? digits : '0'.repeat(1 - end) + digits;
  const split = Math.max(end, 1);
  return sign + padded.slice(0, split) + point + padded.slice(split);
}

/** Writes an integer with an exponent without it: `1.50e1` is `15`. `1.5e0` is no integer. */
export function expandInteger(text: string): string {
  const [whole = '', fraction = '0'] = expandExponent(text, '.').split('.');
  return text.search(/[eE]/) < 0 ? text : /^0*$/.test(fraction) ? whole : '';
}

function isSign(unit: number): boolean {
  return unit === 0x2b || unit === 0x2d;
}

function isSignOrParenthesis(unit: number): boolean {
  return isSign(unit) || unit === 0x28 || unit === 0x29;
}

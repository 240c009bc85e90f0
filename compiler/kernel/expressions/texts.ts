/**
 * The text functions of expressions. Positions and lengths count code points. If an operand is null, the result is null.
 * Each function takes time linear in its operands.
 */

import { compareCodePoints } from '../values/code-points.ts';
import { toDecimal, toInteger, withoutZeroSign } from '../values/number.ts';
import { countCodePoints, trim } from '../values/text.ts';
import type { Failures } from './failures.ts';
import { findBorders, findText } from './find-text.ts';

type Operand = string | null;

/** Returns the texts one after another. */
export function joinTexts(record: Failures, ...texts: readonly Operand[]): Operand {
  let length = 0;
  for (const text of texts) {
    if (text === null) return null;
    length += text.length;
  }
  return record.reserveText(length) ? texts.join('') : null;
}

/** Returns the number of code points as digits. */
export function sizeOfText(text: Operand): Operand {
  return text === null ? null : String(countCodePoints(text));
}

/** Returns whether the text contains another text. */
export function containsText(text: Operand, part: Operand): boolean | null {
  return text === null || part === null ? null : findText(text, part, 0) >= 0;
}

/** Returns whether the text begins with another text. */
export function startsWithText(text: Operand, start: Operand): boolean | null {
  return text === null || start === null ? null : text.startsWith(start);
}

/** Returns whether the text ends with another text. */
export function endsWithText(text: Operand, end: Operand): boolean | null {
  return text === null || end === null ? null : text.endsWith(end);
}

/**
 * Returns the part of a text from the position `from` to the end, or up to the position `to`. Returns null if a position
 * is outside of the text, or if `to` is less than `from`.
 */
export function sliceText(text: Operand, from: Operand, to: Operand | undefined = undefined): Operand {
  if (text === null || from === null || to === null) return null;
  const start = offsetOf(text, toPosition(from), 0, 0);
  if (start < 0) return null;
  if (to === undefined) return text.slice(start);
  const end = offsetOf(text, toPosition(to), start, toPosition(from));
  return end < 0 ? null : text.slice(start, end);
}

/** Returns the text without the blanks (Unicode White_Space) around it. */
export function trimText(text: Operand): Operand {
  return text === null ? null : trim(text);
}

/** Returns the text with the letters A to Z in lower case. */
export function lowerAsciiText(text: Operand): Operand {
  return text === null ? null : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns the text with the letters a to z in upper case. */
export function upperAsciiText(text: Operand): Operand {
  return text === null ? null : text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/**
 * Replaces every occurrence of `old` from left to right. An empty `old` occurs before each code point and at the end.
 */
export function replaceText(text: Operand, old: Operand, by: Operand, record: Failures): Operand {
  if (text === null || old === null || by === null) return null;
  if (old === '') {
    const points = [...text];
    return record.reserveText(text.length + by.length * (points.length + 1))
      ? by + points.map((one) => one + by).join('')
      : null;
  }
  const borders = findBorders(old);
  const starts: number[] = [];
  for (let at = findText(text, old, 0, borders); at >= 0; at = findText(text, old, at + old.length, borders))
    starts.push(at);
  if (!record.reserveText(text.length + starts.length * (by.length - old.length))) return null;
  const pieces = starts.map((start, i) => text.slice(i === 0 ? 0 : (starts[i - 1] as number) + old.length, start));
  return starts.length === 0 ? text : [...pieces, text.slice((starts.at(-1) as number) + old.length)].join(by);
}

/** Returns the position of the first occurrence of `part`, from the position `from` on, as digits. -1: there is none. */
export function positionOfText(text: Operand, part: Operand, from: Operand = '0'): Operand {
  if (text === null || part === null || from === null) return null;
  const start = offsetOf(text, toPosition(from), 0, 0);
  if (start < 0) return null;
  const at = findText(text, part, start);
  return at < 0 ? '-1' : String(countCodePoints(text.slice(0, at)));
}

/**
 * Splits a text at each `separator`, and returns the part with the index. An empty separator splits between code points.
 * Returns null if there is no such part.
 */
export function partOfText(text: Operand, separator: Operand, index: Operand): Operand {
  if (text === null || separator === null || index === null) return null;
  const wanted = toPosition(index);
  if (wanted < 0) return null;
  if (separator === '') {
    const at = offsetOf(text, wanted, 0, 0);
    return at < 0 || at === text.length ? null : String.fromCodePoint(text.codePointAt(at) as number);
  }
  const borders = findBorders(separator);
  let start = 0;
  for (let part = 0; ; part++) {
    const end = findText(text, separator, start, borders);
    if (part === wanted) return text.slice(start, end < 0 ? text.length : end);
    if (end < 0) return null;
    start = end + separator.length;
  }
}

/** Pads the text on the left to `length` code points. A longer text is returned unchanged. */
export function padTextLeft(text: Operand, length: Operand, character: string, record: Failures): Operand {
  const padding = createPadding(text, length, character, record);
  return text === null || padding === null ? null : padding + text;
}

/** Pads the text on the right to `length` code points. A longer text is returned unchanged. */
export function padTextRight(text: Operand, length: Operand, character: string, record: Failures): Operand {
  const padding = createPadding(text, length, character, record);
  return text === null || padding === null ? null : text + padding;
}

/** Parses `[+-]?[0-9]+` without the blanks around it. Fails for any other text. */
export function toIntegerOrFail(text: Operand, record: Failures): Operand {
  if (text === null) return null;
  const number = toInteger(trim(text));
  return number === null ? record.fail('a text is not an INTEGER', text) : withoutZeroSign(number);
}

/** Parses a decimal with a point, without the blanks around it. Fails for any other text. */
export function toDecimalOrFail(text: Operand, record: Failures): Operand {
  if (text === null) return null;
  const number = toDecimal(trim(text), '.');
  return number === null ? record.fail('a text is not a DECIMAL', text) : withoutZeroSign(number);
}

/** Returns whether the first text is less than the second, by code points. */
export function isLessText(a: Operand, b: Operand): boolean | null {
  return a === null || b === null ? null : compareCodePoints(a, b) < 0;
}

/** Returns whether the first text is at most the second, by code points. */
export function isAtMostText(a: Operand, b: Operand): boolean | null {
  return a === null || b === null ? null : compareCodePoints(a, b) <= 0;
}

function createPadding(text: Operand, length: Operand, character: string, record: Failures): Operand {
  if (text === null || length === null) return null;
  const missing = Math.max(0, toPosition(length) - countCodePoints(text));
  if (missing === 0) return '';
  return record.reserveText(text.length + missing * character.length) ? character.repeat(missing) : null;
}

/** Converts digits to a number. Numbers that are too large for any text become infinite. */
function toPosition(digits: string): number {
  return Number(digits);
}

/**
 * Returns the index in UTF-16 units of a position in code points. The search begins at the index `at` of the position
 * `known`. Returns -1 if the position is outside of the text, or before `known`.
 */
function offsetOf(text: string, position: number, at: number, known: number): number {
  if (position < known || position - known > text.length - at) return -1;
  let offset = at;
  for (let i = known; i < position; i++) {
    if (offset >= text.length) return -1;
    offset += (text.codePointAt(offset) as number) > 0xffff ? 2 : 1;
  }
  return offset;
}

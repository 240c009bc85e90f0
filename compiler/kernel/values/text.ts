/**
 * Functions for texts. As in the spec language, a blank is a character with the Unicode property White_Space, and
 * lengths are in code points.
 */

/** Returns whether a UTF-16 unit is a blank (Unicode White_Space, PropList.txt). All blanks are single units. */
export function isBlankUnit(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x85) return false;
  return (
    unit === 0x85 ||
    unit === 0xa0 ||
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000
  );
}

/** Returns the text without leading and trailing blanks. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlankUnit(text.charCodeAt(start))) start++;
  while (end > start && isBlankUnit(text.charCodeAt(end - 1))) end--;
  return end - start === text.length ? text : text.slice(start, end);
}

/**
 * Returns the text without leading and trailing blanks, or null if nothing remains. Used for all types except STRING.
 */
export function trimToNull(text: string): string | null {
  const rest = trim(text);
  return rest === '' ? null : rest;
}

/** Returns whether the text consists of blanks only. True for the empty text. */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (!isBlankUnit(text.charCodeAt(i))) return false;
  }
  return true;
}

/** Returns the length in code points. A lone surrogate counts as one. */
export function countCodePoints(text: string): number {
  let length = text.length;
  for (let i = 1; i < text.length; i++) {
    if (isTrail(text.charCodeAt(i)) && isLead(text.charCodeAt(i - 1))) {
      length--;
      i++;
    }
  }
  return length;
}

/** Pads the text on the left with `character` to `length` code points. A longer text is returned unchanged. */
export function padLeft(text: string, character: string, length: number): string {
  return text.length > 2 * length ? text : character.repeat(Math.max(0, length - countCodePoints(text))) + text;
}

/** Pads the text on the right with `character` to `length` code points. A longer text is returned unchanged. */
export function padRight(text: string, character: string, length: number): string {
  return text.length > 2 * length ? text : text + character.repeat(Math.max(0, length - countCodePoints(text)));
}

/** Returns the first `length` code points of the text, or the whole text if it is shorter. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (let taken = 0; taken < length && end < text.length; taken++) {
    end += isLead(text.charCodeAt(end)) && isTrail(text.charCodeAt(end + 1)) ? 2 : 1;
  }
  return end === text.length ? text : text.slice(0, end);
}

/** Returns whether the text has more than `bytes` bytes in UTF-8. */
export function isLongerThan(text: string, bytes: number): boolean {
  if (text.length * 3 <= bytes) return false;
  if (text.length > bytes) return true;
  return utf8Length(text) > bytes;
}

/** Returns the length of the text in UTF-8, in bytes. A lone surrogate counts as U+FFFD, which has three bytes. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) length += 1;
    else {
      length += 2;
      // A surrogate pair has two UTF-16 units and four bytes in UTF-8.
      if (isLead(unit) && isTrail(text.charCodeAt(i + 1))) i++;
    }
  }
  return length;
}

function isLead(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isTrail(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}

/** Texts as the spec language sees them: blanks are Unicode White_Space, lengths are code points. */

/** Whether a UTF-16 unit is a blank: Unicode White_Space (PropList.txt), all of which lies in the BMP. */
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

/** The text without the blanks on both sides. */
export function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlankUnit(text.charCodeAt(start))) start++;
  while (end > start && isBlankUnit(text.charCodeAt(end - 1))) end--;
  return end - start === text.length ? text : text.slice(start, end);
}

/** The text without the blanks around it, which belong to no value but a STRING's; null where nothing is left. */
export function trimToNull(text: string): string | null {
  const rest = trim(text);
  return rest === '' ? null : rest;
}

/** Whether the text holds nothing but blanks; the empty text does. */
export function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (!isBlankUnit(text.charCodeAt(i))) return false;
  }
  return true;
}

/** Length in code points; a lone surrogate counts as one. */
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

/** Pads on the left with one character up to a length in code points. */
export function padLeft(text: string, character: string, length: number): string {
  return text.length > 2 * length ? text : character.repeat(Math.max(0, length - countCodePoints(text))) + text;
}

/** Pads on the right with one character up to a length in code points. */
export function padRight(text: string, character: string, length: number): string {
  return text.length > 2 * length ? text : text + character.repeat(Math.max(0, length - countCodePoints(text)));
}

/** The first `length` code points of the text. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (let taken = 0; taken < length && end < text.length; taken++) {
    end += isLead(text.charCodeAt(end)) && isTrail(text.charCodeAt(end + 1)) ? 2 : 1;
  }
  return end === text.length ? text : text.slice(0, end);
}

/** Whether the text takes more than `bytes` bytes in UTF-8. */
export function isLongerThan(text: string, bytes: number): boolean {
  if (text.length * 3 <= bytes) return false;
  if (text.length > bytes) return true;
  return utf8Length(text) > bytes;
}

/** Length of the text in UTF-8, in bytes; a lone surrogate counts as U+FFFD. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) length += 1;
    else {
      length += 2;
      // A pair is four bytes for two units.
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

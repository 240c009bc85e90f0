/** Results of the functions below. */
const UNCHANGED = 0;
const CHANGED = 1;
/** The text has a character whose conversion needs the careful reader. */
const UNUSUAL = -1;

/** The characters of one or two bytes in UTF-8 are those below this code point. */
const TWO_BYTE_POINTS = 0x800;
/** In a table of letters, marks a character that becomes several, or has another length or form there. */
const NO_LETTER = 0;
/** Its conversion to lower case depends on whether it ends a word. */
const CAPITAL_SIGMA = 'Σ';

const CASE_BIT = 0x20;
const UPPER_A = 0x41;
const LOWER_A = 0x61;
const LETTERS = 26;

/** The code point to which each character of one or two bytes is converted. Created for the first text that needs it. */
let upper: Uint16Array | undefined;
let lower: Uint16Array | undefined;

/**
 * Converts the letters of UTF-8 text from index `from` up to but excluding `to` to upper case, in place. Returns 0 if
 * no byte changed, 1 if one did, and -1 if the careful reader must convert the text. Some bytes may then be changed.
 */
export function toUpperBytes(bytes: Uint8Array, from: number, to: number): number {
  return convert(bytes, { from, to }, LOWER_A, () => (upper ??= createTable((text) => text.toUpperCase())));
}

/** The same for lower case. */
export function toLowerBytes(bytes: Uint8Array, from: number, to: number): number {
  return convert(bytes, { from, to }, UPPER_A, () => (lower ??= createTable((text) => text.toLowerCase())));
}

/** `first`: the first of the ASCII letters that are converted. `tableOf`: returns the table for a text beyond ASCII. */
function convert(
  bytes: Uint8Array,
  { from, to }: { from: number; to: number },
  first: number,
  tableOf: () => Uint16Array,
): number {
  let result = UNCHANGED;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte > 0x7f) return convertRest(bytes, { at, to }, tableOf(), result);
    if (byte >= first && byte < first + LETTERS) {
      bytes[at] = byte ^ CASE_BIT;
      result = CHANGED;
    }
  }
  return result;
}

function createTable(convert: (text: string) => string): Uint16Array {
  return Uint16Array.from({ length: TWO_BYTE_POINTS }, (_, point) => {
    const text = String.fromCharCode(point);
    const converted = convert(text);
    const other = converted.charCodeAt(0);
    const isAsLong = converted.length === 1 && other < TWO_BYTE_POINTS && other > 0x7f === point > 0x7f;
    return isAsLong && text !== CAPITAL_SIGMA ? other : NO_LETTER;
  });
}

function convertRest(
  bytes: Uint8Array,
  { at, to }: { at: number; to: number },
  letters: Uint16Array,
  before: number,
): number {
  let result = before;
  let index = at;
  while (index < to) {
    const lead = bytes[index] as number;
    if (lead < 0x80) {
      const other = letters[lead] as number;
      if (other !== lead) {
        bytes[index] = other;
        result = CHANGED;
      }
      index++;
    } else if (lead < 0xe0) {
      const point = ((lead & 0x1f) << 6) | ((bytes[index + 1] as number) & 0x3f);
      const other = letters[point] as number;
      if (other === NO_LETTER) return UNUSUAL;
      if (other !== point) {
        bytes[index] = 0xc0 | (other >> 6);
        bytes[index + 1] = 0x80 | (other & 0x3f);
        result = CHANGED;
      }
      index += 2;
    } else if (hasNoCase(lead, bytes[index + 1] as number)) index += 3;
    else return UNUSUAL;
  }
  return result;
}

/**
 * Whether a character with these first bytes is punctuation or a currency sign (U+2000 to U+20BF), or Chinese or
 * Japanese.
 */
function hasNoCase(lead: number, second: number): boolean {
  return lead === 0xe2 ? second <= 0x82 : lead >= 0xe3 && lead <= 0xe9;
}

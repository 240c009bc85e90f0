/** Characters that people do not see, or take for others, by their names in Unicode. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'],
  [0x09, 'tab'],
  [0x1a, 'Ctrl-Z'],
  [0xa0, 'no-break space'],
  [0xad, 'soft hyphen'],
  [0x2002, 'en space'],
  [0x2003, 'em space'],
  [0x2007, 'figure space'],
  [0x2009, 'thin space'],
  [0x200a, 'hair space'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2010, 'hyphen'],
  [0x2011, 'non-breaking hyphen'],
  [0x2012, 'figure dash'],
  [0x2013, 'en dash'],
  [0x2019, 'right single quotation mark'],
  [0x202f, 'narrow no-break space'],
  [0x2060, 'word joiner'],
  [0x2212, 'minus sign'],
  [0x3000, 'ideographic space'],
  [0xfeff, 'byte order mark'],
]);

/** Control characters, blanks other than U+0020, characters without width, and those of NAMES. */
const INVISIBLE =
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u1680\u2000-\u2013\u2019\u2028-\u202f\u205f-\u206f\u2212\u3000\ufeff]/gu;

/** A message names at most this many characters. */
const MAX_NAMED = 3;
/** Only the beginning of a long text is searched, as only that is in an issue. */
const MAX_UNITS = 400;

/**
 * Returns a text such as `; it contains U+00A0 (no-break space)`, for the message about a text that is not of its type.
 * Empty if people see each character of the text.
 */
export function describeInvisible(text: string): string {
  const found = [...new Set(text.slice(0, MAX_UNITS).match(INVISIBLE) ?? [])].slice(0, MAX_NAMED);
  return found.length === 0 ? '' : `; it contains ${found.map(nameOf).join(' and ')}`;
}

function nameOf(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const name =
    NAMES.get(point) ?? (point < 0x20 || (point >= 0x7f && point < 0xa0) ? 'control character' : 'invisible');
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')} (${name})`;
}

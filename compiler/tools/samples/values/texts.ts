import { matchedTexts } from './matched-texts.ts';
import { lengthsAround, nearest, type ValueSearch } from './search.ts';

const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '1234567890'];
const PLAIN = [
  'abc',
  'ABC',
  '123',
  'a',
  'A',
  '1',
  'ab',
  'x',
  'Text',
  'A1',
  'abcd',
  'abcdef',
  'ABCDEFGH',
  'text with blanks',
  'abcdefghijklmnop',
  '-',
];

/** Returns texts to try for a STRING field: usual ones, and texts for the lengths, lists and patterns of its rules. */
export function textValues(search: ValueSearch): string[] {
  const boundaryValues = nearest(search);
  const listed = boundaryValues.flatMap(({ values = [] }) => values);
  const matched = matchedTexts(search);
  const sized = lengthsAround(boundaryValues, search.longest).flatMap((length) =>
    ALPHABETS.map((alphabet) => alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length)),
  );
  // Valid values are first searched in lists of allowed values. Violations are first searched among other texts.
  if (search.focus === null) return [...listed, ...matched, ...PLAIN, ...sized];
  const outside = boundaryValues.flatMap(({ outside: texts = [] }) => texts);
  const beside = listed
    .slice(0, 20)
    .flatMap((text) => [`${text}x`, text.slice(0, -1), text.toLowerCase(), text.toUpperCase()]);
  return [...outside, ...matched, ...sized, ...beside, ...PLAIN, ...listed];
}

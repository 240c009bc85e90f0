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

/** Returns texts around the lengths, lists and patterns of a field's rules. */
export function textValues(search: ValueSearch): string[] {
  const boundaryValues = nearest(search);
  const listed = boundaryValues.flatMap(({ values = [] }) => values);
  const matched = matchedTexts(search);
  const sized = lengthsAround(boundaryValues, search.longest).flatMap((length) =>
    ALPHABETS.map((alphabet) => alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length)),
  );
  // A valid value is one of the list. A violation is first tried with a text similar to one of the list.
  if (search.focus === null) return [...listed, ...matched, ...PLAIN, ...sized];
  const beside = listed
    .slice(0, 20)
    .flatMap((text) => [`${text}x`, text.slice(0, -1), text.toLowerCase(), text.toUpperCase()]);
  return [...matched, ...sized, ...beside, ...PLAIN, ...listed];
}

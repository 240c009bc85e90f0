import { type Code, code, commentText, name } from '../code/literal.ts';
import type { CellForm } from './cell.ts';

/** Names of the constants for bytes that generated code compares or writes, by character. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['"', 'QUOTE'],
  ['}', 'CLOSING_BRACE'],
  [' ', 'SPACE'],
  ['0', 'ZERO'],
  ['-', 'MINUS'],
  ['.', 'POINT'],
  [',', 'COMMA'],
  ["'", 'APOSTROPHE'],
  ['/', 'SLASH'],
  ['\\', 'BACKSLASH'],
  [':', 'COLON'],
  [';', 'SEMICOLON'],
  ['_', 'UNDERSCORE'],
  ['*', 'ASTERISK'],
  ['+', 'PLUS'],
  ['#', 'HASH'],
  ['|', 'BAR'],
  ['=', 'EQUALS_SIGN'],
  ['n', 'LETTER_N'],
  ['\t', 'TAB'],
  ['\n', 'LF'],
  ['\r', 'CR'],
]);

/** Returns the constant name of a byte, or its number if it has no name. */
export function byteCode(byte: number): Code {
  const own = NAMES.get(String.fromCharCode(byte));
  return own === undefined ? code`${byte}` : name(own);
}

/** Returns the declarations of the byte constants that the generated code uses. */
export function declareCharacters({ quote, delimiter }: CellForm, isUsed: (name: string) => boolean): Code[] {
  const characters = [
    ['DELIMITER', delimiter.slice(0, 1)],
    ['CELL_QUOTE', quote],
    ...[...NAMES].map(([character, own]) => [own, character]),
  ] as const;
  return [
    ...characters.flatMap(([own = '', character = '']) =>
      character !== '' && isUsed(own) ? [code`const ${name(own)} = ${character.charCodeAt(0)};${note(character)}`] : [],
    ),
    ...(isUsed('MAX_ASCII') ? [code`const MAX_ASCII = 127;`] : []),
    ...(isUsed('LOWER_CASE_BIT') ? [code`const LOWER_CASE_BIT = 32;`] : []),
  ];
}

/** Returns a comment that shows the character, or nothing if it is not printable ASCII. */
function note(character: string): Code {
  return /^[!-~]$/.test(character) ? code` // ${commentText(character)}` : code``;
}

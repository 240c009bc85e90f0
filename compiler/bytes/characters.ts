import { type Code, code, commentText, name } from '../code/literal.ts';
import type { CellForm } from './cell.ts';

/** Returns the constants for bytes that the statements use. */
export function declareCharacters({ quote, delimiter }: CellForm, isUsed: (name: string) => boolean): Code[] {
  const characters: readonly (readonly [name: string, character: string])[] = [
    ['DELIMITER', delimiter.slice(0, 1)],
    ['CELL_QUOTE', quote],
    ['QUOTE', '"'],
    ['CLOSING_BRACE', '}'],
    ['SPACE', ' '],
    ['ZERO', '0'],
    ['MINUS', '-'],
    ['POINT', '.'],
    ['LF', '\n'],
    ['CR', '\r'],
  ];
  const used = characters.filter(([own, character]) => character !== '' && isUsed(own));
  const isTextUsed = isUsed('MAX_ASCII');
  return [
    ...used.map(([own, character]) => code`const ${name(own)} = ${character.charCodeAt(0)};${note(character)}`),
    ...(isTextUsed ? [code`const MAX_ASCII = 127;`] : []),
    ...(isUsed('LOWER_CASE_BIT') ? [code`const LOWER_CASE_BIT = 32;`] : []),
  ];
}

/** Returns a comment with a visible character. */
function note(character: string): Code {
  return /^[!-~]$/.test(character) ? code` // ${commentText(character)}` : code``;
}

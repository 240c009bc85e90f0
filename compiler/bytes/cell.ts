import { ENDING, PLAIN } from '../kernel/fast/byte-kinds.ts';
import { type Code, code, hexadecimal, join, literal } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';

/** How the cells of a format stand in its bytes. */
export interface CellForm {
  /** What ends a cell, besides the end of the line; of documents what no value holds that is read from its bytes. */
  delimiter: string;
  /** What stands around cells, and before a quote inside: empty where nothing does. */
  quote: string;
  escape: string;
  /** Whether the reading goes on where a cell ended: `cellEnd` is told. */
  isFollowed: boolean;
  /** Whether places count characters, so that `cells.isAscii` has to tell of one beyond ASCII. */
  tellsWide: boolean;
  /** Whether cells are the values of documents. */
  isXml?: true;
}

/** The statements that declare how cells are read, as far as it is used: `cells`, the kinds of bytes, `cellEnd`. */
export function declareCells(cell: CellForm, isUsed: (name: string) => boolean, scope: Scope): Code[] {
  const { delimiter, quote, escape, isFollowed, isXml } = cell;
  return [
    isXml
      ? code`const cells = new ${scope.use('XmlCellReader')}();`
      : code`const cells = new ${scope.use('CellReader')}(${literal(delimiter)}, ${literal(quote)}, ${literal(escape)});`,
    ...(isUsed('BARE')
      ? [
          code`/** What each byte is in a cell: ${PLAIN} stands in JSON as it is, ${ENDING} ends the cell. */\nconst BARE = cells.bare;`,
        ]
      : []),
    ...(isUsed('QUOTED') ? [code`const QUOTED = cells.quoted;`] : []),
    ...(isFollowed ? [code`/** Where the cell ended that was read last. */\nlet cellEnd = 0;`] : []),
  ];
}

/** What blanks around a number, a date or a word are: dropped, dropped and told of, or part of it. */
export type Blanks = 'DROPPED' | 'TOLD' | 'KEPT';

/** The statements that open such a cell: `place` stands behind the quote and blanks, on `byte`. `isBlankBefore` tells of blanks. */
export function emitOpen({ quote }: CellForm, blanks: Blanks): Code[] {
  return [
    ...(quote === '' ? [code`let place = at;`] : [isQuoted(quote), code`let place = isQuoted ? at + 1 : at;`]),
    code`let byte = input[place] as number;`,
    ...(blanks === 'TOLD' ? [code`const isBlankBefore = byte === 32;`] : []),
    ...emitDrop(blanks),
  ];
}

/** The statements that close it: `byte` ends it where nothing else stands in it. `isBlankBehind` tells of blanks. */
export function emitClose({ quote }: CellForm, blanks: Blanks): Code[] {
  return [
    ...(blanks === 'TOLD' ? [code`const isBlankBehind = byte === 32;`] : []),
    ...emitDrop(blanks),
    ...emitCloseQuote(quote),
  ];
}

/** The statement that counts dropped blanks as a correction. */
export function emitTrimmed(blanks: Blanks): Code[] {
  return blanks === 'TOLD' ? [code`if (isBlankBefore || isBlankBehind) report.corrected = true;`] : [];
}

function emitDrop(blanks: Blanks): Code[] {
  return blanks === 'KEPT' ? [] : [code`while (byte === 32) byte = input[++place] as number;`];
}

/** The statements that copy a text as it stands, between its quotes: all of it where `byte` ends the cell then. `each` is done for each byte. */
export function emitCopy(cell: CellForm, isTrimmed: boolean, each: readonly Code[]): Code[] {
  const { quote } = cell;
  const open = quote === '' ? code`at` : code`open`;
  return [
    ...(quote === ''
      ? []
      : [
          isQuoted(quote),
          code`const kinds = isQuoted ? QUOTED : BARE;`,
          code`const ${isTrimmed ? code`open` : code`from`} = isQuoted ? at + 1 : at;`,
        ]),
    ...(isTrimmed ? [code`let from = ${open};`] : quote === '' ? [code`const from = at;`] : []),
    code`let byte = input[from] as number;`,
    ...(isTrimmed ? [code`while (byte === 32) byte = input[++from] as number;`] : []),
    code`let place = from;`,
    code`let end = length + 1;`,
    code`let seen = 0;`,
    // A byte for which there is more to be done is met alone.
    ...(each.length > 0
      ? []
      : [
          code`place = copyPlain(from, end${endingOf(cell)});`,
          code`end += place - from;`,
          code`byte = input[place] as number;`,
        ]),
    code`while (${quote === '' ? code`BARE` : code`kinds`}[byte] === ${PLAIN}) {`,
    code`  output[end++] = byte;`,
    code`  seen |= byte;`,
    ...each.map((line) => code`  ${line}`),
    code`  byte = input[++place] as number;`,
    code`}`,
    ...(isTrimmed
      ? [
          code`output[length] = 34;`,
          code`while (output[end - 1] === 32) end--;`,
          code`let points = end - length - 1;`,
          code`let isTrimmed = place - ${open} > points;`,
        ]
      : [code`let points = place - from;`]),
    ...emitCloseQuote(quote),
  ];
}

/** An expression: whether the cell is as it has to be once it was closed. */
export const isOpenStill = code`BARE[byte] !== ${ENDING}`;

/** An expression: whether the cell holds anything, be it quotes. */
export const isFilled = code`BARE[input[at] as number] !== ${ENDING}`;

/** The statement that tells where the cell ended. */
export function emitEnd({ isFollowed }: CellForm, at: Code): Code[] {
  return isFollowed ? [code`cellEnd = ${at};`] : [];
}

function isQuoted(quote: string): Code {
  return code`const isQuoted = input[at] === ${quote.charCodeAt(0)};`;
}

/** A byte that is no closing quote becomes one that ends nothing. */
function emitCloseQuote(quote: string): Code[] {
  const byte = quote.charCodeAt(0);
  return quote === '' ? [] : [code`if (isQuoted) byte = byte === ${byte} ? (input[++place] as number) : ${byte};`];
}

/** The function that copies the beginning of a text, four bytes at a time. */
export function emitCopyPlain({ delimiter, quote, escape }: CellForm, scope: Scope): Code {
  const others = ['"', '\\', ...(quote === '' ? delimiter : escape === quote ? '' : escape)].filter(
    (character) => character >= ' ',
  );
  const odd = [...new Set(others)].map((character) => code`((four ^ ${everyByte(character)}) - 0x01010101)`);
  return code`const inputView = ${scope.use('fastBuffers')}.inputView;

/** Copies what is ASCII and stands in JSON as it is, up to three bytes too many; gives where something else stands${quote === '' ? code`` : code`, or what ends the text`}. */
function copyPlain(from: number, to: number${quote === '' ? code`` : code`, ending: number`}): number {
  const shift = to - from;
  for (let at = from; ; at += 4) {
    const four = inputView.getInt32(at, true);
    outputView.setInt32(at + shift, four, true);
    // The highest bit of a byte is set in the first one that is such a character, below a blank, or not ASCII.
    const marks = (${join([...(quote === '' ? [] : [code`((four ^ ending) - 0x01010101)`]), ...odd, code`(four - 0x20202020)`, code`four`], ' | ')}) & 0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}`;
}

/** What ends the text that is copied, as an argument. */
function endingOf({ delimiter, quote }: CellForm): Code {
  return quote === '' ? code`` : code`, isQuoted ? ${everyByte(quote)} : ${everyByte(delimiter)}`;
}

function everyByte(character: string): Code {
  return hexadecimal(character.charCodeAt(0) * 0x01010101);
}

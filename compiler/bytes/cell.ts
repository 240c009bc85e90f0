import { ENDING, PLAIN } from '../kernel/fast/byte-kinds.ts';
import { type Code, code, hexadecimal, join, literal } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';

/** How cells appear in the bytes of a format. */
export interface CellForm {
  /**
   * The characters that end a cell, besides a line end. For XML, the characters that no value in the bytes contains.
   */
  delimiter: string;
  /** The quote around cells and the escape before a quote in a cell. Empty if there is none. */
  quote: string;
  escape: string;
  /** Whether the reader continues after the cell and needs `cellEnd`. */
  isFollowed: boolean;
  /** Whether positions count characters. If so, reading a cell beyond ASCII must clear `cells.isAscii`. */
  reportsWide: boolean;
  /** Whether cells are values of an XML document. */
  isXml?: true;
}

/** Emits the declarations that reading cells needs, as far as they are used: `cells`, the byte kinds and `cellEnd`. */
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

/**
 * How blanks around a number, date or word are treated: dropped, dropped and counted as a correction, or kept as part
 * of the text.
 */
export type Blanks = 'DROPPED' | 'TOLD' | 'KEPT';

/**
 * Emits statements that begin reading such a cell. Afterwards, `place` is the offset after the quote and blanks, and
 * `byte` is its byte. `isBlankBefore` is set if blanks count as a correction.
 */
export function emitOpen({ quote }: CellForm, blanks: Blanks): Code[] {
  return [
    ...(quote === '' ? [code`let place = at;`] : [isQuoted(quote), code`let place = isQuoted ? at + 1 : at;`]),
    code`let byte = input[place] as number;`,
    ...(blanks === 'TOLD' ? [code`const isBlankBefore = byte === 32;`] : []),
    ...emitDrop(blanks),
  ];
}

/**
 * Emits statements that end reading such a cell. Afterwards, `byte` ends the cell if it contains nothing else.
 * `isBlankBehind` is set if blanks count as a correction.
 */
export function emitClose({ quote }: CellForm, blanks: Blanks): Code[] {
  return [
    ...(blanks === 'TOLD' ? [code`const isBlankBehind = byte === 32;`] : []),
    ...emitDrop(blanks),
    ...emitCloseQuote(quote),
  ];
}

/** Emits the statement that counts dropped blanks as a correction. */
export function emitTrimmed(blanks: Blanks): Code[] {
  return blanks === 'TOLD' ? [code`if (isBlankBefore || isBlankBehind) report.corrected = true;`] : [];
}

function emitDrop(blanks: Blanks): Code[] {
  return blanks === 'KEPT' ? [] : [code`while (byte === 32) byte = input[++place] as number;`];
}

/**
 * Emits statements that copy plain text without its quotes. All text was copied if `byte` then ends the cell. `each`
 * runs for every byte.
 */
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
    // If there are statements for each byte, four bytes cannot be copied at once.
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

/** An expression that is true if something unexpected follows the closed cell. */
export const isOpenStill = code`BARE[byte] !== ${ENDING}`;

/** An expression that is true if the cell contains anything, including quotes. */
export const isFilled = code`BARE[input[at] as number] !== ${ENDING}`;

/** Emits the statement that stores the end of the cell. */
export function emitEnd({ isFollowed }: CellForm, at: Code): Code[] {
  return isFollowed ? [code`cellEnd = ${at};`] : [];
}

function isQuoted(quote: string): Code {
  return code`const isQuoted = input[at] === ${quote.charCodeAt(0)};`;
}

/** Without a closing quote, `byte` becomes a byte that does not end a cell. */
function emitCloseQuote(quote: string): Code[] {
  const byte = quote.charCodeAt(0);
  return quote === '' ? [] : [code`if (isQuoted) byte = byte === ${byte} ? (input[++place] as number) : ${byte};`];
}

/** Emits the function that copies the start of a text, four bytes at a time. */
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

/** Returns the byte that ends the copied text, as an argument. */
function endingOf({ delimiter, quote }: CellForm): Code {
  return quote === '' ? code`` : code`, isQuoted ? ${everyByte(quote)} : ${everyByte(delimiter)}`;
}

function everyByte(character: string): Code {
  return hexadecimal(character.charCodeAt(0) * 0x01010101);
}

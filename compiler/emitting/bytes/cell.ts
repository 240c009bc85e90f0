import { ENDING, PLAIN } from '../../kernel/fast/byte-kinds.ts';
import { type Code, code, commentText, hexadecimal, join, literal, name } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';

/** How a format writes its cells as bytes. */
export interface CellForm {
  /**
   * The characters that end a cell, besides a line end. For XML: the characters at which a value ends, or that need
   * decoding.
   */
  delimiter: string;
  /**
   * `quote` is the character around a cell, and `escape` the one before a quote inside a cell. Each is empty if the
   * format has none.
   */
  quote: string;
  escape: string;
  /** Whether generated code needs the offset after the cell. If so, it stores the offset in `cellEnd`. */
  isFollowed: boolean;
  /**
   * Whether positions in the record count characters, not bytes. If so, code that reads a cell with characters beyond
   * ASCII must set `cells.isAscii` to false.
   */
  reportsWide: boolean;
  /**
   * The class of the kernel that reads its cells, if it is not CellReader: a NUL ends each cell, and what is in it needs
   * decoding.
   */
  ended?: { readonly reader: 'XmlCellReader' | 'JsonCellReader'; readonly doc: string };
}

/**
 * Emits the variables for reading cells that the generated code uses: `cells`, the tables of byte kinds and `cellEnd`.
 * `omitsUnused`: inside a function, where the compiler of TypeScript rejects unused constants.
 */
export function declareCells(
  cell: CellForm,
  { isUsed, omitsUnused }: { isUsed: (name: string) => boolean; omitsUnused: boolean },
  scope: Scope,
): Code[] {
  const { delimiter, quote, escape, isFollowed, ended } = cell;
  return [
    ended
      ? code`/** ${commentText(ended.doc)} */\nconst cells = new ${scope.use(ended.reader)}();`
      : code`/** Reads cells with quotes, escapes or special characters inside, and finds cells. */\nconst cells = new ${scope.use('CellReader')}(${literal(delimiter)}, ${literal(quote)}, ${literal(escape)});`,
    ...(isUsed('BARE')
      ? [
          code`/** The kind of each byte in a cell without quotes. A plain byte is copied unchanged, and an end byte ends the cell. */\nconst BARE = cells.bare;`,
          ...(!omitsUnused || isUsed('PLAIN_BYTE') ? [code`const PLAIN_BYTE = ${PLAIN};`] : []),
          ...(!omitsUnused || isUsed('END_BYTE') ? [code`const END_BYTE = ${ENDING};`] : []),
        ]
      : []),
    ...(isUsed('QUOTED') ? [code`/** The same for a cell in quotes. */\nconst QUOTED = cells.quoted;`] : []),
    ...(isFollowed ? [code`/** The offset after the cell that was copied last. */\nlet cellEnd = 0;`] : []),
  ];
}

/**
 * How blanks around a number, date or word are treated. DROPPED ignores them, REPORTED ignores them and counts a
 * correction, and KEPT treats them as part of the text.
 */
export type Blanks = 'DROPPED' | 'REPORTED' | 'KEPT';

/**
 * Emits statements that begin reading a number, date or word. Afterwards, `cursor` is the offset after the opening
 * quote, if any, and after the blanks unless they are KEPT. `byte` is the byte at `cursor`. `isBlankBefore` is declared
 * if blanks are REPORTED.
 */
export function emitOpen({ quote }: CellForm, blanks: Blanks): Code[] {
  return [
    ...(quote === '' ? [code`let cursor = at;`] : [isQuoted, code`let cursor = isQuoted ? at + 1 : at;`]),
    code`let byte = input[cursor] as number;`,
    ...(blanks === 'REPORTED' ? [code`const isBlankBefore = byte === SPACE;`] : []),
    ...emitDrop(blanks),
  ];
}

/**
 * Emits statements that end reading a number, date or word: they skip the closing quote, and the blanks unless they are
 * KEPT. Afterwards, `byte` ends the cell unless the cell contains more text. `isBlankAfter` is declared if blanks are
 * REPORTED.
 */
export function emitClose({ quote }: CellForm, blanks: Blanks): Code[] {
  return [
    ...(blanks === 'REPORTED' ? [code`const isBlankAfter = byte === SPACE;`] : []),
    ...emitDrop(blanks),
    ...emitCloseQuote(quote),
  ];
}

/** Emits the statement that counts ignored blanks as a correction. Returns an empty list unless blanks are REPORTED. */
export function emitTrimmed(blanks: Blanks): Code[] {
  return blanks === 'REPORTED' ? [code`if (isBlankBefore || isBlankAfter) report.corrected = true;`] : [];
}

function emitDrop(blanks: Blanks): Code[] {
  return blanks === 'KEPT' ? [] : [code`while (byte === SPACE) byte = input[++cursor] as number;`];
}

/**
 * Emits statements that copy a text without its quotes, up to the first byte that needs special treatment. If `byte`
 * then ends the cell, the whole text was copied. The statements `each` run for every copied byte.
 */
export function emitCopy(cell: CellForm, isTrimmed: boolean, each: readonly Code[]): Code[] {
  const { quote } = cell;
  const open = quote === '' ? code`at` : code`textStart`;
  return [
    ...(quote === ''
      ? []
      : [
          isQuoted,
          code`const kinds = isQuoted ? QUOTED : BARE;`,
          code`const ${isTrimmed ? code`textStart` : code`from`} = isQuoted ? at + 1 : at;`,
        ]),
    ...(isTrimmed ? [code`let from = ${open};`] : quote === '' ? [code`const from = at;`] : []),
    code`let byte = input[from] as number;`,
    ...(isTrimmed ? [code`while (byte === SPACE) byte = input[++from] as number;`] : []),
    code`let cursor = from;`,
    code`let end = length + 1;`,
    code`let seen = 0;`,
    // Statements for each byte must see every byte, so four bytes cannot be copied at once.
    ...(each.length > 0
      ? []
      : [
          code`cursor = appendPlain(from, end${endingOf(cell)});`,
          code`end += cursor - from;`,
          code`byte = input[cursor] as number;`,
        ]),
    code`while (${quote === '' ? code`BARE` : code`kinds`}[byte] === PLAIN_BYTE) {`,
    code`  output[end++] = byte;`,
    code`  seen |= byte;`,
    ...each.map((line) => code`  ${line}`),
    code`  byte = input[++cursor] as number;`,
    code`}`,
    ...(isTrimmed
      ? [
          code`output[length] = QUOTE;`,
          code`while (output[end - 1] === SPACE) end--;`,
          code`let codePoints = end - length - 1;`,
          code`let isTrimmed = cursor - ${open} > codePoints;`,
        ]
      : [code`let codePoints = cursor - from;`]),
    ...emitCloseQuote(quote),
  ];
}

/** An expression that is true if the variable `byte`, the byte after the value, does not end the cell. */
export const isOpenStill = code`BARE[byte] !== END_BYTE`;

/** An expression that is true if the cell is not empty. Quotes count as content. */
export const isFilled = code`BARE[input[at] as number] !== END_BYTE`;

/**
 * Emits the statement that stores the offset after the cell in `cellEnd`. `at` is an expression for the offset. Returns
 * an empty list unless `isFollowed`.
 */
export function emitEnd({ isFollowed }: CellForm, at: Code): Code[] {
  return isFollowed ? [code`cellEnd = ${at};`] : [];
}

const isQuoted = code`const isQuoted = input[at] === CELL_QUOTE;`;

/**
 * Emits the statement that skips the closing quote. If the quote is missing, `byte` becomes a byte that does not end a
 * cell, so the cell is rejected.
 */
function emitCloseQuote(quote: string): Code[] {
  return quote === ''
    ? []
    : [code`if (isQuoted) byte = byte === CELL_QUOTE ? (input[++cursor] as number) : CELL_QUOTE;`];
}

/**
 * Emits the generated function `appendPlain`, which copies the start of a text to the output, four bytes at a time, up
 * to the first byte that needs special treatment.
 */
export function emitCopyPlain({ delimiter, quote, escape }: CellForm, scope: Scope): Code {
  const special = ['"', '\\', ...(quote === '' ? delimiter : escape === quote ? '' : escape)];
  const tests = [...new Set(special)]
    .filter((character) => character >= ' ')
    .map((character, i) => ({
      own: name(`special${i + 1}`),
      code: code`    const special${i + 1} = (four ^ ${everyByte(character)}) - 0x01010101; // ${commentText(character)}`,
    }));
  const hasEnding = quote !== '';
  const marks = [...(hasEnding ? [code`endings`] : []), ...tests.map(({ own }) => own), code`controls`, code`four`];
  return code`const inputView = ${scope.use('fastBuffers')}.inputView;

/**
 * Copies bytes that JSON does not escape, four at a time. Returns the offset of the first other byte: a control
 * character, a special character${hasEnding ? code`, the byte that \`ending\` repeats` : code``} or a byte beyond ASCII. Up to three more bytes may be written.
 */
function appendPlain(from: number, to: number${hasEnding ? code`, ending: number` : code``}): number {
  const shift = to - from;
  for (let at = from; ; at += 4) {
    const four = inputView.getInt32(at, true);
    outputView.setInt32(at + shift, four, true);
    // A subtraction sets the high bit of the first byte that is smaller than the subtracted one.
${hasEnding ? code`    const endings = (four ^ ending) - 0x01010101;\n` : code``}${tests.map((test) => test.code)}
    const controls = four - 0x20202020;
    const marks = (${join(marks, ' | ')}) & 0x80808080;
    if (marks !== 0) return at + ((31 - Math.clz32(marks & -marks)) >> 3);
  }
}`;
}

/**
 * Returns the last argument of `appendPlain`: the byte that ends the text, repeated four times. Empty for formats
 * without quotes.
 */
function endingOf({ delimiter, quote }: CellForm): Code {
  return quote === '' ? code`` : code`, isQuoted ? ${everyByte(quote)} : ${everyByte(delimiter)}`;
}

function everyByte(character: string): Code {
  return hexadecimal(character.charCodeAt(0) * 0x01010101);
}

/** The characters of a dialect of CSV, as the documentation describes them. */
export interface Syntax {
  readonly delimiter: string;
  readonly quote: string;
  /** What ends a record instead of a line end. */
  readonly end?: string;
  /** The character that escapes a delimiter, a quote or itself, also in cells without quotes. */
  readonly escape?: string;
  /** Whether a record that is one quoted cell contains the cells of the record. */
  readonly wholeRow?: boolean;
}

/** A cell, with the index after it. */
interface Cell {
  readonly text: string;
  readonly next: number;
  readonly isQuoted: boolean;
}

/**
 * Splits a file into records and cells, character by character. Blank records, and U+001A at the end of the file, are left
 * out. Returns null if a quote is not closed, or if a text follows a closing quote.
 */
export function splitRecords(file: string, syntax: Syntax): string[][] | null {
  const text = file.replace(/\x1a+$/, '');
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const found = readRecord(text, at, syntax);
    if (found === null) return null;
    at = found.next;
    const [only = ''] = found.cells;
    if (found.cells.length > 1 || found.isQuoted || only.trim() !== '') {
      const inner =
        syntax.wholeRow === true && found.isQuoted && found.cells.length === 1 ? readRow(only, syntax) : found.cells;
      if (inner === null) return null;
      records.push(inner);
    }
    const [lineEnds = ''] = syntax.end === undefined ? [] : (/^[\r\n]+/.exec(text.slice(at)) ?? []);
    at += lineEnds.length;
  }
  return records;
}

function readRow(row: string, syntax: Syntax): string[] | null {
  return readRecord(row, 0, { ...syntax, end: '\0\0\0' })?.cells ?? null;
}

function readRecord(
  text: string,
  from: number,
  syntax: Syntax,
): { cells: string[]; next: number; isQuoted: boolean } | null {
  const cells: string[] = [];
  let isQuoted = false;
  for (let at = from; ; at += syntax.delimiter.length) {
    const cell = text.startsWith(syntax.quote, at) ? readQuoted(text, at, syntax) : readBare(text, at, syntax);
    if (cell === null) return null;
    cells.push(cell.text);
    isQuoted ||= cell.isQuoted;
    at = cell.next;
    const end = endAt(text, at, syntax);
    if (end > 0 || at >= text.length) return { cells, next: at + end, isQuoted };
    if (!text.startsWith(syntax.delimiter, at)) return null;
  }
}

function readQuoted(text: string, from: number, { quote, escape = quote }: Syntax): Cell | null {
  let value = '';
  for (let at = from + 1; at < text.length; at++) {
    const isEscape = text.startsWith(escape, at) && [quote, escape].some((one) => text.startsWith(one, at + 1));
    if (isEscape) value += text[++at] ?? '';
    else if (text.startsWith(quote, at)) return { text: value, next: at + 1, isQuoted: true };
    else value += text[at] ?? '';
  }
  return null;
}

function readBare(text: string, from: number, syntax: Syntax): Cell {
  const { delimiter, quote, escape } = syntax;
  let value = '';
  let at = from;
  while (at < text.length && endAt(text, at, syntax) === 0 && !text.startsWith(delimiter, at)) {
    const isEscape =
      escape !== undefined &&
      text[at] === escape &&
      [delimiter, quote, escape].some((one) => text.startsWith(one, at + 1));
    if (isEscape) at++;
    value += text[at++] ?? '';
  }
  return { text: value, next: at, isQuoted: false };
}

/** Returns the length of the end of a record at an index, or 0 if none is there. */
function endAt(text: string, at: number, { end }: Syntax): number {
  if (end !== undefined) return text.startsWith(end, at) ? end.length : 0;
  return text.startsWith('\r\n', at) ? 2 : text[at] === '\n' || text[at] === '\r' ? 1 : 0;
}

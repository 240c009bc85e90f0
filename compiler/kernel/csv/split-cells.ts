/** The special characters of a CSV dialect. `quote` is empty if the dialect has no quotes. */
export interface CsvCharacters {
  delimiter: string;
  quote: string;
  /** The character that escapes a quote inside a quoted cell. Equal to `quote` if quotes are doubled. */
  escape: string;
  /** Whether blanks and tabs around the delimiter belong to no cell. Default: false. */
  skipBlanks?: boolean;
}

/**
 * Splits a record into cells. A quote opens a quoted cell only if it is the first character of the cell. The quotes
 * should be well-formed. A quoted cell that is not closed extends to the end of the record. If the record has more than `maxCells` cells, returns `maxCells + 1` cells.
 */
export function splitCells(text: string, characters: CsvCharacters, maxCells = Infinity): string[] {
  const { delimiter, quote, escape } = characters;
  if (characters.skipBlanks === true) return splitWithoutBlanks(text, characters, maxCells);
  if (quote === '') return maxCells === Infinity ? text.split(delimiter) : text.split(delimiter, maxCells + 1);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (text.startsWith(quote, at)) {
      const end = findClosingQuote(text, at + quote.length, quote, escape);
      cells.push(unescape(text.slice(at + quote.length, end), quote, escape));
      at = end + quote.length;
    } else {
      const end = text.indexOf(delimiter, at);
      cells.push(end < 0 ? text.slice(at) : text.slice(at, end));
      at = end < 0 ? text.length : end;
    }
    if (at >= text.length || cells.length > maxCells) return cells;
    at += delimiter.length;
  }
}

/** Returns the cells without the blanks around the delimiters. Blanks inside quotes remain. */
function splitWithoutBlanks(text: string, { delimiter, quote, escape }: CsvCharacters, maxCells: number): string[] {
  const isBlank = (at: number) => text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t');
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    while (isBlank(at)) at++;
    let end = at;
    if (quote !== '' && text.startsWith(quote, at)) {
      const close = findClosingQuote(text, at + quote.length, quote, escape);
      cells.push(unescape(text.slice(at + quote.length, close), quote, escape));
      end = text.indexOf(delimiter, close + quote.length);
    } else {
      end = text.indexOf(delimiter, at);
      let to = end < 0 ? text.length : end;
      while (to > at && isBlank(to - 1)) to--;
      cells.push(text.slice(at, to));
    }
    if (end < 0 || cells.length > maxCells) return cells;
    at = end + delimiter.length;
  }
}

/** Returns the indexes of the cells without quotes whose text begins with blanks and a quote. */
export function findQuotesAfterBlank(text: string, { delimiter, quote, escape }: CsvCharacters): number[] {
  const found: number[] = [];
  let at = 0;
  for (let index = 0; ; index++) {
    if (text.startsWith(quote, at)) at = findClosingQuote(text, at + quote.length, quote, escape) + quote.length;
    else {
      let from = at;
      while (text[from] === ' ' || (text[from] === '\t' && delimiter !== '\t')) from++;
      if (from > at && text.startsWith(quote, from)) found.push(index);
    }
    const next = text.indexOf(delimiter, at);
    if (next < 0) return found;
    at = next + delimiter.length;
  }
}

/** Returns the index of the quote that closes a cell, or the length of the text. */
function findClosingQuote(text: string, from: number, quote: string, escape: string): number {
  let at = from;
  let closing = text.indexOf(quote, at);
  if (escape === quote) {
    while (closing >= 0 && text.startsWith(quote, closing + quote.length))
      closing = text.indexOf(quote, closing + 2 * quote.length);
    return closing < 0 ? text.length : closing;
  }
  for (;;) {
    const escaping = text.indexOf(escape, at);
    if (closing < 0) return text.length;
    if (escaping < 0 || escaping > closing) return closing;
    at = escaping + escape.length;
    at += escapedLength(text, at, quote, escape);
    if (closing < at) closing = text.indexOf(quote, at);
  }
}

/**
 * Returns the length of the escaped character at index `at`, or 0. Only a quote or the escape character can be escaped.
 */
function escapedLength(text: string, at: number, quote: string, escape: string): number {
  return text.startsWith(quote, at) ? quote.length : text.startsWith(escape, at) ? escape.length : 0;
}

function unescape(text: string, quote: string, escape: string): string {
  if (!text.includes(escape)) return text;
  if (escape === quote) return text.replaceAll(quote + quote, () => quote);
  let plain = '';
  let at = 0;
  for (;;) {
    const found = text.indexOf(escape, at);
    if (found < 0) return plain + text.slice(at);
    const escaped = found + escape.length;
    const length = escapedLength(text, escaped, quote, escape);
    plain += length === 0 ? text.slice(at, escaped) : text.slice(at, found) + text.slice(escaped, escaped + length);
    at = escaped + length;
  }
}

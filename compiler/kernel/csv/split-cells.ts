/** The special characters of a CSV dialect. `quote` is empty if the dialect has no quotes. */
export interface CsvCharacters {
  delimiter: string;
  quote: string;
  /** The character that escapes a quote inside a quoted cell. Equal to `quote` if quotes are doubled. */
  escape: string;
  /** Whether blanks and tabs around the delimiter belong to no cell. Default: false. */
  skipBlanks?: boolean;
  /** Whether `escape` also escapes a delimiter, a quote or itself in cells without quotes. Default: false. */
  escapesOutside?: boolean;
  /** Whether a record that is one quoted cell contains the cells of the record. Default: false. */
  quotesRows?: boolean;
}

/** Returns the text with the cells of a record: the content of a row that is quoted as a whole, or the record itself. */
function rowOf(record: string, { quote, escape }: CsvCharacters): string {
  if (!record.startsWith(quote)) return record;
  const end = findClosingQuote(record, quote.length, quote, escape);
  return end + quote.length === record.length
    ? unescape(record.slice(quote.length, end), escape, [quote, escape])
    : record;
}

/**
 * Returns whether the quotes within a row that is quoted as a whole are well-formed. True for other records. The quotes
 * of the record itself must be.
 */
export function isRowWellFormed(record: string, characters: CsvCharacters): boolean {
  const { delimiter, quote, escape } = characters;
  const row = rowOf(record, characters);
  if (row === record) return true;
  const skipBlanks = (at: number): number => {
    let next = at;
    while (
      characters.skipBlanks === true &&
      (row[next] === ' ' || row[next] === '\t') &&
      !row.startsWith(delimiter, next)
    )
      next++;
    return next;
  };
  for (let at = 0; ; at += delimiter.length) {
    at = skipBlanks(at);
    if (row.startsWith(quote, at)) {
      const end = findClosingQuote(row, at + quote.length, quote, escape);
      if (end >= row.length) return false;
      at = skipBlanks(end + quote.length);
      if (at === row.length) return true;
      if (!row.startsWith(delimiter, at)) return false;
    } else {
      at = findCellEnd(row, at, characters);
      if (at < 0) return true;
    }
  }
}

/**
 * Splits a record into cells. A quote opens a quoted cell only if it is the first character of the cell. The quotes
 * should be well-formed. A quoted cell that is not closed extends to the end of the record. If the record has more than `maxCells` cells, returns `maxCells + 1` cells.
 */
export function splitCells(record: string, characters: CsvCharacters, maxCells = Infinity): string[] {
  const { delimiter, quote, escape, escapesOutside = false } = characters;
  const text = characters.quotesRows === true ? rowOf(record, characters) : record;
  if (characters.skipBlanks === true) return splitWithoutBlanks(text, characters, maxCells);
  if (quote === '' && !escapesOutside)
    return maxCells === Infinity ? text.split(delimiter) : text.split(delimiter, maxCells + 1);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    if (quote !== '' && text.startsWith(quote, at)) {
      const end = findClosingQuote(text, at + quote.length, quote, escape);
      cells.push(unescape(text.slice(at + quote.length, end), escape, [quote, escape]));
      at = end + quote.length;
    } else {
      const end = findCellEnd(text, at, characters);
      cells.push(unescapeOutside(end < 0 ? text.slice(at) : text.slice(at, end), characters));
      at = end < 0 ? text.length : end;
    }
    if (at >= text.length || cells.length > maxCells) return cells;
    at += delimiter.length;
  }
}

/** Returns the cells without the blanks around the delimiters. Blanks inside quotes remain. */
function splitWithoutBlanks(text: string, characters: CsvCharacters, maxCells: number): string[] {
  const { delimiter, quote, escape } = characters;
  const isBlank = (at: number) => text[at] === ' ' || (text[at] === '\t' && delimiter !== '\t');
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    while (isBlank(at) && !text.startsWith(delimiter, at)) at++;
    let end = at;
    if (quote !== '' && text.startsWith(quote, at)) {
      const close = findClosingQuote(text, at + quote.length, quote, escape);
      cells.push(unescape(text.slice(at + quote.length, close), escape, [quote, escape]));
      end = text.indexOf(delimiter, close + quote.length);
    } else {
      end = findCellEnd(text, at, characters);
      let to = end < 0 ? text.length : end;
      while (to > at && isBlank(to - 1)) to--;
      cells.push(unescapeOutside(text.slice(at, to), characters));
    }
    if (end < 0 || cells.length > maxCells) return cells;
    at = end + delimiter.length;
  }
}

/** Returns whether one of the cells at these indexes has no quotes, but begins with blanks and a quote. */
export function hasQuoteAfterBlank(record: string, characters: CsvCharacters, indexes: readonly number[]): boolean {
  const { quote, skipBlanks } = characters;
  if (quote === '' || skipBlanks === true) return false;
  if (!record.includes(` ${quote}`) && !record.includes(`\t${quote}`)) return false;
  return findQuotesAfterBlank(record, characters).some((index) => indexes.includes(index));
}

/** Returns the names of a header as one text, without the blanks around them and the empty ones at the end. */
export function joinNames(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.trim())
    .join('\u001f')
    .replace(/\u001f+$/u, '');
}

/** Returns the indexes of the cells without quotes whose text begins with blanks and a quote. */
function findQuotesAfterBlank(record: string, characters: CsvCharacters): number[] {
  const { delimiter, quote, escape } = characters;
  const text = characters.quotesRows === true ? rowOf(record, characters) : record;
  const found: number[] = [];
  let at = 0;
  for (let index = 0; ; index++) {
    if (text.startsWith(quote, at)) at = findClosingQuote(text, at + quote.length, quote, escape) + quote.length;
    else {
      let from = at;
      while ((text[from] === ' ' || text[from] === '\t') && !text.startsWith(delimiter, from)) from++;
      if (from > at && text.startsWith(quote, from)) found.push(index);
    }
    const next = findCellEnd(text, at, characters);
    if (next < 0) return found;
    at = next + delimiter.length;
  }
}

/** Returns the index of the delimiter that ends the cell without quotes at index `from`, or -1. */
function findCellEnd(text: string, from: number, { delimiter, quote, escape, escapesOutside }: CsvCharacters): number {
  let end = text.indexOf(delimiter, from);
  if (escapesOutside !== true) return end;
  for (let escaping = text.indexOf(escape, from); ; escaping = text.indexOf(escape, escaping)) {
    if (escaping < 0 || (end >= 0 && end < escaping)) return end;
    escaping += escape.length;
    escaping += escapedLength(text, escaping, [delimiter, quote, escape]);
    if (end >= 0 && end < escaping) end = text.indexOf(delimiter, escaping);
    if (end < 0) return -1;
  }
}

function unescapeOutside(cell: string, { delimiter, quote, escape, escapesOutside }: CsvCharacters): string {
  return escapesOutside === true ? unescape(cell, escape, [delimiter, quote, escape]) : cell;
}

/** Returns the index of the quote that closes a cell, or the length of the text. */
export function findClosingQuote(text: string, from: number, quote: string, escape: string): number {
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
    at += escapedLength(text, at, [quote, escape]);
    if (closing < at) closing = text.indexOf(quote, at);
  }
}

/** Returns the length of the first of `escapable` that begins at index `at`, or 0. */
function escapedLength(text: string, at: number, escapable: readonly string[]): number {
  return escapable.find((one) => one !== '' && text.startsWith(one, at))?.length ?? 0;
}

/** Returns the text without the escape characters before those that they can escape. */
function unescape(text: string, escape: string, escapable: readonly string[]): string {
  if (!text.includes(escape)) return text;
  if (escape === escapable[0]) return text.replaceAll(escape + escape, () => escape);
  let plain = '';
  let at = 0;
  for (;;) {
    const found = text.indexOf(escape, at);
    if (found < 0) return plain + text.slice(at);
    const escaped = found + escape.length;
    const length = escapedLength(text, escaped, escapable);
    plain += length === 0 ? text.slice(at, escaped) : text.slice(at, found) + text.slice(escaped, escaped + length);
    at = escaped + length;
  }
}

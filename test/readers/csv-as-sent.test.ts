/** CSV dialects of several characters, escapes outside quotes, quoted rows and record separators: drawn files, drawn chunks. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { scaleRuns, seed } from '../support/property.ts';
import { type Random, randomOf } from '../support/random.ts';

interface Dialect {
  readonly delimiter: string;
  readonly separator: string | null;
  readonly quote: string;
  readonly escapesOutside: boolean;
  readonly quotesRows: boolean;
}

const DELIMITERS: [string, ...string[]] = ['||', '~|~', '→', '<>', ',', '::::::::', ' | '];
const SEPARATORS: [string | null, ...(string | null)[]] = [null, null, '^', '^\n', '\u0001', '#^#', '^^^^'];

function drawDialect(random: Random): Dialect {
  const escapesOutside = random.oneIn(3);
  const quote = random.oneIn(3) ? '' : '"';
  return {
    delimiter: random.pick(DELIMITERS),
    separator: random.pick(SEPARATORS),
    quote,
    escapesOutside,
    quotesRows: quote !== '' && random.oneIn(3),
  };
}

function specOf({ delimiter, separator, quote, escapesOutside, quotesRows }: Dialect): string {
  return JSON.stringify({
    name: 'as-sent',
    format: 'CSV',
    hasHeader: false,
    skipBlankLines: false,
    delimiter,
    quote,
    ...(separator !== null && { recordSeparator: separator }),
    ...(escapesOutside && { escapeOutsideQuotes: true }),
    ...(quotesRows && { wholeRowQuoted: true }),
    fields: ['a', 'b', 'c'].map((name) => ({ name, type: 'STRING' })),
  });
}

/** Draws the text of a cell from what the dialect must keep apart. */
function drawText(random: Random, { delimiter, separator }: Dialect): string {
  const parts: [string, ...string[]] = [
    'x',
    'é',
    ' ',
    delimiter,
    delimiter[0] ?? '',
    delimiter.at(-1) ?? '',
    '"',
    '\\',
    '\n',
    'n',
  ];
  if (separator !== null) parts.push(separator, separator[0] ?? '', separator.at(-1) ?? '');
  return Array.from({ length: random.below(6) }, () => random.pick(parts)).join('');
}

/** Writes a cell as the documents describe it. Null: the dialect cannot express it. */
function writeCell(random: Random, text: string, dialect: Dialect, isLast: boolean): string | null {
  const { delimiter, separator, quote, escapesOutside } = dialect;
  const escape = escapesOutside ? '\\' : quote;
  const end = isLast ? (separator ?? '\n') : delimiter;
  const quoted = (): string =>
    quote + [...text].map((one) => (one === quote || one === escape ? escape + one : one)).join('') + quote;
  const hasLineEnd = separator === null ? /[\r\n]/.test(text) : text.includes(separator);
  const bare = escapesOutside
    ? text
        .split('\\')
        .join('\\\\')
        .split(delimiter)
        .join(`\\${delimiter}`)
        .replace(/^"/, quote === '' ? '"' : '\\"')
    : text;
  // A reader takes the leftmost delimiter and separator, and line ends before a record belong to none.
  const isBare =
    !hasLineEnd &&
    (escapesOutside || !text.includes(delimiter)) &&
    !(quote !== '' && bare.startsWith(quote)) &&
    `${bare}${end}`.indexOf(end, escapesOutside ? bare.length - end.length + 1 : 0) === bare.length &&
    (separator === null || `${bare}${end}`.indexOf(separator) === (isLast ? bare.length : -1)) &&
    !(separator !== null && /^[\r\n]/.test(text));
  if (isBare && (quote === '' || !random.oneIn(4))) return bare;
  return quote === '' ? null : quoted();
}

function messagesOf({ bytes, ends, count }: Batch): object[] {
  return Array.from({ length: count }, (_, at) => {
    const message = bytes.subarray(at === 0 ? 0 : ends[at - 1], ends[at]);
    return JSON.parse(Buffer.from(message).toString()) as object;
  });
}

test('drawn records are read as they were written, in chunks of any size', async () => {
  let read = 0;
  for (let round = 0; round < scaleRuns(300); round++) {
    const random = randomOf(seed, round);
    const dialect = drawDialect(random);
    const text = specOf(dialect);
    const module = await loadModule({ path: 'as-sent.yaml', text, syntax: 'json' });
    const { delimiter, separator, quote, escapesOutside, quotesRows } = dialect;
    const escape = escapesOutside ? '\\' : quote;
    const rows: string[][] = [];
    let file = '';
    for (let row = 0; row < 12; row++) {
      const texts = ['a', 'b', 'c'].map(() => drawText(random, dialect));
      const cells = texts.map((one, at) => writeCell(random, one, dialect, at === 2));
      if (cells.includes(null)) continue;
      let line = cells.join(delimiter);
      // Cells without quotes must not become a separator together with a delimiter.
      if (!line.includes(quote === '' ? '\u0000' : quote) && separator !== null && line.includes(separator)) continue;
      if (quotesRows)
        line = quote + [...line].map((one) => (one === quote || one === escape ? escape + one : one)).join('') + quote;
      const next = line + (separator ?? '\n');
      if (separator !== null && quote === '' && next.indexOf(separator) !== line.length) continue;
      file += next;
      if (separator !== null && random.oneIn(3)) file += '\n';
      rows.push(texts);
    }
    if (rows.length === 0) continue;
    const bytes = Buffer.from(file);
    const size = random.pick([1, 2, 3, 7, 64, bytes.length]);
    const transformer = module.createTransformer();
    const batches = [];
    for (let at = 0; at < bytes.length; at += size) batches.push(...transformer.push(bytes.subarray(at, at + size)));
    batches.push(...transformer.end());
    const events = batches.flatMap(messagesOf);
    const found = events.map((event) => Object.values(event).map((value: unknown) => value ?? ''));
    const context = `${text}\n${JSON.stringify(file)}\nin chunks of ${size}: ${JSON.stringify(batches.flatMap(({ recordIssues }) => recordIssues))}`;
    assert.equal(found, rows, context);
    read += rows.length;
  }
  assert.ok(read > scaleRuns(300), String(read));
});

test.run();

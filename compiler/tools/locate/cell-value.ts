import type { CsvCharacters } from '../../kernel/csv/split-cells.ts';
import type { FixedWidthRange, RecordLayout } from './record-layout.ts';

/**
 * Returns the value of a cell: without the quotes and escapes of CSV, or the padding of a fixed-width column. `field` is
 * the index of the field in the spec.
 */
export function readCellValue(cell: string, field: number, { values }: RecordLayout): string {
  switch (values.kind) {
    case 'CSV':
      return withoutQuotes(cell, values.characters);
    case 'FIXED_WIDTH': {
      const range = values.ranges[field];
      return range === undefined ? cell : withoutPadding(cell, range);
    }
    case 'XML':
      return cell;
    default:
      return values satisfies never;
  }
}

function withoutQuotes(cell: string, { quote, escape }: CsvCharacters): string {
  if (quote === '' || !cell.startsWith(quote)) return cell;
  const isClosed = cell.endsWith(quote) && cell.length > quote.length;
  const inner = cell.slice(quote.length, isClosed ? -quote.length : undefined);
  let value = '';
  let at = 0;
  for (;;) {
    const found = inner.indexOf(escape, at);
    if (found < 0) return value + inner.slice(at);
    const after = found + escape.length;
    const escaped = [quote, escape].find((character) => inner.startsWith(character, after)) ?? '';
    value += inner.slice(at, escaped === '' ? after : found) + escaped;
    at = after + escaped.length;
  }
}

function withoutPadding(cell: string, { align, padChar }: FixedWidthRange): string {
  const characters = [...cell];
  // A column of only zeros has the value 0.
  const min = padChar === '0' ? 1 : 0;
  const isPadding = (index: number) => characters.length > min && characters.at(index) === padChar;
  if (align === 'LEFT') while (isPadding(-1)) characters.pop();
  else while (isPadding(0)) characters.shift();
  return characters.join('');
}

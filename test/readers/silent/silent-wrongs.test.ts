// Mutated files: a run without an issue and without a warning has the events of an independent reader.
import { parse as parseCsv } from 'csv-parse/sync';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { test } from 'uvu';
import { allRows, amountOf, countFiles, FIELDS, type Kind, nameOf, type Row, rows, testKind, toRow } from './kind.ts';

/** Whether only the last of `width` + 1 cells is empty: then records end with a delimiter. */
function endsEmpty(cells: readonly string[] | undefined, width: number): boolean {
  return cells?.length === width + 1 && cells.indexOf('') === width;
}

const csv = (name: string, delimiter: string, eol: string): Kind => ({
  name,
  spec: `name: fuzz\nformat: CSV\ndelimiter: "${delimiter}"\n${FIELDS}`,
  parts: { separator: delimiter, unit: /("[^"]*")/ },
  write: (random) => {
    const cell = (text: string) => (text.includes(delimiter) || random.oneIn(4) ? `"${text}"` : text);
    const lines = rows(random).map((id) => [id, cell(nameOf(random)), amountOf(random)].join(delimiter));
    return [['id', 'name', 'amount'].join(delimiter), ...lines, ''].join(eol);
  },
  read(text) {
    // A line of blanks and a last line of U+001A are no records. A quote inside a cell without quotes is a character of it, as the documentation says.
    const table = parseCsv(text.replace(/(?<=^\ufeff?|[\r\n])(?:[^\S\r\n]+(?=[\r\n]|$)|\x1a+$)/g, ''), {
      delimiter,
      bom: true,
      skip_empty_lines: true,
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
    const [header = [], ...records] = table as string[][];
    const isTrailing = header.at(-1) === '' || endsEmpty(records[0], header.length);
    const width = header.at(-1) === '' ? header.length - 1 : header.length;
    const fits = (cells: string[]) =>
      cells.length === width || (isTrailing && cells.length === width + 1 && cells.at(-1) === '');
    if (!records.every(fits)) return null;
    const at = ['id', 'name', 'amount'].map((column) => header.findIndex((cell) => cell.trim() === column));
    return allRows(
      records.map((cells) => toRow(...(at.map((index) => cells[index] ?? '') as [string, string, string]))),
    );
  },
});

const fixedWidth: Kind = {
  name: 'FIXED_WIDTH',
  spec: `name: fuzz
format: FIXED_WIDTH
recordLength: 26
fields:
  - { name: id, type: INTEGER, start: 1, length: 6, required: true }
  - { name: name, type: STRING, start: 7, length: 12 }
  - { name: amount, type: DECIMAL, start: 19, length: 8 }
`,
  parts: { separator: '', unit: /( +)/ },
  write: (random) =>
    rows(random)
      .map((id) => `${String(id).padEnd(6)}${nameOf(random).padEnd(12)}${amountOf(random).padStart(8)}\n`)
      .join(''),
  read(text) {
    const lines = text
      .replace(/^\ufeff/, '')
      .split(/\r\n|\n|\r/)
      .filter((line) => line !== '' && !/^\x1a+$/.test(line));
    return allRows(
      lines.map((line) => {
        const characters = [...line];
        const slice = (from: number, length: number) => characters.slice(from, from + length).join('');
        return characters.length === 26 ? toRow(slice(0, 6), slice(6, 12).replace(/ +$/, ''), slice(18, 8)) : null;
      }),
    );
  },
};

const xml: Kind = {
  name: 'XML',
  spec: `name: fuzz\nformat: XML\nrecordPath: /orders/order\n${FIELDS.replace('name: id,', 'name: id, columnName: "@id",')}`,
  parts: { separator: '<', unit: /(<[^>]*>)/ },
  write: (random) => {
    const order = (id: number) =>
      `<order id="${id}"><name>${nameOf(random)}</name><amount>${amountOf(random)}</amount></order>\n`;
    return `<orders>\n${rows(random).map(order).join('')}</orders>\n`;
  },
  read: readOrders,
};

/** Returns the orders of a document, whatever elements are beside them. */
function readOrders(text: string): Row[] | null {
  if (XMLValidator.validate(text) !== true) return null;
  const parser = new XMLParser({
    ...{ ignoreAttributes: false, parseTagValue: false, trimValues: false, attributeNamePrefix: '@' },
    isArray: (name) => name === 'order' || name === 'orders' || name === 'name' || name === 'amount',
  });
  const { orders = [] } = parser.parse(text) as { orders?: unknown[] };
  if (orders.length !== 1) return null;
  const { order = [] } = Object(orders[0]) as { order?: Record<string, unknown>[] };
  const only = (value: unknown): string | null => {
    const all = Array.isArray(value) ? value : [value ?? ''];
    const [first] = all;
    // With attributes or elements inside, it is not clear what the element means.
    return all.length === 1 && typeof first !== 'object' ? String(first) : null;
  };
  return allRows(
    order.map((one) => {
      const [id, name, amount] = [only(one['@id']), only(one['name']), only(one['amount'])];
      const isKnown = Object.entries(one).every(([key, value]) =>
        key === '#text' ? String(value).trim() === '' : ['@id', 'name', 'amount'].includes(key),
      );
      if (!isKnown) return null;
      return id === null || name === null || amount === null ? null : toRow(id, name, amount);
    }),
  );
}

const xmlTypes: Kind = {
  ...xml,
  name: 'record types of XML',
  spec: `name: fuzz
format: XML
recordTypes:
  - { name: head, when: { path: /orders/head }, publish: false, fields: [{ name: day, type: STRING, columnName: day }] }
  - name: order
    when: { path: /orders/order }
${FIELDS.replace('name: id,', 'name: id, columnName: "@id",').replace(/^(?=.)/gm, '    ')}`,
  write: (random) => xml.write(random).replace('<orders>\n', '<orders>\n<head><day>2024-03-01</day></head>\n'),
};

for (const kind of [csv('CSV', ';', '\n'), csv('CSV with CRLF', ',', '\r\n'), fixedWidth, xml, xmlTypes])
  testKind(kind, countFiles(3000));

test.run();

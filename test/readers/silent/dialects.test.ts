// Mutated files of other dialects: a run without a word has the events of an independent reader.
import { test } from 'uvu';
import { allRows, amountOf, countFiles, FIELDS, type Kind, nameOf, type Row, rows, testKind, toRow } from './kind.ts';
import { splitRecords, type Syntax } from './split-records.ts';

const NAMES = ['id', 'name', 'amount'];

/** A dialect of CSV, read with the syntax of the documentation, character by character. */
function dialect(name: string, keys: string, syntax: Syntax, write: (cells: readonly string[]) => string): Kind {
  return {
    name,
    spec: `name: fuzz\nformat: CSV\n${keys}\n${FIELDS}`,
    parts: { separator: syntax.delimiter, unit: /("[^"]*")/ },
    write: (random) =>
      [NAMES, ...rows(random).map((id) => [String(id), nameOf(random), amountOf(random)])].map(write).join(''),
    read(text) {
      const table = splitRecords(text.replace(/^\ufeff/, ''), syntax);
      if (table === null) return null;
      const [header = [], ...records] = table;
      const trailing =
        header.at(-1) === '' || (records[0]?.length === header.length + 1 && records[0].indexOf('') === header.length);
      const width = header.at(-1) === '' ? header.length - 1 : header.length;
      const fits = (cells: readonly string[]) =>
        cells.length === width || (trailing && cells.length === width + 1 && cells.at(-1) === '');
      if (!records.every(fits)) return null;
      const at = NAMES.map((column) => header.findIndex((cell) => cell.trim() === column));
      return allRows(records.map((cells) => toRow(...(at.map((one) => cells[one] ?? '') as [string, string, string]))));
    },
  };
}

const quoted = (delimiter: string) => (cell: string) =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
const usual: Syntax = { delimiter: ',', quote: '"' };

const jsonLines: Kind = {
  name: 'JSON Lines',
  spec: `name: fuzz\nformat: JSON\n${FIELDS}`,
  parts: { separator: ',', unit: /("[^"]*")/ },
  write: (random) =>
    rows(random)
      .map((id) => `{"id":${id},"name":${JSON.stringify(nameOf(random))},"amount":${amountOf(random)}}\n`)
      .join(''),
  read(text) {
    const lines = text
      .replace(/^\ufeff/, '')
      .split(/\r\n|\n|\r/)
      .filter((line) => !/^[\s\ufeff]*$/u.test(line) && !/^\x1a+$/.test(line));
    return allRows(
      lines.map((line): Row | null => {
        const value = Object(JSON.parse(line)) as Record<string, unknown>;
        if (Object.keys(value).some((key) => !NAMES.includes(key))) return null;
        const { id = null, name = null, amount = null } = value;
        const isNumber = (one: unknown) => one === null || one === '' || typeof one === 'number';
        if (!isNumber(id) || !isNumber(amount) || (typeof name === 'object' && name !== null)) return null;
        const text =
          name === null ? '' : typeof name === 'string' ? name : (/"name"\s*:\s*([^,}\s]+)/u.exec(line)?.[1] ?? '');
        return toRow(String(id ?? ''), text, String(amount ?? ''));
      }),
    );
  },
};

const bytes: Kind = {
  name: 'FIXED_WIDTH with positions in bytes',
  spec: `name: fuzz
format: FIXED_WIDTH
positions: BYTES
recordLength: 30
fields:
  - { name: id, type: INTEGER, start: 1, length: 6, required: true }
  - { name: name, type: STRING, start: 7, length: 16 }
  - { name: amount, type: DECIMAL, start: 23, length: 8 }
`,
  parts: { separator: '', unit: /( +)/ },
  write: (random) =>
    rows(random)
      .map((id) => {
        const name = nameOf(random);
        const padding = ' '.repeat(16 - Buffer.byteLength(name));
        return `${String(id).padEnd(6)}${name}${padding}${amountOf(random).padStart(8)}\n`;
      })
      .join(''),
  read(text) {
    const lines = text
      .replace(/^\ufeff/, '')
      .split(/\r\n|\n|\r/)
      .filter((line) => line !== '' && !/^\x1a+$/.test(line));
    return allRows(
      lines.map((line) => {
        const all = Buffer.from(line);
        const parts = [all.subarray(0, 6), all.subarray(6, 22), all.subarray(22, 30)].map((part) => part.toString());
        const [id = '', name = '', amount = ''] = parts;
        return all.length === 30 && !parts.join('').includes('\ufffd')
          ? toRow(id, name.replace(/ +$/, ''), amount)
          : null;
      }),
    );
  },
};

const typed: Kind = {
  name: 'record types',
  spec: `name: fuzz
format: CSV
hasHeader: false
recordTypes:
  - { name: head, when: { column: 1, values: [H] }, publish: false, fields: [{ name: kind, type: STRING }, { name: no, type: STRING }] }
  - name: line
    when: { column: 1, values: [D] }
    fields:
      - { name: kind, type: STRING, publish: false }
      - { name: id, type: INTEGER, required: true }
      - { name: name, type: STRING }
      - { name: amount, type: DECIMAL }
`,
  parts: { separator: ',', unit: /("[^"]*")/ },
  write: (random) =>
    [
      'H,1',
      ...rows(random).map((id) => ['D', String(id), quoted(',')(nameOf(random)), amountOf(random)].join(',')),
    ].join('\n') + '\n',
  read(text) {
    const table = splitRecords(text.replace(/^\ufeff/, ''), usual);
    if (table === null) return null;
    if (!table.every(([kind, ...cells]) => (kind === 'H' ? cells.length === 1 : kind === 'D' && cells.length === 3)))
      return null;
    return allRows(
      table.filter(([kind]) => kind === 'D').map(([, ...cells]) => toRow(...(cells as [string, string, string]))),
    );
  },
};

for (const kind of [
  dialect(
    'delimiter ||',
    'delimiter: "||"',
    { delimiter: '||', quote: '"' },
    (cells) => `${cells.map(quoted('||')).join('||')}\n`,
  ),
  dialect(
    'recordSeparator',
    'delimiter: "*"\nrecordSeparator: "~"',
    { delimiter: '*', quote: '"', end: '~' },
    (cells) => `${cells.map(quoted('*')).join('*')}~`,
  ),
  dialect(
    'wholeRowQuoted',
    'wholeRowQuoted: true',
    { ...usual, wholeRow: true },
    (cells) => `"${cells.map(quoted(',')).join(',').replaceAll('"', '""')}"\n`,
  ),
  dialect(
    'escapeOutsideQuotes',
    'escapeOutsideQuotes: true',
    { ...usual, escape: '\\' },
    (cells) => `${cells.map((cell) => cell.replace(/[\\,"]/g, '\\$&')).join(',')}\n`,
  ),
  bytes,
  jsonLines,
  typed,
])
  testKind(kind, countFiles(300));

test.run();

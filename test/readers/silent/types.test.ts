// Mutated files with record types, documents and computed fields: a run without a word has the events of an independent reader.
import { test } from 'uvu';
import { allRows, amountOf, countFiles, type Kind, nameOf, type Row, rows, testKind, toRow } from './kind.ts';
import { splitRecords } from './split-records.ts';

const linesOf = (text: string) =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '' && !/^\x1a+$/.test(line));

const fixedTypes: Kind = {
  name: 'record types of FIXED_WIDTH',
  spec: `name: fuzz
format: FIXED_WIDTH
recordLength: 27
recordTypes:
  - { name: head, when: { start: 1, length: 1, values: [H] }, publish: false, fields: [{ name: no, type: STRING, start: 2, length: 4 }] }
  - name: line
    when: { start: 1, length: 1, values: [D] }
    fields:
      - { name: id, type: INTEGER, start: 2, length: 6, required: true }
      - { name: name, type: STRING, start: 8, length: 12 }
      - { name: amount, type: DECIMAL, start: 20, length: 8 }
`,
  parts: { separator: '', unit: /( +)/ },
  write: (random) =>
    [
      'H1'.padEnd(27),
      ...rows(random).map(
        (id) => `D${String(id).padEnd(6)}${nameOf(random).padEnd(12)}${amountOf(random).padStart(8)}`,
      ),
      '',
    ].join('\n'),
  read(text) {
    const lines = linesOf(text).map((line) => [...line]);
    if (!lines.every(([kind = '', ...rest]) => /[HD]/.test(kind) && rest.length === 26)) return null;
    const slice = (line: readonly string[], from: number, to: number) => line.slice(from, to).join('');
    return allRows(
      lines
        .filter(([kind]) => kind === 'D')
        .map((line) => toRow(slice(line, 1, 7), slice(line, 7, 19).replace(/ +$/, ''), slice(line, 19, 27))),
    );
  },
};

const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const documents: Kind = {
  name: 'documents of CSV',
  spec: `name: fuzz
format: CSV
hasHeader: false
recordTypes:
  - { name: order, when: { column: 1, values: [H] }, fields: [{ name: kind, type: STRING }, { name: no, type: INTEGER, required: true }] }
  - name: line
    in: order
    as: lines
    when: { column: 1, values: [D] }
    fields:
      - { name: kind, type: STRING, publish: false }
      - { name: id, type: INTEGER, required: true }
      - { name: name, type: STRING }
      - { name: amount, type: DECIMAL }
`,
  parts: { separator: ',', unit: /("[^"]*")/ },
  write: (random) =>
    [1, 2, 3]
      .map(
        (no) =>
          `H,${no}\n${rows(random)
            .map((id) => `D,${id},${quoted(nameOf(random))},${amountOf(random)}\n`)
            .join('')}`,
      )
      .join(''),
  read(text) {
    const table = splitRecords(text.replace(/^\ufeff/, ''), { delimiter: ',', quote: '"' });
    if (table === null || table[0]?.[0] !== 'H') return null;
    const orders: { kind: string; no: number; lines: Row[] }[] = [];
    for (const [kind = '', ...cells] of table) {
      const [first = '', name = '', amount = ''] = cells;
      if (kind === 'H' && cells.length === 1 && first.trim() !== '' && !Number.isNaN(Number(first)))
        orders.push({ kind, no: Number(first), lines: [] });
      else if (kind === 'D' && cells.length === 3) {
        const row = toRow(first, name, amount);
        if (row === null) return null;
        orders.at(-1)?.lines.push(row);
      } else return null;
    }
    return orders as unknown as Row[];
  },
};

/** Whether header and records have three cells. Records may end with a delimiter if the header or the first one does. */
function hasThree(header: readonly string[], records: readonly (readonly string[])[]): boolean {
  const [first] = records;
  const isTrailing =
    (header.length === 4 && header[3] === '') ||
    (first?.length === 4 && first.indexOf('') === 3 && header.length === 3);
  const fits = (cells: readonly string[]) =>
    cells.length === 3 || (isTrailing && cells.length === 4 && cells[3] === '');
  return fits(header) && records.every(fits);
}

const computed: Kind = {
  name: 'computed fields',
  spec: `name: fuzz
format: CSV
fields:
  - { name: id, type: INTEGER, required: true }
  - { name: side, type: STRING, publish: false }
  - { name: sum, type: DECIMAL, publish: false }
  - { name: name, type: STRING, value: 'side + "!"' }
  - { name: amount, type: DECIMAL, value: 'side == "S" ? -sum : sum' }
`,
  parts: { separator: ',', unit: /("[^"]*")/ },
  write: (random) =>
    ['id,side,sum', ...rows(random).map((id) => `${id},${random.oneIn(2) ? 'S' : 'H'},${amountOf(random)}`), ''].join(
      '\n',
    ),
  read(text) {
    const table = splitRecords(text.replace(/^\ufeff/, ''), { delimiter: ',', quote: '"' });
    const [header = [], ...records] = table ?? [];
    const at = ['id', 'side', 'sum'].map((column) => header.findIndex((cell) => cell.trim() === column));
    if (table === null || !hasThree(header, records)) return null;
    return allRows(
      records.map((cells) => {
        const [id = '', side = '', sum = ''] = at.map((one) => cells[one] ?? '');
        const row = toRow(id, side, sum);
        if (row === null) return null;
        const { name, amount } = row as { name: string | null; amount: number | null };
        // A condition that is null has no branch.
        const signed = amount === null || name === null ? null : name === 'S' && amount !== 0 ? -amount : amount;
        return { id: row['id'] ?? null, name: name === null ? null : `${name}!`, amount: signed };
      }),
    );
  },
};

for (const kind of [fixedTypes, documents, computed]) testKind(kind, countFiles(300));

test.run();

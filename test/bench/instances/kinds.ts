import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchFile } from './measure-run.ts';

/** A spec whose records depend on earlier ones, so that one instance reads the file first, and its files. */
export interface BenchKind {
  readonly name: string;
  readonly title: string;
  /** Whether all instances share the first reading. */
  readonly sharesReading: boolean;
  readonly text: string;
  /** Yields a file of about `bytes` bytes. */
  write(bytes: number): Iterable<string>;
}

/** Most of a record is a value that its spec does not have, so that reading is more work than publishing. */
const NOTE = 'a note of a record that its spec does not mention; '.repeat(330);

export const KINDS: readonly BenchKind[] = [
  {
    name: 'unique',
    title: 'CSV with UNIQUE',
    sharesReading: true,
    text: `name: unique
format: CSV
recordTypes:
  - name: order
    messageKey: [id]
    fields:
      - { name: id, type: STRING, required: true }
      - { name: amount, type: DECIMAL }
fileRules:
  - { ruleId: once, ruleType: UNIQUE, of: [order.id] }
`,
    *write(bytes) {
      let written = 0;
      for (let record = 0; written < bytes; record++) {
        const text = `${record === 0 ? 'id,amount,note\n' : ''}order-${record},${record % 1000},${NOTE}\n`;
        written += text.length;
        yield text;
      }
    },
  },
  {
    name: 'documents',
    title: 'XML documents',
    sharesReading: false,
    text: `name: documents
format: XML
recordTypes:
  - name: invoice
    when: { path: /Invoices/Invoice }
    reject: WHOLE
    messageKey: [number]
    fields:
      - { name: number, type: STRING, columnName: "@id", required: true }
      - { name: total, type: DECIMAL, columnName: Total }
  - name: line
    in: invoice
    occurs: SOME
    when: { path: /Invoices/Invoice/Line }
    fields: [{ name: net, type: DECIMAL, columnName: Net, required: true }]
fileRules:
  - { ruleId: total, ruleType: SUM_EQUALS, of: line.net, field: invoice.total }
`,
    *write(bytes) {
      yield '<Invoices>\n';
      let written = 0;
      for (let record = 0; written < bytes; record++) {
        const line = '<Line><Net>1.50</Net></Line>';
        const text = `<Invoice id="${record}"><Total>3.00</Total>${line}${line}<Note>${NOTE}</Note></Invoice>\n`;
        written += text.length;
        yield text;
      }
      yield '</Invoices>\n';
    },
  },
  {
    name: 'nacha',
    title: 'NACHA with totals',
    sharesReading: true,
    text: readFileSync(join(import.meta.dirname, '../../../specs/nacha.yaml'), 'utf8'),
    write: writeNacha,
  },
];

const ENTRIES_OF_BATCH = 1000;
const LINES_OF_BLOCK = 10;
const LINE_BYTES = 95;

/** Writes entries of one cent to one bank, in batches, with the right totals. */
function* writeNacha(bytes: number): Generator<string> {
  const batches = Math.ceil(bytes / (LINE_BYTES * (ENTRIES_OF_BATCH + 2)));
  yield line(`101 ${'9'.repeat(9)} ${'8'.repeat(9)}2501021200A094101${'BANK'.padEnd(23)}${'SENDER'.padEnd(23)}`);
  for (let batch = 1; batch <= batches; batch++) yield writeBatch(batch);
  const lines = 2 + batches * (ENTRIES_OF_BATCH + 2);
  const blocks = Math.ceil(lines / LINES_OF_BLOCK);
  const entries = batches * ENTRIES_OF_BATCH;
  const hash = String(BANK * entries).slice(-10);
  yield line(
    `9${digits(batches, 6)}${digits(blocks, 6)}${digits(entries, 8)}${hash.padStart(10, '0')}${digits(0, 12)}${digits(entries, 12)}`,
  );
  yield `${'9'.repeat(LINE_BYTES - 1)}\n`.repeat(blocks * LINES_OF_BLOCK - lines);
}

const BANK = 12_345_678;

function writeBatch(batch: number): string {
  const lines = [
    line(
      `5220${'SENDER'.padEnd(36)}${'1234567890'}PPD${'PAYROLL'.padEnd(10)}${' '.repeat(6)}250102${' '.repeat(3)}1${'87654321'}${digits(batch, 7)}`,
    ),
  ];
  for (let entry = 1; entry <= ENTRIES_OF_BATCH; entry++) {
    const trace = digits((batch - 1) * ENTRIES_OF_BATCH + entry, 15);
    lines.push(
      line(`622${BANK}0${'ACCOUNT'.padEnd(17)}${digits(1, 10)}${'ID'.padEnd(15)}${'RECEIVER'.padEnd(22)}  0${trace}`),
    );
  }
  const hash = digits(BANK * ENTRIES_OF_BATCH, 10);
  lines.push(
    line(`8220${digits(ENTRIES_OF_BATCH, 6)}${hash.slice(-10)}${digits(0, 12)}${digits(ENTRIES_OF_BATCH, 12)}`),
  );
  return lines.join('');
}

function line(text: string): string {
  return `${text.padEnd(LINE_BYTES - 1)}\n`;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

/** Writes a file of a kind. */
export async function writeKind({ write }: BenchKind, path: string, bytes: number): Promise<BenchFile> {
  const out = createWriteStream(path);
  for (const text of write(bytes)) if (!out.write(text)) await once(out, 'drain');
  out.end();
  await once(out, 'close');
  return { path, bytes: out.bytesWritten, records: null };
}

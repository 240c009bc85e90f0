/** Specs whose records depend on earlier ones, and files of them that are larger than several pieces. */
import { gzipSync } from 'node:zlib';
import { flat, nested, writeFlat, writeNested } from '../../readers/splits/typed-files.ts';

/** A spec and a file of it. */
export interface DividedCase {
  /** The name of the spec. */
  name: string;
  spec: string;
  file: string | Uint8Array;
  options?: Record<string, string>;
  /** How the file is published; ANY: that is not known. Default: NONE. */
  ordering?: 'FILE' | 'ANY';
}

const CSV = (name: string, more = ''): string => `name: ${name}
format: CSV
messageKey: [id]
${more}fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL }
validationRules:
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01" }
`;

const INVOICES = `name: invoices-in-pieces
format: XML
recordTypes:
  - name: batch
    when: { path: /Batches/Batch }
    publish: false
    fields: [{ name: id, type: STRING, columnName: "@id" }]
  - name: invoice
    in: batch
    when: { path: /Batches/Batch/Invoice }
    reject: WHOLE
    messageKey: [number]
    fields:
      - { name: number, type: STRING, columnName: Number, required: true }
      - { name: total, type: DECIMAL, columnName: Total }
      - { name: batch, from: batch.id }
  - name: line
    in: invoice
    occurs: SOME
    when: { path: /Batches/Batch/Invoice/Line }
    fields: [{ name: net, type: DECIMAL, columnName: Net, required: true }]
fileRules:
  - { ruleId: total, ruleType: SUM_EQUALS, of: line.net, field: invoice.total }
`;

const PLAIN_XML = `name: plain-xml
format: XML
recordPath: /R/P
fields:
  - { name: id, type: STRING, columnName: "@id", required: true }
  - { name: amount, type: DECIMAL, columnName: A }
`;

const LINES = 8000;
const orders = (amounts: readonly string[], lines = LINES, id = 'order'): string =>
  `id,amount\n${Array.from({ length: lines }, (_, index) => `${id} ${index},${amounts[index % amounts.length]}\n`).join('')}`;

/** Batches, in which some numbers are there twice and one is missing. */
const batches = writeNested(400, 20)
  .replaceAll(/^B \d*7$/gm, 'B 7')
  .replace(/^B 300$/m, 'B ');

export const CASES: readonly DividedCase[] = [
  { name: 'nested', spec: JSON.stringify(nested), file: batches },
  { name: 'nested', spec: JSON.stringify(nested), file: gzipSync(batches) },
  { name: 'nested', spec: JSON.stringify(nested), file: gzipSync(batches).subarray(0, -100), ordering: 'FILE' },
  { name: 'flat', spec: JSON.stringify(flat), file: repeatedDetails() },
  { name: 'flat', spec: JSON.stringify(flat), file: writeFlat(12_000, 1), ordering: 'FILE' },
  { name: 'invoices-in-pieces', spec: INVOICES, file: invoices(1200) },
  { name: 'invoices-in-pieces', spec: INVOICES, file: invoices(1200), options: { maxRejectedDocuments: '100' } },
  {
    name: 'long-invoices',
    spec: INVOICES.replace('invoices-in-pieces', 'long-invoices').replace('format:', 'maxDocumentRecords: 2\nformat:'),
    file: invoices(1200),
  },
  { name: 'plain-xml', spec: PLAIN_XML, file: elements(4000) },
  { name: 'plain-xml', spec: PLAIN_XML, file: elements(4000).replace('<P id="3000">', '<P id="3000"') },
  { name: 'utf-16', spec: CSV('utf-16', 'encoding: utf-16le\n'), file: Buffer.from(orders(['1', '0']), 'utf16le') },
  { name: 'marked', spec: CSV('marked'), file: Buffer.from(`\ufeff${orders(['1', 'x'])}`, 'utf16le') },
  { name: 'gb18030', spec: CSV('gb18030', 'encoding: gb18030\n'), file: chinese(orders(['1', '0'], LINES, '@@')) },
  { name: 'limited', spec: CSV('limited'), file: orders(['1', '2', '0']), options: { maxErrors: '2000' } },
  { name: 'limited', spec: CSV('limited'), file: orders(['1', '2', '0']), options: { maxErrors: '5000' } },
  { name: 'shared', spec: CSV('shared'), file: orders(['1', '2', '0']), options: { maxErrors: '34 %' } },
  {
    name: 'shared',
    spec: CSV('shared'),
    file: orders(['1', '2', '0']),
    options: { maxErrors: '2 %' },
    ordering: 'FILE',
  },
];

/** One amount is there three times. The sum is the right one. */
function repeatedDetails(): string {
  return writeFlat(12_000).replaceAll(/^D 000(09999|10001)$/gm, 'D 00010000');
}

/** Every tenth invoice has a wrong total. */
function invoices(number: number): string {
  const invoice = (index: number): string =>
    `<Invoice><Number>${index}</Number><Total>${index % 10 === 3 ? 9 : 3}.00</Total><Line><Net>1.00</Net></Line><Line><Net>2.00</Net></Line></Invoice>\n`;
  const all = Array.from({ length: number }, (_, index) => invoice(index));
  const groups = Array.from({ length: 30 }, (_, group) =>
    all.slice((group * number) / 30, ((group + 1) * number) / 30),
  );
  return `<Batches>\n${groups.map((group, index) => `<Batch id="b${index}">\n${group.join('')}</Batch>\n`).join('')}</Batches>\n`;
}

function elements(number: number): string {
  const all = Array.from(
    { length: number },
    (_, index) => `<P id="${index}"><A>${index % 9 === 4 ? 'x' : '1.50'}</A></P>\n`,
  );
  return `<R>\n${all.join('')}</R>\n`;
}

/** Replaces "@" by a character of two bytes, whose second byte is that of "@". */
function chinese(text: string): Uint8Array {
  const [before = '', ...after] = text.split('@');
  const character = Buffer.from([0x81, 0x40]);
  return Buffer.concat([Buffer.from(before), ...after.flatMap((part) => [character, Buffer.from(part)])]);
}

import { encode } from '../../readers/parity/encode.ts';
import { repeat, type Shape, textShape } from './shape.ts';

const fields = [
  { name: 'id', type: 'STRING' },
  { name: 'amount', type: 'DECIMAL' },
  { name: 'note', type: 'STRING' },
];
const csv = { name: 'shape', format: 'CSV', fields };
const bare = { ...csv, hasHeader: false };
const head = 'id,amount,note\n';
const line = (number: number) => `${number},${number % 1000}.25,some words of a note\n`;
const withEnd = (end: string) => (number: number) => line(number).replace('\n', end);

const lineEnds: readonly Shape[] = [
  textShape('CSV: LF', csv, { head, unit: line }),
  textShape('CSV: CRLF', csv, { head, unit: withEnd('\r\n') }),
  textShape('CSV: CR', csv, { head: head.replace('\n', '\r'), unit: withEnd('\r') }),
  textShape('CSV: CR, then one LF', csv, { head, unit: withEnd('\r'), foot: '\n' }),
  textShape('CSV: LF and CR in turn', csv, { head, unit: (n) => withEnd(n % 2 === 0 ? '\n' : '\r')(n) }),
  textShape('CSV: CR, no quotes', { ...csv, quote: '' }, { head, unit: withEnd('\r') }),
  textShape('CSV: CR, last lines skipped', { ...csv, skipLines: { bottom: 2 } }, { head, unit: withEnd('\r') }),
  textShape('CSV: one line', { ...bare, maxRecordBytes: 10_000 }, { unit: 'a,1,b' }),
];

const quotes: readonly Shape[] = [
  textShape('CSV: every cell quoted', csv, { head, unit: (n) => `"${n}","1.5","a, ""b"""\n` }),
  textShape('CSV: quoted line ends', csv, { head, unit: (n) => `${n},1.5,"a\nb\nc"\n` }),
  textShape('CSV: quoted CR', csv, { head, unit: (n) => `${n},1.5,"a\rb\rc"\r` }),
  textShape('CSV: a quote in every line never closes', csv, { head, unit: (n) => `${n},1.5,"open\n` }),
  textShape('CSV: a quote opens every record', csv, { head, unit: (n) => `"${n},1.5,open\n` }),
  textShape('CSV: text after each closing quote', csv, { head, unit: (n) => `${n},1.5,"closed" text\n` }),
  textShape('CSV: quotes inside cells', csv, { head, unit: (n) => `${n},1.5,5" and 6"\n` }),
  textShape(
    'CSV: an open quote each 64 kB',
    { ...bare, maxRecordBytes: 65_536 },
    {
      unit: (n) => (n % 8192 === 0 ? '"open\n' : 'a,1,bc\n'),
    },
  ),
  textShape(
    'CSV: an open quote each 64 kB, CR',
    { ...bare, maxRecordBytes: 65_536 },
    {
      unit: (n) => (n % 8192 === 0 ? '"open\r' : 'a,1,bc\r'),
    },
  ),
  textShape(
    'CSV: a quote that closes after 32 kB',
    { ...bare, maxRecordBytes: 65_536 },
    {
      unit: (n) => (n % 4096 === 0 ? '"' : n % 4096 === 4095 ? '",1,x\n' : 'a,1,bc\n'),
    },
  ),
  textShape('CSV: backslash escapes', { ...csv, escape: '\\' }, { head, unit: (n) => `${n},1.5,"a \\" b"\n` }),
  textShape('CSV: no quotes', { ...csv, quote: '' }, { head, unit: line }),
];

const others: readonly Shape[] = [
  textShape('CSV: comments', { ...csv, comment: '#' }, { head, unit: '# a comment of some words\n' }),
  textShape(
    'CSV: every second line a comment',
    { ...csv, comment: '#' },
    {
      head,
      unit: (n) => (n % 2 === 0 ? '# a comment\n' : line(n)),
    },
  ),
  textShape('CSV: empty lines', csv, { head, unit: '\n' }),
  textShape('CSV: empty lines, CR', csv, { head, unit: '\r' }),
  textShape('CSV: lines of blanks', csv, { head, unit: `${' '.repeat(60)}\n` }),
  textShape('CSV: one line of blanks', csv, { head, unit: ' ' }),
  textShape('CSV: skipped lines', { ...csv, skipLines: { top: 1_000_000 } }, { unit: line }),
  textShape('CSV: last lines skipped', { ...csv, skipLines: { bottom: 1000 } }, { head, unit: line }),
  textShape(
    'CSV: recordWhen selects few',
    { ...csv, recordWhen: { column: 'note', values: ['D'] } },
    {
      head,
      unit: (n) => (n % 1000 === 0 ? `${n},1,D\n` : line(n)),
    },
  ),
  textShape(
    'CSV: recordWhen selects few, CR',
    { ...csv, recordWhen: { column: 'note', values: ['D'] } },
    {
      head,
      unit: (n) => (n % 1000 === 0 ? `${n},1,D\r` : withEnd('\r')(n)),
    },
  ),
];

const wrong: readonly Shape[] = [
  textShape('CSV: too few columns', csv, { head, unit: (n) => `${n},1.5\n` }),
  textShape('CSV: too many columns', csv, { head, unit: (n) => `${n},1.5,a,b\n` }),
  textShape(
    'CSV: too many columns ignored',
    { ...csv, onExtraColumns: 'IGNORE' },
    { head, unit: (n) => `${n},1.5,a,b\n` },
  ),
  textShape('CSV: type mismatch', csv, { head, unit: (n) => `${n},abc,note\n` }),
  textShape(
    'CSV: records too long',
    { ...csv, maxRecordBytes: 40 },
    { head, unit: (n) => `${n},1.5,${'x'.repeat(60)}\n` },
  ),
  {
    name: 'CSV: malformed UTF-8 in every record',
    spec: csv,
    make: (bytes) => Buffer.from(head + repeat((n) => `${n},1.5,a\xe4b\n`, bytes), 'latin1'),
  },
];

const wide = Array.from({ length: 300 }, (_, i) => ({ name: `c${i}`, type: 'STRING' }));
const widths: readonly Shape[] = [
  textShape(
    'CSV: 300 columns',
    { ...csv, fields: wide },
    {
      head: `${wide.map(({ name }) => name).join(',')}\n`,
      unit: (n) => `${wide.map((_, i) => n + i).join(',')}\n`,
    },
  ),
  textShape('CSV: 2 columns, short', { ...bare, fields: fields.slice(0, 2) }, { unit: 'a,1\n' }),
  textShape('CSV: 1 column', { ...bare, fields: fields.slice(0, 1) }, { unit: 'abc\n' }),
  textShape('CSV: long texts', csv, { head, unit: (n) => `${n},1.5,${'words of a text '.repeat(200)}\n` }),
  textShape('CSV: a delimiter of two bytes', { ...bare, delimiter: '§' }, { unit: (n) => `${n}§1.5§note\n` }),
];

const encodings: readonly Shape[] = [
  ...['windows-1252', 'utf-16le', 'utf-16be', 'shift_jis', 'gb18030', 'euc-jp', 'iso-8859-15', 'koi8-r'].map(
    (encoding): Shape => ({
      name: `CSV: ${encoding}`,
      spec: { ...csv, encoding },
      make: (bytes) => {
        const part = encode(repeat(line, 20_000), encoding);
        const repeated = Math.max(1, Math.ceil(bytes / part.length));
        return Buffer.concat([encode(head, encoding), ...Array.from({ length: repeated }, () => part)]);
      },
    }),
  ),
  textShape('CSV: letters of two bytes', csv, { head, unit: (n) => `${n},1.5,äöü ÄÖÜ ß éèê\n` }),
];

/** Shapes of CSV files. */
export const csvShapes: readonly Shape[] = [...lineEnds, ...quotes, ...others, ...wrong, ...widths, ...encodings];

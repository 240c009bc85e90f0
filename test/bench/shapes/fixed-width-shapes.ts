import { type Shape, textShape } from './shape.ts';

const fields = [
  { name: 'kind', type: 'STRING', start: 1, length: 1 },
  { name: 'amount', type: 'INTEGER', start: 2, length: 9, align: 'RIGHT', padChar: '0' },
  { name: 'note', type: 'STRING', start: 11, length: 20 },
];
const spec = { name: 'shape', format: 'FIXED_WIDTH', fields };
const blocks = { ...spec, lineTerminator: 'NONE', recordLength: 30 };
const record = (number: number) => `6${String(number % 1e9).padStart(9, '0')}a note of words     `;
const line = (number: number) => `${record(number)}\n`;
const withCr = (number: number) => `${record(number)}\r`;

/** Shapes of fixed-width files. */
export const fixedWidthShapes: readonly Shape[] = [
  textShape('fixed width: LF', spec, { unit: line }),
  textShape('fixed width: CRLF', spec, { unit: (n) => `${record(n)}\r\n` }),
  textShape('fixed width: CR', spec, { unit: withCr }),
  textShape('fixed width: CR, last lines skipped', { ...spec, skipLines: { bottom: 2 } }, { unit: withCr }),
  textShape('fixed width: empty lines', spec, { unit: '\n' }),
  textShape(
    'fixed width: recordWhen selects few',
    { ...spec, recordWhen: { start: 1, length: 1, values: ['5'] } },
    {
      unit: (n) => (n % 1000 === 0 ? `5${line(n).slice(1)}` : line(n)),
    },
  ),
  textShape('fixed width: lines too short', spec, { unit: '6000\n' }),
  textShape('fixed width: lines too long', { ...spec, recordLength: 30 }, { unit: (n) => `${record(n)}more\n` }),
  textShape('fixed width: letters of two bytes', spec, { unit: (n) => `${record(n).slice(0, 20)}äöüÄÖÜßéèê\n` }),
  textShape('fixed width: blocks', blocks, { unit: record }),
  textShape('fixed width: blocks, last ones skipped', { ...blocks, skipLines: { bottom: 2 } }, { unit: record }),
  textShape('fixed width: EBCDIC', { ...blocks, encoding: 'IBM037' }, { unit: record }),
  textShape('fixed width: one line', { ...spec, maxRecordBytes: 10_000 }, { unit: record }),
];

import { Random } from '../random.ts';
import type { SurveyCase } from '../survey-case.ts';
import { bytesOf } from '../table.ts';

const shape = 'no file of this kind';

/** EBCDIC (IBM037) of capital letters, digits and blanks. */
function ebcdic(text: string): number[] {
  return [...text].map((character) => {
    if (character === ' ') return 0x40;
    if (/\d/.test(character)) return 0xf0 + Number(character);
    const at = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(character);
    return at < 9 ? 0xc1 + at : at < 18 ? 0xd1 + at - 9 : 0xe2 + at - 18;
  });
}

/** COMP-3: two digits a byte, the sign in the last half byte. */
function packed(random: Random, bytes: number): number[] {
  const digits = `${random.digits(2 * bytes - 1)}`;
  return Array.from(
    { length: bytes },
    (_, at) => Number(digits[2 * at]) * 16 + (at === bytes - 1 ? 12 : Number(digits[2 * at + 1])),
  );
}

const NAMES = ['ADLER', 'BERGMANN', 'CASTELL', 'DORN', 'ENGEL', 'HUBER KRAFT', 'JUNG'];

function variable(seed: number, withBlocks: boolean): Uint8Array {
  const random = new Random(seed);
  const records = Array.from({ length: 60 }, () => {
    const content = ebcdic(
      `${random.digits(8)}${random.of(NAMES)} ${random.of(NAMES)} ${random.of(NAMES).slice(0, 3 + random.below(5))}`,
    );
    return [(content.length + 4) >> 8, (content.length + 4) & 255, 0, 0, ...content];
  });
  const all = records.flat();
  return Uint8Array.from(withBlocks ? [(all.length + 4) >> 8, (all.length + 4) & 255, 0, 0, ...all] : all);
}

function withPacked(seed: number, widths: readonly number[]): Uint8Array {
  const random = new Random(seed);
  return Uint8Array.from(
    Array.from({ length: 60 }, () => [
      ...ebcdic(`${random.digits(6)}${random.of(NAMES).padEnd(14)}`),
      ...widths.flatMap((bytes) => packed(random, bytes)),
    ]).flat(),
  );
}

function bytes(seed: number, length: number, first: string | readonly number[] = []): Uint8Array {
  const random = new Random(seed);
  const begin = typeof first === 'string' ? [...bytesOf(first)] : first;
  return Uint8Array.from([...begin, ...Array.from({ length }, () => random.below(256))]);
}

function struct(): Uint8Array {
  const random = new Random(88);
  return Uint8Array.from(
    Array.from({ length: 200 }, (_, at) => [
      at & 255,
      at >> 8,
      0,
      0,
      random.below(256),
      random.below(256),
      0,
      0,
      0,
      0,
      random.below(4),
      63,
    ]).flat(),
  );
}

const PROSE = `Dear colleagues,

the new format of the payment files is described below. Please read it with care, and let us know
what is missing. We expect the first files in March. Each file has one line per payment.

The bank sends them at night, usually before two. If there is none, call the desk.

Kind regards,
Ada
`;

const LOG = Array.from(
  { length: 30 },
  (_, at) =>
    `[main] started worker ${at} after ${(at * 37) % 91} ms${at % 3 === 0 ? ', retrying (connection reset by peer)' : at % 7 === 0 ? ': done' : ''}`,
).join('\n');

const JSON_TEXT = JSON.stringify(
  Array.from({ length: 20 }, (_, id) => ({ id, name: `n${id}`, tags: ['a', 'b'] })),
  null,
  2,
).replace('"n7",', '"n7"');
const JSON_VALUE = JSON.stringify({ id: 1, name: 'n', tags: ['a', 'b'] }, null, 2);

const FILES: readonly (readonly [title: string, fileName: string, bytes: Uint8Array, says: RegExp])[] = [
  ['random bytes', 'dump.dat', bytes(80, 4000), /binary/],
  [
    'a spreadsheet of Excel',
    'orders.xlsx',
    bytes(82, 3000, [
      0x50,
      0x4b,
      3,
      4,
      ...bytesOf('......................\u0013\u0000[Content_Types].xml xl/workbook.xml'),
    ]),
    /Excel/,
  ],
  ['a PDF', 'report.pdf', bytes(83, 3000, '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'), /PDF/],
  ['a database of SQLite', 'store.db', bytes(84, 3000, 'SQLite format 3\u0000'), /SQLite/],
  [
    'EBCDIC with record descriptor words',
    'TRAN.VB.DAT',
    variable(85, false),
    /variable-length.*record descriptor word/,
  ],
  [
    'EBCDIC with block and record descriptor words',
    'TRAN.VB2.DAT',
    variable(86, true),
    /variable-length.*record descriptor word/,
  ],
  ['EBCDIC with a packed field', 'ACCT.DAT', withPacked(87, [5]), /packed/],
  ['binary structures', 'ticks.bin', struct(), /binary/],
  ['a letter', 'readme.txt', bytesOf(PROSE), /(?:no delimiter|columns)/],
  ['messages of a program', 'service.log', bytesOf(LOG), /(?:no delimiter|columns)/],
  ['JSON that is not well-formed', 'orders.json', bytesOf(JSON_TEXT), /JSON/],
  ['a JSON document without records', 'order.json', bytesOf(JSON_VALUE), /no list of objects/],
];

/** Files for which no spec can be written: `infer` explains what they are, and exits with 1. */
export const refused: readonly SurveyCase[] = FILES.map(([title, fileName, content, says]) => ({
  shape,
  title,
  fileName,
  bytes: content,
  answer: says,
}));

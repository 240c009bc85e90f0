import { Random } from '../random.ts';
import type { SurveyCase } from '../survey-case.ts';
import { bytesOf } from '../table.ts';

const random = new Random(300);
const NAMES = ['Ada Lovelace', 'Bob Ross', 'Charles', 'Dora May Lee', 'Emil', 'Al Khwarizmi', 'Konrad Zuse'];
const line = (at: number) =>
  `${(NAMES[at % 7] ?? '').padEnd(20)}${String(random.below(90000)).padStart(8)}  2024-01-${String((at % 28) + 1).padStart(2, '0')}`;
const lines = (count: number) => Array.from({ length: count }, (_, at) => line(at));

const FIELDS = ['column1 STRING!', 'column2 INTEGER!', 'column3 DATE!'];
const PERSONS = ['person STRING!', 'points INTEGER!', 'day DATE!'];
const HEADER = `${'Person'.padEnd(20)}  Points  Day       `;
const RULER = `${'-'.repeat(19)} ${'-'.repeat(8)} ${'-'.repeat(11)}`;

function blocks(): string {
  return Array.from(
    { length: 60 },
    (_, at) =>
      `K${String(at * 7919).padStart(9, '0')}${(['ALPHA', 'BETA', 'GAMMA'][random.below(3)] ?? '').padEnd(10)}`,
  ).join('');
}

/** EBCDIC (IBM037) of capital letters, digits and blanks. */
function ebcdic(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    if (character === ' ') return 0x40;
    if (/\d/.test(character)) return 0xf0 + Number(character);
    const at = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(character);
    return at < 9 ? 0xc1 + at : at < 18 ? 0xd1 + at - 9 : 0xe2 + at - 18;
  });
}

const FULL = { recordLength: '40', onShortRecord: 'FATAL' };
const SETTINGS = { recordLength: 20, lineTerminator: 'NONE' };

const FILES: readonly (readonly [
  title: string,
  bytes: Uint8Array,
  settings: Record<string, unknown>,
  fields: readonly string[],
  accepted: number,
])[] = [
  [
    'texts, numbers and dates',
    bytesOf(
      lines(40)
        .map((one) => `${one}\n`)
        .join(''),
    ),
    FULL,
    FIELDS,
    40,
  ],
  [
    'with a header',
    bytesOf([HEADER, ...lines(40)].map((one) => `${one}\r\n`).join('')),
    { ...FULL, hasHeader: true },
    PERSONS,
    40,
  ],
  [
    'with a header and a ruler',
    bytesOf([HEADER, RULER, ...lines(40)].map((one) => `${one}\n`).join('')),
    { ...FULL, skipLines: { top: 2 } },
    PERSONS,
    40,
  ],
  ['without line ends', bytesOf(blocks()), SETTINGS, [], 60],
  ['EBCDIC without line ends', ebcdic(blocks()), { encoding: 'IBM037', ...SETTINGS }, [], 60],
  [
    'one line is cut off',
    bytesOf(
      lines(40)
        .map((one, at) => `${at === 20 ? one.slice(0, 25) : one}\n`)
        .join(''),
    ),
    FULL,
    FIELDS,
    39,
  ],
];

/** Fixed-width lines and blocks. */
export const fixedWidth: readonly SurveyCase[] = FILES.map(([title, bytes, settings, fields, accepted], at) => ({
  shape: 'fixed width',
  title,
  fileName: `layout-${at + 1}.txt`,
  bytes,
  answer: { format: 'FIXED_WIDTH', settings, fields, accepted },
}));

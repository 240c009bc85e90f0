import type { Random } from './random.ts';

/** A kind of column: its cells, and the field that a person writes for it, without its name. */
interface ColumnKind {
  readonly field: string;
  readonly cell: (random: Random, at: number) => string;
}

const FIRST = ['Ada', 'Bruno', 'Clara', 'Dieter', 'Emil', 'Frida', 'Gustav', 'Hanna', 'Ines', 'Jonas', 'Katja', 'Lars'];
const LAST = ['Adler', 'Bergmann', 'Castell', 'Dorn', 'Engel', 'Fuchs', 'Groth', 'Huber', 'Imhof', 'Jung', 'Kraft'];
const CITIES = ['Berlin', 'Bremen', 'Dresden', 'Essen', 'Hamburg', 'Kassel', 'Leipzig', 'Mainz', 'Potsdam', 'Rostock'];
const ORTE = [
  'Köln',
  'München',
  'Düsseldorf',
  'Würzburg',
  'Gießen',
  'Lübeck',
  'Jülich',
  'Görlitz',
  'Weißenfels',
  'Bad Tölz',
];
const THINGS = [
  'bolt',
  'bracket',
  'cable',
  'hinge',
  'lamp',
  'lever',
  'panel',
  'plug',
  'ring',
  'screw',
  'valve',
  'wheel',
];

/** Kinds of columns, by the names that the survey's files use. */
export const KINDS = {
  id: { field: 'INTEGER!', cell: (_, at) => String(4001 + at * 3) },
  row: { field: 'INTEGER!', cell: (_, at) => String(at + 1) },
  count: { field: 'INTEGER!', cell: (random) => String(2 + random.below(900)) },
  amount: { field: 'DECIMAL!', cell: (random) => `${random.below(9000)}.${random.digits(2)}` },
  amountDe: {
    field: 'DECIMAL!(. ,)',
    cell: (random) => `${1 + random.below(8)}.${random.digits(3)},${random.digits(2)}`,
  },
  priceDe: { field: 'DECIMAL!(,)', cell: (random) => `${random.below(900)},${random.digits(2)}` },
  date: { field: 'DATE!', cell: (random) => isoDate(random) },
  dateDe: { field: 'DATE!(dd.MM.yyyy)', cell: (random) => isoDate(random).split('-').reverse().join('.') },
  dateUk: { field: 'DATE!(dd/MM/yyyy)', cell: (random) => isoDate(random).split('-').reverse().join('/') },
  compact: { field: 'DATE!(yyyyMMdd)', cell: (random) => isoDate(random).replaceAll('-', '') },
  yes: {
    field: 'BOOLEAN!(ja nein)',
    cell: (random, at) => (at < 2 ? (['ja', 'nein'][at] ?? '') : random.of(['ja', 'nein'])),
  },
  flag: { field: 'BOOLEAN!', cell: (random) => random.of(['true', 'false']) },
  name: { field: 'STRING!', cell: (random) => `${random.of(FIRST)} ${random.of(LAST)}` },
  city: { field: 'STRING!', cell: (random) => random.of(CITIES) },
  ort: { field: 'STRING!', cell: (random) => random.of(ORTE) },
  thing: { field: 'STRING!', cell: (random) => `${random.of(THINGS)} ${random.of(THINGS)} M${random.below(40)}` },
  code: { field: 'STRING!', cell: (random) => `0${random.digits(5)}` },
  article: { field: 'STRING!', cell: (random) => `AR-${random.digits(4)}-${random.of(['X', 'Y', 'Z'])}` },
  company: { field: 'STRING!', cell: () => 'ACME' },
  status: { field: 'STRING!', cell: (random) => random.of(['OPEN', 'PAID', 'LATE']) },
  email: {
    field: 'STRING!*',
    cell: (random, at) => `${random.of(FIRST).toLowerCase()}.${at}@example.${random.of(['org', 'com', 'net'])}`,
  },
  iban: { field: 'STRING!*', cell: (random) => iban(random.digits(18)) },
  phone: {
    field: 'STRING!*',
    cell: (random) => `+49 ${30 + random.below(60)} ${1 + random.below(9)}${random.digits(6)}`,
  },
  birth: { field: 'DATE!*', cell: (random) => isoDate(random, 1940 + random.below(65)) },
  birthDe: {
    field: 'DATE!(dd.MM.yyyy)*',
    cell: (random) =>
      isoDate(random, 1940 + random.below(65))
        .split('-')
        .reverse()
        .join('.'),
  },
  card: { field: 'INTEGER!*', cell: (random) => card(`4${random.digits(14)}`) },
  cardGroups: { field: 'STRING!*', cell: (random) => card(`5${random.digits(14)}`).replace(/(.{4})(?=.)/g, '$1 ') },
  sixteen: { field: 'INTEGER!', cell: (random) => `9${random.digits(15)}` },
  empty: { field: 'STRING', cell: () => '' },
} as const satisfies Record<string, ColumnKind>;

export type Kind = keyof typeof KINDS;

function isoDate(random: Random, year = 2019 + random.below(6)): string {
  return `${year}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`;
}

/** ISO 13616: a German IBAN with its check digits. */
function iban(account: string): string {
  return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`;
}

/** ISO/IEC 7812: appends the check digit. */
function card(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

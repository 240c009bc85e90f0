import { COLUMNS, type Trip, type TripFile } from './trips.ts';

/** One feature of the language: the base with a change of its spec and, if the feature needs it, of its file. */
export interface Feature {
  readonly title: string;
  /** The kinds of the language that the feature measures: types, formats, corrections and rules by name. */
  readonly kinds?: readonly string[];
  readonly spec: object;
  readonly file?: TripFile;
  /** The number of keys of the reference table `vendors`. Absent: the spec has none. */
  readonly keys?: number;
}

type Field = Readonly<Record<string, unknown>>;

const TYPES = ['INTEGER', 'STRING', 'DATE', 'DECIMAL', 'INTEGER', 'DECIMAL', 'DECIMAL', 'STRING', 'STRING', 'BOOLEAN'];
const FIELDS: readonly Field[] = COLUMNS.map((name, index) => ({ name, type: TYPES[index] }));
const BASE = { name: 'trips', format: 'CSV', fields: FIELDS };

/** The spec and the file with which every feature is compared. */
export const base: Feature = { title: 'the base: 10 fields, no corrections, no rules', kinds: ['CSV'], spec: BASE };

/** Changes one cell of each record. */
function change(column: string, write: (cell: string) => string): TripFile {
  const at = COLUMNS.indexOf(column);
  return { cells: (trip) => trip.with(at, write(trip[at] ?? '')) };
}

function withField(name: string, keys: object): Field[] {
  return FIELDS.map((field) => (field['name'] === name ? { ...field, ...keys } : field));
}

function field(title: string, name: string, keys: object, file?: TripFile, kinds: readonly string[] = []): Feature {
  return { title, kinds, spec: { ...BASE, fields: withField(name, keys) }, ...(file && { file }) };
}

function correction(title: string, name: string, operands: object, file?: TripFile): Feature {
  const [correctionType = ''] = title.split(/[ :,]/);
  const correctionRules = [{ ruleId: 'r', field: name, correctionType, ...operands }];
  return { title, kinds: [correctionType], spec: { ...BASE, correctionRules }, ...(file && { file }) };
}

function rule(title: string, name: string, operands: object, file?: TripFile): Feature {
  const [ruleType = ''] = title.split(/[ :,]/);
  const validationRules = [{ ruleId: 'r', field: name, ruleType, ...operands }];
  return { title, kinds: [ruleType], spec: { ...BASE, validationRules }, ...(file && { file }) };
}

function setting(title: string, keys: object, file?: TripFile): Feature {
  return { title, spec: { ...BASE, ...keys }, ...(file && { file }) };
}

const german = (day: string): string => day.split('-').reverse().join('.');
const short = (day: string): string => german(day).replaceAll(/\b0/g, '');
/** Returns a day with the German name of its month. */
const named = (day: string): string =>
  new Date(day).toLocaleDateString('de', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Returns the day number of Excel. */
const serial = (day: string): string => String(Date.parse(day) / 86_400_000 + 25_569);
const joined = (delimiter: string): TripFile => ({
  head: `${COLUMNS.join(delimiter)}\n`,
  line: (trip) => `${trip.join(delimiter)}\n`,
});
const dates = (sourceFormat: string | string[]) => ({ sourceFormat, targetFormat: 'yyyy-MM-dd' });

const types: readonly Feature[] = [
  ...[
    ['STRING', 'id'],
    ['INTEGER', 'passengers'],
    ['DECIMAL', 'distance'],
    ['DATE', 'day'],
    ['BOOLEAN', 'shared'],
  ].map(([type = '', name = '']) => ({
    title: `${type}: ten fields of this type`,
    kinds: [type],
    spec: { ...BASE, fields: COLUMNS.map((own) => ({ name: own, type })) },
    file: { cells: (trip: Trip) => COLUMNS.map(() => trip[COLUMNS.indexOf(name)] ?? '') },
  })),
  field(
    'DECIMAL with decimalSeparator',
    'fare',
    { decimalSeparator: ';' },
    change('fare', (fare) => fare.replace('.', ';')),
  ),
  field(
    'INTEGER with groupSeparator',
    'id',
    { groupSeparator: '.' },
    change('id', (id) => id.replaceAll(/\B(?=(\d{3})+$)/g, '.')),
  ),
  field(
    'DECIMAL with scale',
    'fare',
    { scale: 2 },
    change('fare', (fare) => fare.replace('.', '')),
  ),
  field('DATE with format dd.MM.yyyy', 'day', { format: 'dd.MM.yyyy' }, change('day', german)),
  field(
    'BOOLEAN with trueValues and falseValues',
    'shared',
    { trueValues: ['Y'], falseValues: ['N'] },
    change('shared', (cell) => (cell === 'true' ? 'Y' : 'N')),
  ),
  field('required', 'city', { required: true }),
  field('sensitive', 'city', { sensitive: true }),
];

const corrections: readonly Feature[] = [
  correction(
    'TRIM',
    'city',
    {},
    change('city', (city) => `${city}  `),
  ),
  correction('PAD_LEFT', 'city', { padChar: '.', length: 20 }),
  correction('PAD_RIGHT', 'city', { padChar: '.', length: 20 }),
  correction('UPPER_CASE', 'city', {}),
  correction('LOWER_CASE', 'city', {}),
  correction(
    'LOWER_CASE of letters beyond ASCII',
    'city',
    {},
    change('city', (city) => `${city} Ä`),
  ),
  correction('REGEX_REPLACE of a character class', 'city', { pattern: '[aeiou]', replacement: '_' }),
  correction('REGEX_REPLACE of a pattern with groups', 'city', { pattern: '(\\w)(\\w+)', replacement: '$2$1' }),
  correction('COERCE_DATE from dd.MM.yyyy', 'day', dates('dd.MM.yyyy'), change('day', german)),
  correction('COERCE_DATE from d.M.yyyy', 'day', dates('d.M.yyyy'), change('day', short)),
  correction('COERCE_DATE from two formats', 'day', dates(['yyyy/MM/dd', 'dd.MM.yyyy']), change('day', german)),
  correction(
    'COERCE_DATE from names of months',
    'day',
    dates('d MMM yyyy'),
    change('day', (day) => `3 Mar ${day.slice(0, 4)}`),
  ),
  correction(
    'COERCE_DATE from German names of months',
    'day',
    { ...dates('d. MMMM yyyy'), locale: 'de' },
    change('day', named),
  ),
  correction('COERCE_DATE from SERIAL', 'day', dates('SERIAL'), change('day', serial)),
  correction('MAP of 3 codes', 'payment', { values: { CARD: 'by card', CASH: 'in cash', APP: 'by phone' } }),
  correction('MAP of 200 codes', 'payment', {
    values: {
      CARD: 'by card',
      CASH: 'in cash',
      APP: 'app',
      ...Object.fromEntries([...Array(197).keys()].map((i) => [`P${i}`, 'x'])),
    },
  }),
  correction(
    'DEFAULT_IF_NULL',
    'city',
    { defaultValue: 'unknown' },
    change('city', () => ''),
  ),
];

const rules: readonly Feature[] = [
  rule('REQUIRED', 'city', {}),
  rule('MIN_VALUE', 'fare', { value: '0.01' }),
  rule('MAX_VALUE', 'fare', { value: '1000' }),
  rule('REGEX', 'vendor', { value: 'vendor [0-9]{1,3}' }),
  rule('MIN_LENGTH', 'city', { value: '2' }),
  rule('MAX_LENGTH', 'city', { value: '40' }),
  rule('DATE_RANGE between two days', 'day', { value: '2000-01-01,2039-12-31' }),
  rule('DATE_RANGE relative to today', 'day', { value: 'today-50y,today' }),
  rule('ALLOWED_VALUES', 'payment', { value: ['CARD', 'CASH', 'APP'] }),
  rule('ALLOWED_VALUES: 200 values', 'payment', {
    value: ['CARD', 'CASH', 'APP', ...Array.from({ length: 197 }, (_, i) => `P${i}`)],
  }),
  ...(
    [
      ['IBAN', 'DE89370400440532013000'],
      ['LUHN', '4111111111111111'],
      ['MOD11', '0306406152'],
      ['MOD97', '5493001KJTIIGC8Y1R12'],
      ['EAN', '4006381333931'],
      ['BIC_SHAPE', 'DEUTDEFF'],
      ['ISIN', 'US0378331005'],
    ] as const
  ).map(([algorithm, text]) =>
    rule(
      `CHECK_DIGIT ${algorithm}`,
      'city',
      { algorithm },
      change('city', () => text),
    ),
  ),
  rule('COMPARE of two numbers', 'fare', { operator: '!=', other: 'tip' }),
  rule('MIN_VALUE with when', 'fare', { value: '0.01', when: { field: 'payment', values: ['CARD'] } }),
];

const settings: readonly Feature[] = [
  setting('delimiter', { delimiter: '|' }, joined('|')),
  setting('quote: every cell quoted', {}, { line: (trip) => `"${trip.join('","')}"\n` }),
  setting('quote: none', { quote: '' }),
  setting('escape: backslash, without quotes in the file', { escape: '\\' }),
  setting('comment', { comment: '#' }, { between: '# a comment\n' }),
  setting('skipLines.top', { skipLines: { top: 1 } }, { head: `skipped\n${COLUMNS.join(',')}\n` }),
  setting('skipLines.bottom', { skipLines: { bottom: 1 } }, { foot: 'the end\n' }),
  setting('skipBlankLines: 2 % blank lines', {}, { between: '\n' }),
  setting('no header, columns by POSITION', { hasHeader: false }, { head: '' }),
  setting(
    'columns in another order',
    {},
    { head: `${COLUMNS.toReversed().join(',')}\n`, cells: (trip) => trip.toReversed() },
  ),
  setting(
    'onExtraColumns: an unknown column',
    { onExtraColumns: 'IGNORE' },
    { head: `${COLUMNS.join(',')},more\n`, cells: (trip) => [...trip, 'x'] },
  ),
  setting(
    'recordWhen, 2 % other lines',
    { recordWhen: { column: 'type', values: ['T'] } },
    { ...typed('H,a section\n'), head: `type,${COLUMNS.join(',')}\n` },
  ),
  setting('three nullValues', { nullValues: ['NULL', 'n/a', '-'] }),
  setting('messageKey of one field', { messageKey: ['id'] }),
  setting('messageKey of two fields', { messageKey: ['id', 'day'] }),
  setting('numbersAs: STRING', { numbersAs: 'STRING' }),
  setting('onTypeMismatch: ERROR', { onTypeMismatch: 'ERROR' }),
  setting('line ends CRLF', {}, { head: `${COLUMNS.join(',')}\r\n`, line: (trip) => `${trip.join(',')}\r\n` }),
  setting(
    'letters beyond ASCII in each record',
    {},
    change('city', (city) => `${city} ä`),
  ),
];

function typed(between?: string): TripFile {
  return { cells: (trip) => ['T', ...trip], ...(between !== undefined && { between }) };
}

const umlaut = (trip: Trip): Trip => trip.with(8, `${trip[8]} ä`);
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

const encodings: readonly Feature[] = [
  ...['windows-1252', 'iso-8859-15'].map((encoding) =>
    setting(
      `encoding ${encoding}, a letter beyond ASCII in each record`,
      { encoding },
      { cells: umlaut, encode: latin },
    ),
  ),
  setting('encoding utf-16le', { encoding: 'utf-16le' }, { encode: utf16 }),
  setting('encoding utf-16be', { encoding: 'utf-16be' }, { encode: (text) => utf16(text).swap16() }),
  ...['shift_jis', 'euc-jp', 'iso-2022-jp', 'gb18030', 'big5', 'euc-kr'].map((encoding) =>
    setting(`encoding ${encoding}, ASCII only`, { encoding }, { encode: latin }),
  ),
  ...(
    [
      ['shift_jis', '\u0093\u008c\u008b\u009e'],
      ['gb18030', '\u00b1\u00b1\u00be\u00a9'],
    ] as const
  ).map(([encoding, name]) =>
    setting(
      `encoding ${encoding}, two characters beyond ASCII in each record`,
      { encoding },
      { cells: (trip) => trip.with(8, `${trip[8]} ${name}`), encode: latin },
    ),
  ),
];

const WIDTHS = [8, 10, 10, 6, 2, 6, 5, 5, 18, 6];
const PLACES = FIELDS.map((own, i) => ({
  ...own,
  start: WIDTHS.slice(0, i).reduce((a, b) => a + b, 1),
  length: WIDTHS[i],
}));
const fixedLine = (trip: Trip): string => `${trip.map((cell, i) => cell.padEnd(WIDTHS[i] ?? 0)).join('')}\n`;
const FIXED = { name: 'trips', format: 'FIXED_WIDTH', fields: PLACES };
const xmlLine = (trip: Trip): string =>
  `<t>${trip.map((cell, i) => `<${COLUMNS[i]}>${cell}</${COLUMNS[i]}>`).join('')}</t>\n`;

const formats: readonly Feature[] = [
  { title: 'FIXED_WIDTH', kinds: ['FIXED_WIDTH'], spec: FIXED, file: { head: '', line: fixedLine } },
  {
    title: 'FIXED_WIDTH with recordWhen, 2 % other lines',
    spec: { ...FIXED, recordWhen: { start: 1, length: 1, values: ['1'] } },
    file: { head: '', line: fixedLine, between: 'H a section\n' },
  },
  {
    title: 'XML',
    kinds: ['XML'],
    spec: { name: 'trips', format: 'XML', recordPath: '/d/t', fields: FIELDS },
    file: { head: '<d>\n', line: xmlLine, foot: '</d>\n' },
  },
];

const TRIP_TYPE = {
  name: 'trip',
  when: { column: '1', values: ['T'] },
  fields: [{ name: 'type', type: 'STRING' }, ...FIELDS],
};
const SECTION_TYPE = {
  name: 'section',
  when: { column: '1', values: ['H'] },
  publish: false,
  fields: [
    { name: 'type', type: 'STRING' },
    { name: 'title', type: 'STRING' },
  ],
};
const END_TYPE = {
  name: 'end',
  when: { column: '1', values: ['E'] },
  publish: false,
  fields: [
    { name: 'type', type: 'STRING' },
    { name: 'count', type: 'INTEGER' },
  ],
};
const TYPED = {
  name: 'trips',
  format: 'CSV',
  hasHeader: false,
  order: 'ANY',
  recordTypes: [TRIP_TYPE, SECTION_TYPE, END_TYPE],
};
const typedFile: TripFile = { head: '', ...typed('H,a section\n') };
const ofFile = (title: string, fileRule: object): Feature => ({
  title,
  kinds: [title.split(' ')[0] ?? ''],
  spec: { ...TYPED, fileRules: [{ ruleId: 'r', severity: 'WARNING', ...fileRule }] },
  file: typedFile,
});

const recordTypes: readonly Feature[] = [
  { title: 'record types: trips and sections', spec: TYPED, file: typedFile },
  ofFile('COUNT_EQUALS', { ruleType: 'COUNT_EQUALS', of: 'trip', field: 'end.count' }),
  ofFile('SUM_EQUALS', { ruleType: 'SUM_EQUALS', of: 'trip.passengers', field: 'end.count' }),
  ofFile('COUNT_RANGE', { ruleType: 'COUNT_RANGE', of: 'trip', value: '1,' }),
  ofFile('ORDERED', { ruleType: 'ORDERED', of: 'trip.id' }),
];

/** Adds computed fields to the base. */
function computed(title: string, ...values: readonly (readonly [type: string, value: string])[]): Feature {
  const added = values.map(([type, value], at) => ({ name: `computed${at}`, type, value }));
  return { title, spec: { ...BASE, fields: [...FIELDS, ...added] } };
}

const constant = ['STRING', '"EUR"'] as const;
const row = ['STRING', 'text(id) + "-" + text(passengers)'] as const;
const sign = ['DECIMAL', 'shared ? -distance : distance'] as const;
const word = ['STRING', 'shared ? "shared" : "alone"'] as const;
const product = ['DECIMAL', 'passengers * distance'] as const;
const TABLE = { vendors: { key: 'vendor' } };
const city = ['STRING', 'lookup("vendors", vendor, "city")'] as const;

const expressions: readonly Feature[] = [
  computed('a constant', constant),
  computed('+ of texts', row),
  computed('a sign by a condition', sign),
  computed('?: with texts', word),
  computed('a constant, two conditions, + of texts and coalesce', constant, row, sign, word, [
    'INTEGER',
    'coalesce(passengers, 0)',
  ]),
  computed('a product, computed from texts', product),
  lookup('lookup in a table of 1,000 keys', 1000),
  lookup('lookup in a table of 1,000,000 keys', 1_000_000),
  {
    ...lookup('IN_REFERENCE: 1,000 keys', 1000),
    kinds: ['IN_REFERENCE'],
    spec: { ...rule('IN_REFERENCE', 'vendor', { value: 'vendors' }).spec, reference: TABLE },
  },
  fiveFields(),
  { title: 'publish: false on two fields', spec: { ...BASE, fields: hide('day', 'shared') } },
  {
    title: 'two fields on one column',
    spec: { ...BASE, fields: [...FIELDS, { name: 'again', type: 'STRING', columnName: 'day' }] },
  },
  field('mask REDACT, masked from texts', 'id', { mask: { as: 'REDACT' } }),
  field('mask LAST, masked from texts', 'id', { mask: { as: 'LAST' } }),
  field('mask HMAC, masked from texts', 'id', { mask: { as: 'HMAC', key: 'tokens' } }),
  rule('EXPRESSION on a number', 'distance', { value: 'distance >= 0' }),
];

function lookup(title: string, keys: number): Feature {
  const { spec } = computed(title, city);
  return { title, spec: { ...spec, reference: TABLE }, keys };
}

/** A constant, a row of texts, a sign, a mapped code and a lookup. */
function fiveFields(): Feature {
  const { spec } = computed('', constant, row, sign, ['STRING', 'payment'], city);
  const values = { CARD: 'by card', CASH: 'in cash', APP: 'by phone' };
  const correctionRules = [{ ruleId: 'map', field: 'payment', correctionType: 'MAP', values }];
  const title = 'a constant, + of texts, a sign, MAP and a lookup in 1,000 keys';
  return { title, spec: { ...spec, reference: TABLE, correctionRules }, keys: 1000 };
}

function hide(...names: readonly string[]): Field[] {
  return FIELDS.map((own) => (names.includes(String(own['name'])) ? { ...own, publish: false } : own));
}

/** All features by area. UNIQUE needs the disk, and `npm run bench:records` measures it. */
export const AREAS: readonly (readonly [area: string, features: readonly Feature[]])[] = [
  ['Types', types],
  ['Formats', formats],
  ['Corrections', corrections],
  ['Rules', rules],
  ['Expressions', expressions],
  ['Settings', settings],
  ['Encodings', encodings],
  ['Record types and file rules', recordTypes],
];

import type { Scenario } from './arbitraries.ts';

/**
 * Fields of every kind that has a byte form, each with a valid cell. No correction changes these cells: otherwise every
 * record would count as corrected, and a correction that a reader does not report would not be seen.
 */
export const columns: readonly {
  good: string;
  field: object;
  corrections?: readonly object[];
  rules?: readonly object[];
}[] = [
  { good: 'plain text', field: { type: 'STRING' } },
  { good: 'needed', field: { type: 'STRING', required: true }, corrections: [{ correctionType: 'TRIM' }] },
  {
    good: 'abc',
    field: { type: 'STRING' },
    rules: [
      { ruleType: 'MIN_LENGTH', value: 2 },
      { ruleType: 'MAX_LENGTH', value: 5 },
    ],
  },
  {
    good: 'AB',
    field: { type: 'STRING' },
    corrections: [{ correctionType: 'TRIM' }, { correctionType: 'UPPER_CASE' }],
    rules: [{ ruleType: 'REGEX', value: '[A-Z\u00c4\u00e9]+' }],
  },
  {
    good: 'gold',
    field: { type: 'STRING' },
    corrections: [{ correctionType: 'LOWER_CASE' }],
    rules: [{ ruleType: 'ALLOWED_VALUES', value: ['gold', 'a"b', 'null', 'x'] }],
  },
  {
    good: '42424',
    field: { type: 'STRING' },
    corrections: [{ correctionType: 'TRIM' }, { correctionType: 'PAD_LEFT', padChar: '0', length: 5 }],
  },
  {
    good: 'NN',
    field: { type: 'STRING' },
    corrections: [
      { correctionType: 'PAD_RIGHT', padChar: '-', length: 2 },
      { correctionType: 'DEFAULT_IF_NULL', defaultValue: 'none' },
    ],
  },
  {
    good: 'x',
    field: { type: 'STRING' },
    corrections: [{ correctionType: 'REGEX_REPLACE', pattern: '[0-9]', replacement: '' }],
  },
  {
    good: '1',
    field: { type: 'INTEGER', required: true },
    rules: [
      { ruleType: 'MIN_VALUE', value: '-5' },
      { ruleType: 'MAX_VALUE', value: '99999999999999' },
    ],
  },
  {
    good: '7',
    field: { type: 'INTEGER', groupSeparator: '.' },
    corrections: [{ correctionType: 'TRIM' }],
    rules: [{ ruleType: 'MAX_LENGTH', value: 4 }],
  },
  {
    good: '5',
    field: { type: 'INTEGER' },
    corrections: [{ correctionType: 'DEFAULT_IF_NULL', defaultValue: '5' }],
    rules: [{ ruleType: 'ALLOWED_VALUES', value: [0, 5, 100] }],
  },
  {
    good: '1.5',
    field: { type: 'DECIMAL' },
    rules: [
      { ruleType: 'MIN_VALUE', value: '0.005' },
      { ruleType: 'MAX_VALUE', value: '1000' },
    ],
  },
  { good: '-2\u002750', field: { type: 'DECIMAL', decimalSeparator: "'" }, corrections: [{ correctionType: 'TRIM' }] },
  { good: '3', field: { type: 'DECIMAL' }, rules: [{ ruleType: 'REGEX', value: '-?[0-9]+(\\.5)?' }] },
  { good: '2024-02-29', field: { type: 'DATE' }, rules: [{ ruleType: 'DATE_RANGE', value: '1999-12-31,today' }] },
  {
    good: '',
    field: { type: 'DATE' },
    corrections: [{ correctionType: 'COERCE_DATE', sourceFormat: 'dd.MM.yyyy', targetFormat: 'yyyy-MM-dd' }],
  },
  {
    good: '05052020',
    field: { type: 'DATE', format: 'MMddyyyy' },
    corrections: [
      { correctionType: 'TRIM' },
      { correctionType: 'COERCE_DATE', sourceFormat: 'ddMMyyyy', targetFormat: 'MMddyyyy' },
    ],
  },
  {
    good: 'DE89370400440532013000',
    field: { type: 'STRING' },
    corrections: [{ correctionType: 'TRIM' }, { correctionType: 'UPPER_CASE' }],
    rules: [{ ruleType: 'CHECK_DIGIT', algorithm: 'IBAN' }],
  },
  {
    good: '18',
    field: { type: 'STRING' },
    rules: [
      { ruleType: 'CHECK_DIGIT', algorithm: 'LUHN' },
      { ruleType: 'MAX_LENGTH', value: 4 },
    ],
  },
  { good: 'true', field: { type: 'BOOLEAN' } },
  {
    good: 'J',
    field: { type: 'BOOLEAN', trueValues: ['J', 'Ja'], falseValues: ['N'] },
    corrections: [{ correctionType: 'TRIM' }],
  },
  {
    good: '',
    field: { type: 'DATE' },
    corrections: [{ correctionType: 'COERCE_DATE', sourceFormat: 'd.M.yyyy', targetFormat: 'yyyy-MM-dd' }],
    rules: [{ ruleType: 'DATE_RANGE', value: '1999-12-31,today' }],
  },
  { good: '7/12/99', field: { type: 'DATE', format: 'M/d/yy' }, rules: [{ ruleType: 'REGEX', value: '[0-9/]{6,8}' }] },
  {
    good: '12.31.2020',
    field: { type: 'DATE', format: 'MM.dd.yyyy' },
    corrections: [
      { correctionType: 'TRIM' },
      {
        correctionType: 'COERCE_DATE',
        sourceFormat: ['d.M.yyyy', 'yyyyMMdd', 'MM.dd.yyyy'],
        targetFormat: 'MM.dd.yyyy',
      },
      { correctionType: 'DEFAULT_IF_NULL', defaultValue: '12.31.1999' },
    ],
  },
  {
    good: 'AB123',
    field: { type: 'STRING' },
    corrections: [
      { correctionType: 'REGEX_REPLACE', pattern: '[ -]+', replacement: '' },
      { correctionType: 'UPPER_CASE' },
    ],
    rules: [{ ruleType: 'REGEX', value: '[A-Z0-9]*' }],
  },
  {
    good: 'a b',
    field: { type: 'STRING' },
    corrections: [
      { correctionType: 'TRIM' },
      { correctionType: 'REGEX_REPLACE', pattern: '[x -]+', replacement: ' ' },
      { correctionType: 'PAD_LEFT', padChar: '*', length: 3 },
    ],
    rules: [{ ruleType: 'MAX_LENGTH', value: 5 }],
  },
  {
    good: 'n/a/x',
    field: { type: 'STRING' },
    corrections: [
      { correctionType: 'REGEX_REPLACE', pattern: '\\s', replacement: '' },
      { correctionType: 'TRIM' },
      { correctionType: 'REGEX_REPLACE', pattern: '[^a-z]', replacement: '/' },
    ],
  },
  {
    good: 'n/b',
    field: { type: 'STRING' },
    corrections: [
      { correctionType: 'REGEX_REPLACE', pattern: '[^a-zé]', replacement: '/' },
      { correctionType: 'DEFAULT_IF_NULL', defaultValue: 'none' },
    ],
  },
  {
    good: 'x y',
    field: { type: 'STRING', required: true },
    corrections: [{ correctionType: 'REGEX_REPLACE', pattern: '[-_.,\\d]', replacement: ' ' }],
  },
  { good: '05. 5. 24', field: { type: 'DATE', format: 'dd. M. yy' }, corrections: [{ correctionType: 'TRIM' }] },
  {
    good: '1.234',
    field: { type: 'INTEGER', groupSeparator: '.' },
    rules: [
      { ruleType: 'MIN_VALUE', value: '-20' },
      { ruleType: 'MAX_VALUE', value: '1234567' },
    ],
  },
  {
    good: '"1,234.50"',
    field: { type: 'DECIMAL', groupSeparator: ',' },
    rules: [{ ruleType: 'MIN_VALUE', value: '-0.5' }],
  },
  {
    good: '"-1.234,5"',
    field: { type: 'DECIMAL', groupSeparator: '.', decimalSeparator: ',' },
    corrections: [{ correctionType: 'TRIM' }],
  },
];

/** Texts that are special in some kind of field. */
export const odd = [
  '1.3.2024',
  'AB-12 3',
  'a  b',
  'n/a-x',
  'n-a',
  'x_y',
  '',
  ' ',
  '   ',
  '""',
  '"',
  '"a',
  '"a"b',
  '"a""b"',
  'a"b',
  '"a,b"',
  '"\t"',
  '\t',
  ' x',
  'x ',
  '" x "',
  'NULL',
  'null',
  ' NULL',
  'NULL ',
  'n/a',
  '-',
  '\\',
  '"\\"',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u00e9',
  '\u00c4',
  '\u00df',
  '\u20ac',
  '\ud83d\ude00',
  '"\u00e9""\u20ac"',
  '\u00a0x',
  'x\u00a0',
  '\u3000',
  'x\u2003',
  '\u0085',
  'x\ud83d\ude00',
  '\ufeff',
  '\ufffd',
  '\u2028',
  'a\u0000b',
  '0',
  '-0',
  '+0',
  '007',
  '-007',
  '+7',
  '7.',
  '.5',
  '-.5',
  '+.5',
  '0.005',
  '0.0049',
  '0.00500000000000000000001',
  '1000',
  '1000.00',
  '1000.0001',
  '999.99999',
  '00.50',
  '1e3',
  '1,5',
  '"1,5"',
  '1.234',
  '12.34',
  '1.234.567',
  '0.123',
  '00.123',
  '.123',
  '1.',
  '1.2345',
  '1..234',
  '1234.567',
  '-1.234',
  '+1.234',
  '123.456.789.012.345',
  '1,234.5',
  '"1,234.5"',
  '"1,234,567"',
  '"12,34"',
  '"-12,345.00"',
  '" 1,234 "',
  '"1,234"x',
  '"1.234,5"',
  '"1.234,"',
  '"1,234',
  '99999999999999',
  '100000000000000',
  '99999999999999999999',
  '9007199254740993',
  '-5',
  '-6',
  ' 5 ',
  '" 5"',
  '5 5',
  '5x',
  '--5',
  '5-',
  '100',
  '12345',
  '-2\u00275',
  '2\u0027',
  '2024-02-30',
  '2023-02-29',
  '1999-12-30',
  '1999-12-31',
  '2024-03-01',
  '2024-03-02',
  '0000-01-01',
  '2024-13-01',
  '2024-00-10',
  '2024-1-1',
  '2024/02/01',
  '2024/02-01',
  '2024-02/01',
  '12024-02-01',
  '+2024-02-01',
  ' 2024-02-29',
  '2024-02-29 ',
  '"2024-02-29"',
  '31.12.1999',
  '32.12.1999',
  '29.02.2023',
  '9.2.2024',
  '09.02.2024',
  '31.1.2024',
  '11.11.2011',
  '1.12.2020',
  '12.1.2020',
  '1.13.2020',
  '0.1.2020',
  '1.00.2020',
  '001.01.2020',
  '.1.2020',
  '1..2020',
  '1.1.202',
  '1.1.20201',
  '1.1.-2020',
  ' 1.1.2020 ',
  '"1.1.2020"',
  '9/9/99',
  '09/9/99',
  '9/31/99',
  '2/29/23',
  '2/29/24',
  '9/9/9',
  '9/9/1999',
  '12/12/12',
  '05. 5. 24',
  '31.12.2020',
  '2020/12/31',
  '31-12-2020',
  '30-2-2020',
  '20201231',
  '20200230',
  '12312020',
  '12/31/2020',
  '+20201231',
  '-2020-12-31',
  '31-12.2020',
  '2020-12.31',
  ' 20201231 ',
  '"20201231"',
  '05. 15. 24',
  '05.  5. 24',
  '05. 5. 24 ',
  'n-a',
  'n a',
  '- -',
  '--',
  '--N--U L-L',
  'a - b',
  'axxb',
  ' xx ',
  'é - é',
  'a-é b',
  '_',
  'x\u007f-',
  ' 01.02.2020 ',
  '"01.02.2020"',
  '05052020',
  '03042021',
  '13122020',
  '12312020',
  ' 05052020',
  'TRUE',
  'tRuE',
  'False',
  'truex',
  'tru',
  ' true',
  '"true"',
  'Ja',
  'JA',
  ' J ',
  'N',
  'Jx',
  'GOLD',
  'Gold',
  'A"B',
  'a""b',
  '"a""b"',
  '"A""B"',
  'X',
  'gol',
  'golden',
  'abcde',
  'abcdef',
  '\u00e9\u00e9\u00e9\u00e9\u00e9',
  '"a""""b"',
  '12',
  '42',
  'Ab',
  '123456',
  '18',
  '19',
  '00',
  '1\u00b2',
  'de89370400440532013000',
  'DE88370400440532013000',
  '"',
  'a\rb',
  '"a\nb"',
];

/** Comparisons of two fields, which hold for the valid cells. */
const comparisons = [
  { field: 'f4', operator: '<', other: 'f0' },
  { field: 'f0', operator: '!=', other: 'f1' },
  { field: 'f3', operator: '<=', other: 'f4' },
  { field: 'f10', operator: '>=', other: 'f8' },
  { field: 'f9', operator: '!=', other: 'f10' },
  { field: 'f11', operator: '<', other: 'f13' },
  { field: 'f13', operator: '>', other: 'f12' },
  { field: 'f16', operator: '<', other: 'f14' },
  { field: 'f15', operator: '!=', other: 'f14' },
];

/** A CSV spec with all of these fields. */
export const spec = {
  name: 'fuzz',
  format: 'CSV',
  nullValues: ['NULL', 'n/a', 'null"'],
  messageKey: ['f1', 'f8'],
  fields: columns.map(({ field }, i) => ({ name: `f${i}`, ...field })),
  correctionRules: columns.flatMap(({ corrections = [] }, i) =>
    corrections.map((correction, j) => ({ ruleId: `c${i}-${j}`, field: `f${i}`, ...correction })),
  ),
  validationRules: [
    ...columns.flatMap(({ rules = [] }, i) =>
      rules.map((rule, j) => ({ ruleId: `r${i}-${j}`, field: `f${i}`, ...rule })),
    ),
    ...comparisons.map((comparison, i) => ({
      ruleId: `c${i}`,
      ruleType: 'COMPARE',
      severity: 'WARNING',
      ...comparison,
    })),
  ],
};

/** Returns a record for each odd cell in each column, each followed by a valid one. */
export function rows(delimiter: string, order: readonly number[]): string[] {
  const lines: string[] = [];
  const goodOf = (column: number) => columns[column]?.good ?? '';
  const line = (cellOf: (column: number) => string) => order.map(cellOf).join(delimiter);
  for (let i = 0; i < columns.length; i++) {
    for (const cell of odd)
      lines.push(
        line((column) => (column === i ? cell : goodOf(column))),
        line(goodOf),
      );
  }
  return lines;
}

export const inOrder = columns.map((_, i) => i);
export const header = (order: readonly number[], delimiter: string) =>
  order.map((column) => `f${column}`).join(delimiter);

/** Creates a spec with the same fields and rules in another format. `placeOf` returns the location of field `n`. */
function specOf(format: string, changes: object, placeOf: (column: number) => object): Scenario['spec'] {
  const fields = spec.fields.map((field, i) => ({ ...field, ...placeOf(i) }));
  return JSON.parse(JSON.stringify({ ...spec, format, ...changes, fields })) as Scenario['spec'];
}

const WIDTH = 14;

/** A fixed-width spec with all of these fields and a gap of one column between them. */
export const fixedWidthSpec = specOf('FIXED_WIDTH', {}, (column) => ({
  start: 2 + column * (WIDTH + 1),
  length: WIDTH,
  align: column % 3 === 0 ? 'RIGHT' : 'LEFT',
}));

/** Returns a line for each odd cell in each column, each followed by a valid one. */
export function fixedWidthRows(): string[] {
  const pad = (text: string, column: number): string => {
    const cut = [...text.replace(/[\r\n]/gu, '')].slice(0, WIDTH);
    const padding = ' '.repeat(WIDTH - cut.length);
    return column % 3 === 0 ? padding + cut.join('') : cut.join('') + padding;
  };
  return columns.flatMap((_, i) =>
    odd.flatMap((cell) => {
      const line = (cellOf: (column: number) => string): string =>
        columns.map((_, column) => `-${pad(cellOf(column), column)}`).join('');
      const goodOf = (column: number): string => columns[column]?.good ?? '';
      return [line((column) => (column === i ? cell : goodOf(column))), line(goodOf)];
    }),
  );
}

const BEFORE: Readonly<Record<number, string>> = { 0: 'before', 1: 'needed' };

/** An XML spec with all of these fields: attributes, elements, and two located before the records. */
export const xmlSpec = specOf('XML', { recordPath: '/d/r' }, (column) => ({
  columnName: column in BEFORE ? `/d/${BEFORE[column]}` : column % 4 === 1 ? `@f${column}` : `f${column}`,
}));

/** Creates a document with these records after valid values. */
export function xmlDocument(records: readonly string[]): string {
  const before = Object.entries(BEFORE).map(
    ([column, name]) => `<${name}>${columns[Number(column)]?.good ?? ''}</${name}>`,
  );
  return `<d>${[...before, ...records].join('')}</d>`;
}

/**
 * Returns a record for each odd cell in each column, each followed by a valid one. Leaves out cells that end a
 * document.
 */
export function xmlRows(): string[] {
  const escape = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const goodOf = (column: number): string => escape(columns[column]?.good ?? '');
  const record = (cellOf: (column: number) => string): string => {
    const own = columns.map((_, column) => column).filter((column) => !(column in BEFORE));
    const attributes = own.filter((column) => column % 4 === 1).map((column) => ` f${column}="${cellOf(column)}"`);
    return `<r${attributes.join('')}>${own
      .filter((column) => column % 4 !== 1)
      .map((column) => `<f${column}>${cellOf(column)}</f${column}>`)
      .join('\n')}</r>\n`;
  };
  const before = (column: number, cell: string): string =>
    column in BEFORE ? `<${BEFORE[column]}>${cell}</${BEFORE[column]}>` : '';
  const cells = odd.filter((cell) => !/[\0-\u0008\u001f]/u.test(cell));
  return columns.flatMap((_, i) =>
    cells.flatMap((cell) => [
      `${before(i, escape(cell))}${record((column) => (column === i ? escape(cell) : goodOf(column)))}`,
      record(goodOf),
      before(i, goodOf(i)),
    ]),
  );
}

import type { Case } from './case.ts';

const of = (type: string, more = '') => `hasHeader: false\ndelimiter: ;\nfields: [{ name: a, type: ${type}${more} }]`;
/** Returns the expected lines of a record with one cell: its value, or undefined for TYPE_MISMATCH. */
function row(record: number, { at, cell, value }: { at: number; cell: string; value: unknown }): string[] {
  const member = value === undefined ? null : value;
  const outcome = value === undefined ? 'failed' : 'processed';
  const line = `${record} ${record}:${at} ${outcome} ${JSON.stringify({ a: member })}`;
  return value === undefined ? [line, `  FATAL TYPE_MISMATCH - a ${JSON.stringify(cell)}`] : [line];
}
/** Creates a case from the cells of one field, each with its expected value. */
function cells(name: string, spec: string, pairs: [string, unknown][]): Case {
  const starts = pairs.map((_, i) => pairs.slice(0, i).reduce((at, [cell]) => at + Buffer.byteLength(cell) + 1, 0));
  return {
    name,
    spec,
    file: pairs.map(([cell]) => `${cell}\n`).join(''),
    records: pairs.flatMap(([cell, value], i) => row(i + 1, { at: starts[i] ?? 0, cell, value })),
  };
}
const no = undefined;

export const typeCases: Case[] = [
  cells('STRING is the unchanged text', of('STRING'), [
    ['x ', 'x '],
    [' x', ' x'],
    ['null', 'null'],
    ['\u00a0x', '\u00a0x'],
  ]),
  cells('INTEGER', of('INTEGER'), [
    ['7', '7'],
    ['+7', '7'],
    ['-007', '-7'],
    ['-0', '-0'],
    ['000', '0'],
    [' \u00a042\t', '42'],
    ['1.0', no],
    ['1e3', no],
    ['--1', no],
    ['+', no],
    ['٣', no],
    ['1 000', no],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ]),
  cells('INTEGER with groups', of('INTEGER', ', groupSeparator: "."'), [
    ['1.234', '1234'],
    ['1234', '1234'],
    ['-12.345.678', '-12345678'],
    ['1234.567', no],
    ['1.23', no],
    ['.123', no],
    ['1..234', no],
    ['0.001', '1'],
    ['1.234.', no],
  ]),
  cells('DECIMAL', of('DECIMAL'), [
    ['1.10', '1.10'],
    ['+007.5', '7.5'],
    ['.5', '0.5'],
    ['-.50', '-0.50'],
    ['5.', no],
    ['.', no],
    ['-', no],
    ['00', '0'],
    ['-0.00', '-0.00'],
    ['1,5', no],
    ['1e5', no],
    ['1.2.3', no],
    [' 3 ', '3'],
    ['0x1', no],
    ['NaN', no],
  ]),
  cells('DECIMAL with comma and groups', of('DECIMAL', ', decimalSeparator: ",", groupSeparator: "."'), [
    ['1.234,50', '1234.50'],
    ['1234,5', '1234.5'],
    [',5', '0.5'],
    ['1.5', no],
    ['1,234.5', no],
    ['12.34,5', no],
    ['1.234', '1234'],
    ['5,', no],
  ]),
  cells('DECIMAL with blanks as groups', of('DECIMAL', ', groupSeparator: "\u00a0"'), [
    ['1\u00a0234.5', '1234.5'],
    ['\u00a0234.5\u00a0', '234.5'],
    ['1\u00a023', no],
  ]),
  cells('DECIMAL with scale', of('DECIMAL', ', scale: 2'), [
    ['5', '0.05'],
    ['0001234', '12.34'],
    ['-123', '-1.23'],
    ['+00', '0.00'],
    ['1.2', no],
    ['-', no],
  ]),
  cells('BOOLEAN', of('BOOLEAN'), [
    ['true', true],
    ['FALSE', false],
    [' True ', true],
    ['fal\u017fe', no],
    ['1', no],
    ['yes', no],
  ]),
  cells('BOOLEAN with custom words', of('BOOLEAN', ', trueValues: [J, ja]'), [
    ['J', true],
    ['ja', true],
    ['JA', no],
    ['true', no],
    ['False', false],
  ]),
  cells('BOOLEAN with both lists', of('BOOLEAN', ', trueValues: ["1"], falseValues: ["0", ""]'), [
    ['1', true],
    [' 0 ', false],
    ['false', no],
  ]),
  cells('DATE', of('DATE'), [
    ['2024-02-29', '2024-02-29'],
    [' 2024-02-29 ', '2024-02-29'],
    ['2023-02-29', no],
    ['2024-2-9', no],
    ['2024-13-01', no],
    ['+12024-01-01', '+12024-01-01'],
    ['12024-01-01', no],
    ['0000-01-01', '0000-01-01'],
  ]),
  cells('DATE dd/MM/yyyy', of('DATE', ', format: dd/MM/yyyy'), [
    ['31/01/2024', '31/01/2024'],
    ['31/02/2024', no],
    ['1/01/2024', no],
    ['01-01-2024', no],
  ]),
  cells('DATE d.M.yyyy', of('DATE', ', format: d.M.yyyy'), [
    ['1.2.2024', '1.2.2024'],
    ['01.02.2024', '01.02.2024'],
    ['0.1.2024', no],
    ['30.2.2024', no],
  ]),
  cells('DATE yyyyMMdd', of('DATE', ', format: yyyyMMdd'), [
    ['20240229', '20240229'],
    ['2024229', no],
    ['120240229', no],
  ]),
  cells('DATE MM/dd/yy', of('DATE', ', format: MM/dd/yy'), [
    ['02/29/24', '02/29/24'],
    ['02/29/23', no],
    ['02/29/2024', no],
  ]),
  cells('DATE dd MMM yyyy', of('DATE', ', format: dd MMM yyyy'), [
    ['29 Feb 2024', '29 Feb 2024'],
    ['29 fEB 2024', '29 fEB 2024'],
    ['01 June 2024', no],
    ['01 Mrz 2024', no],
  ]),
  cells('DATE with a time', of('DATE', `, format: "yyyy-MM-dd'T'HH:mm:ss"`), [
    ['2024-02-29T23:59:59', '2024-02-29T23:59:59'],
    ['2024-02-29T24:00:00', no],
    ['2024-02-29t23:59:59', no],
    ['2024-02-29', no],
  ]),
  cells('DATE with an optional part', of('DATE', ', format: "yyyy-MM-dd[ HH:mm[:ss]]"'), [
    ['2024-02-29', '2024-02-29'],
    ['2024-02-29 12:30', '2024-02-29 12:30'],
    ['2024-02-29 12:30:61', no],
    ['2024-02-29 12', no],
  ]),
  cells(
    'DATE by weekday, half of the day and day of the year',
    of('DATE', ', format: "[EEE d MMM yyyy hh:mm a][yyyy-DDD]"'),
    [
      ['Thu 29 Feb 2024 11:59 PM', 'Thu 29 Feb 2024 11:59 PM'],
      ['Fri 29 Feb 2024 11:59 PM', no],
      ['Thu 29 Feb 2024 13:00 PM', no],
      ['2024-366', '2024-366'],
      ['2023-366', no],
    ],
  ),
  {
    name: 'a blank text is null for all types except STRING',
    spec: 'hasHeader: false\nfields: [{ name: a, type: INTEGER }, { name: b, type: DATE }, { name: c, type: BOOLEAN }, { name: d, type: STRING }, { name: e, type: DECIMAL, required: true }]',
    file: ' ,\u3000, ,\t,"\n"',
    records: ['1 1:0 failed {"a":null,"b":null,"c":null,"d":"\\t","e":null}', '  FATAL REQUIRED required:e e null'],
  },
  {
    name: 'nullValues replace the default list and are compared exactly',
    spec: 'hasHeader: false\nnullValues: [NULL, "-"]\nfields: [{ name: a, type: STRING }, { name: b, type: INTEGER }]',
    file: 'NULL,-\nnull, -\n"",""',
    records: [
      '1 1:0 processed {"a":null,"b":null}',
      '2 2:7 failed {"a":"null","b":null}',
      '  FATAL TYPE_MISMATCH - b " -"',
      '3 3:15 processed {"a":null,"b":null}',
    ],
  },
  {
    name: 'a type mismatch stops the checks of its field, and its severity is configurable',
    spec: 'hasHeader: false\nonTypeMismatch: FATAL\nfields: [{ name: a, type: INTEGER, required: true }]\nvalidationRules: [{ ruleId: r, field: a, ruleType: REQUIRED }]',
    file: 'x\n',
    records: ['1 1:0 failed {"a":null}', '  FATAL TYPE_MISMATCH - a "x"'],
    end: 'FAILED other=0 corrected=0',
  },
  {
    name: 'numbers and texts in the message',
    spec: 'hasHeader: false\nfields: [{ name: i, type: INTEGER }, { name: d, type: DECIMAL }, { name: "b\\"", type: BOOLEAN }, { name: __proto__, type: STRING }]',
    file: '0009007199254740993,1.10,TRUE,"\u2028""\\\u007f"\n-0,,,',
    records: [
      '1 1:0 processed {"i":"9007199254740993","d":"1.10","b\\"":true,"__proto__":"\u2028\\"\\\\\u007f"}',
      '2 2:40 processed {"i":"-0","d":null,"b\\"":null,"__proto__":null}',
    ],
    messages: [
      '{"i":9007199254740993,"d":1.10,"b\\"":true,"__proto__":"\u2028\\"\\\\\u007f"}',
      '{"i":-0,"d":null,"b\\"":null,"__proto__":null}',
    ],
  },
  {
    name: 'numbers as strings',
    spec: 'hasHeader: false\nnumbersAs: STRING\nfields: [{ name: "1", type: INTEGER }, { name: "0", type: DECIMAL }]',
    file: '07,.5',
    records: ['1 1:0 processed {"1":"7","0":"0.5"}'],
    messages: ['{"1":"7","0":"0.5"}'],
  },
  {
    name: 'a key of one field',
    spec: 'hasHeader: false\nmessageKey: [a]\nfields: [{ name: a, type: INTEGER }]',
    file: '07\n" "\n',
    records: ['1 1:0 processed {"a":"7"}', '2 2:3 processed {"a":null}'],
    keys: ['7', null],
  },
  {
    name: 'a key of several fields',
    spec: 'hasHeader: false\nmessageKey: [b, a]\nfields: [{ name: a, type: INTEGER }, { name: b, type: BOOLEAN }]',
    file: '07,TRUE\n,true\n',
    records: ['1 1:0 processed {"a":"7","b":true}', '2 2:8 processed {"a":null,"b":true}'],
    keys: ['["true","7"]', null],
  },
];

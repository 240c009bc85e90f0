// Lines of fixed width without blanks between their columns: counters, signs, zoned numbers, dates, positions in bytes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, lines } from './draft-spec.ts';

interface Borders {
  readonly title: string;
  readonly lines: readonly string[];
  /** The fields in short form: position, length, type, sign. */
  readonly fields: readonly string[];
}

const FILES: readonly Borders[] = [
  {
    title: 'a code that counts lines before a zoned number',
    lines: ['B01000012E0007+', 'B02000034N0008-', 'B03000000{0009+', 'B04000010}0010 '],
    fields: ['1-3 STRING', '4-7 INTEGER OVERPUNCH', '11-5 INTEGER TRAILING'],
  },
  {
    title: 'a number that counts lines, a signed number and a date',
    lines: ['01000012345-20240131', '02000000100 20240201', '03000009999 20240301'],
    fields: ['1-2 STRING', '3-10 INTEGER TRAILING', '13-8 DATE'],
  },
  {
    title: 'a date before a signed number, on the first of each month',
    lines: ['20240101000012345-', '20240201000000100 ', '20240301000009999 '],
    fields: ['1-8 DATE', '9-10 INTEGER TRAILING'],
  },
  {
    title: 'two numbers with signs after them',
    lines: ['0000123-000100 EUR', '0000200 000050-USD', '0009999 009999 EUR'],
    fields: ['1-8 INTEGER TRAILING', '9-7 INTEGER TRAILING', '16-3 STRING'],
  },
  {
    title: 'two numbers with signs before them',
    lines: ['-0000123 0000100', ' 0000200-0000050', ' 0009999 0009999', '-0000777 0000888'],
    fields: ['1-8 INTEGER', '9-8 INTEGER'],
  },
  {
    title: 'zoned numbers without a sign after the last one',
    lines: ['00012{00001A', '00034}00002J', '00056{00003{', '00078N00004}'],
    fields: ['1-6 INTEGER OVERPUNCH', '7-6 INTEGER OVERPUNCH'],
  },
  {
    title: 'positions in bytes',
    lines: ['01Zoé   2024-01-05', '02Adam   2024-02-15', '03Jürgen2024-03-25', '04Åsa   2024-04-05'],
    fields: ['1-2 STRING', '3-7 STRING', '10-10 DATE'],
  },
  {
    title: 'positions in bytes of characters with three',
    lines: ['17 €uro     12.50', '35 Bolt        3.75', '41 Größe    11.00'],
    fields: ['1-3 INTEGER', '4-7 STRING', '11-9 DECIMAL'],
  },
];

for (const { title, lines: texts, fields } of FILES)
  test(title, async () => {
    const { spec, verdict, rating } = await draftSpec(lines(...texts));
    const found = spec.fields.map(
      ({ start, length, type, ...keys }) =>
        `${start}-${length} ${type}${'sign' in keys ? ` ${String(keys.sign)}` : ''}`,
    );
    assert.equal(found, [...fields]);
    assert.is(rating.accepted, rating.records);
    assert.is(verdict.undecided.filter((one) => !/hardly show/.test(one)).join(), '');
    assert.is(spec.positions, title.startsWith('positions') ? 'BYTES' : undefined);
  });

test('a sign between two numbers that may belong to each is undecided', async () => {
  for (const texts of [
    ['000012345 000000100 EUR  x', '000000100-000000050 USD  y', '000009999 000009999 EUR  z'],
    ['000012345 000000100', '000000100-000000050', '000009999 000009999', '000007777 000009999'],
    ['AB  0123 0100  x', 'CD  0100-0050  y', 'EF  9999+9999  z'],
  ]) {
    const { verdict } = await draftSpec(lines(...texts));
    assert.match(verdict.undecided.join(), /both sides of a sign or a blank|one length, but no columns/, texts[0]);
  }
});

test.run();

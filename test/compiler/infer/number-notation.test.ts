import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { gatherValues } from '../../../compiler/tools/infer/column/values.ts';
import { draftSpec } from './draft-spec.ts';
import { inferType } from '../../../compiler/tools/infer/column/type.ts';

const keysOf = (cells: readonly string[]) => inferType(gatherValues(cells, { nulls: new Set(), tolerance: 0 })).keys;

test('numbers as they are sent: the keys that read them', () => {
  const cases: [string[], object][] = [
    [['5.00-', '2,000.00', '12.50'], { type: 'DECIMAL', groupSeparator: ',', sign: 'TRAILING' }],
    [['5,00-', '-7,25', '8,00'], { type: 'DECIMAL', decimalSeparator: ',', sign: 'EITHER' }],
    [['(5.00)', '1,250.00', '7.10'], { type: 'DECIMAL', groupSeparator: ',', sign: 'PARENTHESES' }],
    [['-3.3e-05', '51.68', '9E+06'], { type: 'DECIMAL', exponent: true }],
    [['5e3', '7', '12E+2'], { type: 'INTEGER', exponent: true }],
    [["1'850.00", '1’234’567.89', '-4.50'], { type: 'DECIMAL', groupSeparator: 'APOSTROPHE' }],
    [['1\u00a0234,56', '3 210,00', '-2,40'], { type: 'DECIMAL', decimalSeparator: ',', groupSeparator: 'SPACE' }],
    [['12,34,567.50', '1,00,000.00', '500.00'], { type: 'DECIMAL', groupSeparator: ',', grouping: 'INDIAN' }],
    [['€ 12,50', '7,00 €', '-3,10 €'], { type: 'DECIMAL', decimalSeparator: ',', affixes: ['€'] }],
    [['12.5%', '7.25%', '100%'], { type: 'DECIMAL', affixes: ['%'] }],
    [['EUR 5', 'CHF 7', 'EUR 12'], { type: 'INTEGER', affixes: ['CHF', 'EUR'] }],
    [['-$5.00', '$7.10', '$1,000.00'], { type: 'DECIMAL', groupSeparator: ',', affixes: ['$'] }],
  ];
  for (const [cells, keys] of cases) assert.equal(keysOf(cells), keys, cells.join(' | '));
});

test('codes, scores, phone numbers and words beside digits are texts', () => {
  const columns = [
    ['SKU123', 'SKU456', 'SKU789'],
    ['INV-001', 'INV-002'],
    ['A12', 'B7', 'C99'],
    ['+49 30 1234567', '+49 40 7654321'],
    ['12 Main St', '7 High St'],
    ['1-2', '3-4'],
    ['10/2', '7/1'],
    ['no 5', 'no 7'],
    ['12 kg', '7 kg'],
  ];
  for (const cells of columns) assert.equal(keysOf(cells), { type: 'STRING' }, cells.join(' | '));
});

test('leading zeros and exponents without a sign or decimals are codes', () => {
  const columns = [
    ['004', '00E7', '113'],
    ['472E81', '9E4', '12'],
    ['00 417', '12 305', '98 001'],
    ['0031 EUR', '0450 EUR'],
    ["00'417", "12'305"],
    ['040 221 907', '089 114 556'],
    ['0007E+3', '12E+1'],
    ['00042220260926000007-EUR', '00042320260927000008-EUR'],
  ];
  for (const cells of columns) assert.equal(keysOf(cells), { type: 'STRING' }, cells.join(' | '));
  const amount = (cells: readonly string[]) =>
    inferType(gatherValues(cells, { nulls: new Set(), tolerance: 0 }), 'amount').keys;
  assert.equal(amount(['0031 EUR', '0450 EUR']), { type: 'INTEGER', affixes: ['EUR'] });
  assert.equal(keysOf(['0031.50 EUR', '0450.00 EUR']), { type: 'DECIMAL', affixes: ['EUR'] });
  assert.equal(keysOf(['0000417-', '0012305']), { type: 'INTEGER', sign: 'TRAILING' });
  assert.equal(keysOf(['4.725E1', '9E4']), { type: 'DECIMAL', exponent: true });
});

test('times of day and instants have their types', () => {
  assert.equal(keysOf(['09:30', '23:59', '00:00']), { type: 'TIME' });
  assert.equal(keysOf(['09:30:05', '24:00:00', '00:00:00']), { type: 'TIME', endOfDay: true });
  assert.equal(keysOf(['9:05 AM', '11:30 PM']), { type: 'TIME', format: 'h:mm a' });
  assert.equal(keysOf(['2025-03-14T23:30:00-05:00', '2025-03-14T23:30:00Z']), { type: 'TIMESTAMP' });
  assert.equal(keysOf(['24:05:00', '25:35:00', '23:58:00']), { type: 'STRING' });
});

test('years of two digits get a century with a comment', async () => {
  const draft = async (rows: readonly string[]) => (await draftSpec(`${['name;born', ...rows].join('\n')}\n`)).yaml;
  const converted = await draft(['A;16-07-68', 'B;23-10-64', 'C;01-01-01']);
  assert.match(converted, /sourceFormat: dd-MM-yy, .*centuryStart: 1950 \}\s+# .*check centuryStart/);
  const timed = await draft(['A;16.07.68 10:00', 'B;23.10.64 11:30', 'C;01.01.01 12:00']);
  assert.match(timed, /type: DATE, format: "dd\.MM\.yy HH:mm", centuryStart: 1950/);
  assert.not.match(await draft(['A;16-07-1968', 'B;23-10-1964', 'C;01-01-2001']), /centuryStart/);
});

test('day numbers of Excel are dates where the header says so', async () => {
  const draft = async (header: string, cells: readonly string[]) =>
    (await draftSpec(`${[`name;${header}`, ...cells.map((cell) => `A;${cell}`)].join('\n')}\n`)).yaml;
  const cells = ['45581', '45582', '44927'];
  for (const header of ['date', 'Buchungsdatum', 'valueDate', 'Date of order'])
    assert.match(await draft(header, cells), /sourceFormat: SERIAL/, header);
  for (const header of ['candidate', 'amount', 'mandate no', 'update'])
    assert.not.match(await draft(header, cells), /SERIAL/, header);
  assert.match(await draft('date', cells), /type: DATE, required: true \}\s+# day numbers of Excel, or numbers/);
  for (const other of ['12', '2024', '99999', '45581.5', '045581'])
    assert.not.match(await draft('date', [...cells, other]), /SERIAL/, other);
});

test.run();

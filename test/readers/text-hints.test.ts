// The message of TYPE_MISMATCH says what the form of a date or a number suggests.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../support/load-module.ts';
import { transform } from './parity/run-module.ts';

const text = `name: hints
format: CSV
delimiter: ";"
fields:
  - { name: day, type: DATE, format: "d MMM yyyy" }
  - { name: point, type: DECIMAL, groupSeparator: "," }
  - { name: comma, type: DECIMAL, groupSeparator: ".", decimalSeparator: "," }
  - { name: secret, type: DATE, format: "d MMMM yyyy", sensitive: true }
  - { name: moment, type: DATE, format: "yyyy-MM-dd HH:mm" }
  - { name: clock, type: TIME, format: "h:mm a" }
`;
const module = await loadModule({ path: 'hints.yaml', text, syntax: 'yaml' });

/** Returns what the message about a value adds to the form that was expected, or null if the value is read. */
function hintOf(column: number, value: string): string | null {
  const cells = ['', '', '', '', '', ''].with(column, value).join(';');
  const bytes = new TextEncoder().encode(`day;point;comma;secret;moment;clock\n${cells}\n`);
  const [issue] = transform(module, [bytes], {}).flatMap(({ recordIssues }) => recordIssues)[0]?.issues ?? [];
  return issue === undefined ? null : issue.message.slice(`${issue.message.split(';')[0]}`.length);
}

test('a month in another language is named', () => {
  for (const month of ['März', 'Mai', 'mai', 'Okt', 'Dez', 'août', 'févr', 'enero', 'maggio', 'outubro', 'Juni', 'MÄR'])
    assert.is(
      hintOf(0, `3 ${month} 2024`),
      `; ${JSON.stringify(month)} is no English name of a month: those of other languages need locale`,
    );
  assert.match(hintOf(0, '3.Juin.2024') ?? '', 'Juin');
});

test('months with letters that no English name has are named', () => {
  for (const month of ['déc', 'DÉC', 'fév', 'мая', 'Σεπ', 'ağu', 'říj', 'paź', 'lút', 'août'])
    assert.match(hintOf(0, `28 ${month}. 2023`) ?? '', 'no English name of a month', month);
});

test('a time of 24:00 is named', () => {
  for (const time of ['24:00', '24:00:00', 'T24:00', 'T24:00:00Z', '24:00:00.000', 'T24:00+01:00'])
    assert.match(hintOf(4, `2024-03-05${time.startsWith('T') ? '' : ' '}${time}`) ?? '', 'endOfDay: true', time);
  assert.match(hintOf(5, '24:00') ?? '', 'endOfDay: true');
  for (const time of ['24:01', '25:00', '12:24:00', '24-00'])
    assert.not.match(hintOf(4, `2024-03-05 ${time}`) ?? '', 'endOfDay', time);
});

test('AM and PM that are not in capitals are named', () => {
  for (const half of ['pm', 'am', 'Pm', 'aM', ' pm'])
    assert.match(hintOf(5, `9:05${half}`) ?? '', 'must be in capitals, which the correction UPPER_CASE writes', half);
  for (const half of ['p.m.', 'A.M.', 'a. m.', ' p.m.'])
    assert.match(hintOf(5, `9:05${half}`) ?? '', 'must be AM or PM, which the correction REGEX_REPLACE', half);
  for (const value of ['9:05 AM', '9:05 xm', '9:05 mp', 'pm 9:05']) assert.not.match(hintOf(5, value) ?? '', 'must be');
});

test('blanks and apostrophes between digits are named, with the key that reads them', () => {
  for (const blank of ['\u00a0', '\u2009', '\u202f'])
    for (const value of [`1${blank}234.5`, `-12${blank}345${blank}678`])
      assert.match(hintOf(1, value) ?? '', /U\+.{4} \([a-z- ]+\), which groupSeparator: SPACE reads/, value);
  assert.match(hintOf(1, '1\u2019234.5') ?? '', ', which groupSeparator: APOSTROPHE reads');
  for (const value of ['1\u00a0x', '\u00a01\u200b2', 'x\u00a0y', '1\u2019'])
    assert.not.match(hintOf(1, value) ?? '', 'groupSeparator', value);
});

test('an English month, or another word, is not named', () => {
  assert.is(hintOf(0, '3 May 2024'), null);
  for (const value of ['3 May 24', '33 Dec 2024', '3 Foo 2024', 'Mai', '2024-03-05', 'set 5', '3 Maiden 2024'])
    assert.is(hintOf(0, value), '', value);
});

test('digits in other groups than of three are named', () => {
  for (const value of ['1,23,456.00', '12,34,567', '-1,00,000', '+9,99,99,999.5'])
    assert.is(
      hintOf(1, value),
      '; its digits are in groups of two before the last three, which grouping: INDIAN reads',
      value,
    );
  for (const value of ['12,34.5', '1,2,3.00', '1234,567.8', '1,2345.0'])
    assert.is(hintOf(1, value), '; its digits are not in groups of three', value);
  for (const value of ['12.34,5', '-1.2,3'])
    assert.is(hintOf(2, value), '; its digits are not in groups of three', value);
});

test('other notations of a number are named, with the key that reads them', () => {
  for (const [value, key] of [
    ['-3.3e-05', 'exponent: true'],
    ['1E+06', 'exponent: true'],
    ['5.00-', 'sign: TRAILING'],
    ["1'200.00-", 'sign: TRAILING'],
    ['(5.00)', 'sign: PARENTHESES'],
    ['000001234E', 'sign: OVERPUNCH'],
    ['0000010}', 'sign: OVERPUNCH'],
    ['12.50 EUR', 'affixes'],
    ['€12.50', 'affixes'],
    ['-$ 5', 'affixes'],
    ['7 %', 'affixes'],
    ['\u0000\u0012\u0094*', 'COMP-3'],
    ['\u0000\u0000\u000c', 'COMP-3'],
  ] as const)
    assert.ok(hintOf(1, value)?.includes(key), `${value}: ${hintOf(1, value)}`);
  assert.match(hintOf(0, '45581') ?? '', 'sourceFormat: SERIAL');
  assert.match(hintOf(0, '45581.5') ?? '', 'sourceFormat: SERIAL');
  for (const value of ['12E', 'E5', '1e', '5-5', '12 apples', '(5', '\u0000', '\u0000\u0000', 'x\ty', '99999'])
    assert.not.match(hintOf(0, value) ?? '', /reads|COMP/, value);
});

test('a number in groups of three, or without groups, is not named', () => {
  assert.is(hintOf(1, '1,234.5'), null);
  for (const value of ['1,5', '1.234,5', 'x', '1 234.5', '1,234.5.6', 'about 12'])
    assert.is(hintOf(1, value), '', value);
});

test('the message about a sensitive value has nothing of its form', () => {
  assert.is(hintOf(3, '3 März 2024'), '');
});

test.run();

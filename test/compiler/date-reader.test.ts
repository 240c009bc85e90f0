import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dayOfText } from '../../compiler/emitting/dates/plan/text.ts';
import { parseIsoDate, type DateParts } from '../../compiler/kernel/values/dates/calendar.ts';
import { compileDate } from './date-compiled.ts';

/**
 * Results of OpenJDK 17 with ResolverStyle.STRICT, y read as u: date, time and offset in seconds, depending on the
 * pattern. null: rejected.
 */
const vectors: readonly (readonly [pattern: string, text: string, answer: string | null])[] = [
  ['yyyy-MM-dd', '-0000-01-01', null],
  ['yyyy-MM-dd', '+0000000000000002024-01-01', '2024-01-01'],
  ['yyyy-MM-dd', '+00000000000000002024-01-01', null],
  ['yyyyMMdd', '20240229', '2024-02-29'],
  ['yyyyMMdd', '120240101', null],
  ['yyyyMMdd', '2024022', null],
  ['yyy-MM-dd', '024-01-01', '0024-01-01'],
  ['yyy-MM-dd', '24-01-01', null],
  ['y-M-d', '0000000000000000024-1-1', '0024-01-01'],
  ['y-M-d', '00000000000000000024-1-1', null],
  ['y-M-d', '1000000000-1-1', null],
  ['d/M/yyyy', '-0/1/2024', null],
  ['d/M/yyyy', '/1/2024', null],
  ['d/M/yyyy', '0000000000000000001/1/2024', '2024-01-01'],
  ['d/M/yyyy', '00000000000000000001/1/2024', null],
  ['yy-MM-dd', '+24-01-01', null],
  ['yy-MM-dd', '24-02-29', '2024-02-29'],
  ['yyMMdd', '000229', '2000-02-29'],
  ['yMMdd', '50229', null],
  ['yMMdd', '40229', '0004-02-29'],
  ['yyyyDDD', '2024060', '2024-02-29'],
  ['yyyy-DDD', '2023-366', null],
  ['yyyy-D', '2023-001', '2023-01-01'],
  ['yyyy-DD', '2024-6', null],
  ['yyyy-DD', '2024-06', '2024-01-06'],
  ['yyyy-DD', '2024-060', '2024-02-29'],
  ['yyyy-DD', '2024-0060', null],
  ['MMM d, yyyy', 'Sep 5, 2024', '2024-09-05'],
  ['MMM d, yyyy', 'Sept 5, 2024', null],
  ['EE d MMM yy', 'Thu 29 Feb 24', '2024-02-29'],
  ['EEEE, d MMMM yyyy', 'Thursday, 29 February 2024', '2024-02-29'],
  ['EEEE, d MMMM yyyy', 'Friday, 29 February 2024', null],
  ['EEEE, d MMMM yyyy', 'Thu, 29 February 2024', null],
  ['[EEE, ]d MMM yyyy', '29 Feb 2024', '2024-02-29'],
  ['[EEE, ]d MMM yyyy', 'Thu, 29 Feb 2024', '2024-02-29'],
  ['[EEE, ]d MMM yyyy', 'Fri, 29 Feb 2024', null],
  ["yyyy-MM-dd 'a''b'", "2024-02-29 a'b", '2024-02-29'],
  ['yyyy-MM-dd HH', '2024-02-29 09', '2024-02-29 9:0:0.0'],
  ['yyyy-MM-dd HH', '2024-02-29 24', null],
  ['yyyy-MM-dd HH ss', '2024-02-29 09 59', '2024-02-29 9:none:59.none'],
  ['yyyy-MM-dd HH:mm.SSS', '2024-02-29 12:11.345', '2024-02-29 12:11:none.345000000'],
  ['yyyy-MM-dd HH a', '2024-01-01 13 AM', null],
  ['yyyy-MM-dd HH a', '2024-01-01 13 PM', '2024-01-01 13:0:0.0'],
  ['yyyy-MM-dd hh a', '2024-02-29 12 AM', '2024-02-29 0:0:0.0'],
  ['yyyy-MM-dd h:mm a', '2024-02-29 012:30 PM', '2024-02-29 12:30:0.0'],
  ['yyyy-MM-dd h:mm a', '2024-02-29 0:30 PM', null],
  ['yyyy-MM-dd h:mm a', '2024-02-29 1:30 P', null],
  ['yyyyMMdd a', '20240229 PM', '2024-02-29'],
  ['yyyyMMdd a', '20240229 XM', null],
  ['yyyy-MM-dd[ HH:mm[:ss]]', '2024-02-29 12:34:56', '2024-02-29 12:34:56.0'],
  ['yyyy-MM-dd[ HH:mm[:ss]]', '2024-02-29 12:34', '2024-02-29 12:34:0.0'],
  ['yyyy-MM-dd[ HH:mm[:ss]]', '2024-02-29 12:34:61', null],
  ['yyyy-MM-dd[ HH:mm[:ss]]', '2024-02-29 12:34:', null],
  ['yyyy-MM-dd[ HH:mm][ HH:mm:ss]', '2024-01-01 10:11:12', null],
  ['yyyy-MM-dd[ HH:mm][ HH:mm]', '2024-01-01 10:11 10:11', '2024-01-01 10:11:0.0'],
  ['yyyy-MM-dd[ HH:mm][ HH:mm]', '2024-01-01 10:11 10:12', null],
  ['yyyy-MM-dd[ h:mm a]', '2024-01-01 13:11 AM', null],
  ['yyyy-MM-dd[ h:mm a]', '2024-01-01 1:11 AM', '2024-01-01 1:11:0.0'],
  ['HH:mm:ss[.SSSSSS][.SSS] dd.MM.yyyy', '01:02:03.789 29.02.2024', '2024-02-29 1:2:3.789000000'],
  ["yyyy-MM-dd'T'HH:mm:ss[XXX][X]", '2024-02-29T12:34:56+01:00', '2024-02-29 12:34:56.0 3600'],
  ["yyyy-MM-dd'T'HH:mm:ss[XXX][X]", '2024-02-29T12:34:56+0100', '2024-02-29 12:34:56.0 3600'],
  ["yyyy-MM-dd'T'HH:mm:ss[XXX][X]", '2024-02-29T12:34:56ZZ', '2024-02-29 12:34:56.0 0'],
  ["yyyy-MM-dd'T'HH:mm:ss[XXX][X]", '2024-02-29T12:34:56', '2024-02-29 12:34:56.0'],
  ['yyyy-MM-ddX', '2024-02-29+18', '2024-02-29 64800'],
  ['yyyy-MM-ddX', '2024-02-29+19', null],
  ['yyyy-MM-ddX', '2024-02-29-0130', '2024-02-29 -5400'],
  ['yyyy-MM-ddX', '2024-02-29+013', null],
  ['yyyy-MM-ddX', '2024-02-29-00', '2024-02-29 0'],
  ['yyyy-MM-ddXX', '2024-02-29+01', null],
  ['yyyy-MM-dd XXX', '2024-02-29 +18:01', null],
  ['yyyy-MM-dd XXX', '2024-02-29 +01:60', null],
  ['yyyy-MM-dd XXX', '2024-02-29 z', null],
  ['yyyy-MM-dd XXXX', '2024-02-29 +010203', '2024-02-29 3723'],
  ['yyyy-MM-dd XXXXX', '2024-02-29 +01:02:03', '2024-02-29 3723'],
  ['yyyy-MM-dd ZZZZZ', '2024-02-29 Z', '2024-02-29 0'],
  ['yyyy-MM-dd Z', '2024-02-29 -0000', '2024-02-29 0'],
  ['yyyy-MM-dd Z', '2024-02-29 Z', null],
  ['X yyMMdd', '+0130 240229', '2024-02-29 5400'],
  // Accepting names in any case is deliberate: Java rejects these three.
  ['dd MMMM yyyy', '29 fEBRUARY 2024', '2024-02-29'],
  ['EEE dd MMM yyyy', 'THU 29 feb 2024', '2024-02-29'],
  ['EEEE dd MMM yyyy', 'thursday 29 FEB 2024', '2024-02-29'],
  // An impossible time is rejected even where Java does not check it: here no minute connects hour and second.
  ['yyyy-MM-dd HH ss', '2024-02-29 25 59', null],
];

for (const [pattern, text, answer] of vectors) {
  test(`${pattern} reads ${JSON.stringify(text)} as ${answer}`, () => {
    const { dayOf, partsOf, layout } = compileDate(pattern);
    const parts = partsOf(text);
    assert.is(parts === null ? null : formatParts(parts), answer);
    const day = answer === null ? 'none' : parseIsoDate(answer.slice(0, 10));
    assert.is(shown(dayOf(text)), String(day));
    assert.is(shown(dayOfText(layout, text)), String(day));
  });
}

test('texts that match no pattern: surrounding blanks, signs, other digits, truncated and longer texts', () => {
  const good: Readonly<Record<string, string>> = {
    'yyyy-MM-dd': '2024-02-29',
    'dd/MM/yyyy': '29/02/2024',
    yyyyMMdd: '20240229',
    ddMMyy: '290224',
    'd.M.yy': '9.2.24',
    'd MMMM yyyy': '9 June 2024',
    'yyyy-MM-dd[ HH:mm]': '2024-02-29 12:34',
    "yyyy-MM-dd'T'HH:mm:ss.SSSXXX": '2024-02-29T12:34:56.789+01:00',
    'h:mm a dd/MM/yyyy': '1:05 PM 29/02/2024',
  };
  for (const [pattern, text] of Object.entries(good)) {
    const { dayOf, partsOf, layout } = compileDate(pattern);
    assert.not.ok(Number.isNaN(dayOf(text)), `${pattern} accepts ${text}`);
    const bad = [
      '',
      ' ',
      `${text} `,
      ` ${text}`,
      `${text}\n`,
      `\ufeff${text}`,
      `${text}\u0000`,
      `-${text}x`,
      text.replace(/[0-9]/, '٢'),
      text.replace(/[0-9]/, '２'),
      text.replaceAll(/[0-9]/g, ''),
      text.replaceAll(/[0-9]/g, 'x'),
      `${text}${text}`,
      text.slice(0, 4),
      text.slice(1),
      '9'.repeat(400),
      '-'.repeat(40),
      'NaN',
      'Infinity',
      '1e3',
    ];
    for (const wrong of bad) {
      assert.ok(Number.isNaN(dayOf(wrong)), `${pattern} rejects ${JSON.stringify(wrong)}`);
      assert.is(partsOf(wrong), null);
      assert.ok(Number.isNaN(dayOfText(layout, wrong)));
    }
  }
});

test('the emitted functions equal the reviewed ones', () => {
  const { source } = compileDate('dd/MM/yyyy');
  assert.is(
    source,
    `/** Parses dd/MM/yyyy, for example 31/12/2024. Returns days since 1970-01-01, or NaN for any other text. */
function readDay(text: string): number {
  if (text[2] !== '/' || text[5] !== '/') return NaN;
  const day = parseTwoDigits(text, 0);
  const month = parseTwoDigits(text, 3);
  const year = parseYear(text, 6, text.length);
  return toEpochDay(year, month, day);
}
/** Parses dd/MM/yyyy, for example 31/12/2024. Returns null for any other text. */
function readParts(text: string): DateParts | null {
  if (text[2] !== '/' || text[5] !== '/') return null;
  const day = parseTwoDigits(text, 0);
  const month = parseTwoDigits(text, 3);
  const year = parseYear(text, 6, text.length);
  const epochDay = toEpochDay(year, month, day);
  if (Number.isNaN(epochDay)) return null;
  return { year, month, day, hour: NaN, minute: NaN, second: NaN, nano: NaN, offset: NaN };
}
/** Formats a date as dd/MM/yyyy, for example 31/12/2024. */
function writeText(parts: DateParts): string {
  return padNumber(parts.day, 2) + '/' + padNumber(parts.month, 2) + '/' + formatYear(parts.year, 4);
}`,
  );
});

test('hostile literals remain literals, in code and in comments', () => {
  const hostile = "yyyy-MM-dd'*/ } ${alert(1)} `\\ \u2028 \" </script> \u202e'";
  const { dayOf, textOf, partsOf, source } = compileDate(hostile);
  const text = '2024-02-29*/ } ${alert(1)} `\\ \u2028 " </script> \u202e';
  assert.is(dayOf(text), parseIsoDate('2024-02-29'));
  const parts = partsOf(text);
  assert.is(parts === null ? '' : textOf(parts), text);
  assert.is(source.split('*/').length - 1, 3 + 3, 'three comments end, and three literals contain the two characters');
  assert.not.match(source, /[\u2028\u202e]/);
});

function formatParts({ year, month, day, hour, minute, second, nano, offset }: DateParts): string {
  const date = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
  const time = Number.isNaN(hour) ? '' : ` ${shown(hour)}:${shown(minute)}:${shown(second)}.${shown(nano)}`;
  return `${date}${time}${Number.isNaN(offset) ? '' : ` ${offset}`}`;
}

function shown(number: number): string {
  return Number.isNaN(number) ? 'none' : String(number);
}

test.run();

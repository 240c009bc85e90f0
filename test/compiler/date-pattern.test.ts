import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exampleOf } from '../../compiler/emitting/dates/plan/example.ts';
import { findDefinedFields, missingParts } from '../../compiler/emitting/dates/plan/fields.ts';
import { isIso, type DateLayout } from '../../compiler/emitting/dates/plan/layout.ts';
import { planDatePattern } from '../../compiler/emitting/dates/plan/pattern.ts';

function layoutOf(pattern: string): DateLayout {
  const planned = planDatePattern(pattern);
  if (planned.kind === 'invalid') throw new Error(`${pattern}: ${planned.reason}`);
  return planned.layout;
}

const wrongPatterns: readonly (readonly [pattern: string, code: string, offset: number, inHint?: string])[] = [
  ['', 'date_pattern_empty', 0, 'yyyy-MM-dd'],
  [`yyyy-MM-dd${' '.repeat(91)}`, 'date_pattern_too_long', 100],
  ["yyyy-MM-dd'T", 'date_quote_unclosed', 10, "''"],
  ["yyyy-MM-dd''x'", 'date_quote_unclosed', 13],
  ["yyyy'", 'date_quote_unclosed', 4],
  ['yyyy-MM-dd[ HH:mm', 'date_bracket_unclosed', 10, "'['"],
  ['yyyy-MM-dd[ HH[:mm]', 'date_bracket_unclosed', 10],
  ['yyyy-MM-dd]', 'date_bracket_unopened', 10, "']'"],
  ['yyyy-MM-dd #', 'date_character_reserved', 11, "'#'"],
  ['{yyyy-MM-dd', 'date_character_reserved', 0],
  ['YYYY-MM-dd', 'date_week_year', 0, 'did you mean yyyy?'],
  ['dd/MM/YY', 'date_week_year', 6, 'did you mean yy?'],
  ['yyyy-mm-dd', 'date_minute_for_month', 5, 'did you mean MM?'],
  ['d/m/yyyy', 'date_minute_for_month', 2, 'did you mean M?'],
  ['dd/mm/yyyy HH:mm', 'date_minute_for_month', 3],
  ['dd/mm/yyyy HH:MM', 'date_minute_for_month', 3],
  ['yyyy-mm-dd hh:mm a', 'date_minute_for_month', 5],
  ['yyyy-DD-mm', 'date_minute_for_month', 8],
  ['yyyy-MM-DD', 'date_day_of_year_mixed', 8, 'dd'],
  ['yyyy-DDD-dd', 'date_day_of_year_mixed', 5, 'MM'],
  ['yyyy-MM-ddTHH:mm', 'date_letter_unknown', 10, "'T'"],
  ['yyyy-MM-dd VV', 'date_letter_unknown', 11, 'XXX'],
  ['yyyy-MM-dd G', 'date_letter_unknown', 11],
  ['dd/MM/yyyy kk:mm', 'date_letter_unknown', 11, 'H'],
  ['yyyy-MM-ddd', 'date_letter_count', 8, 'dd'],
  ['yyyy-MMMMM-dd', 'date_letter_count', 5, 'MMM'],
  ['EEEEE yyyy-MM-dd', 'date_letter_count', 0],
  ['yyyy-MM-dd HHH', 'date_letter_count', 11, 'HH'],
  ['yyyy-MM-dd hh aa', 'date_letter_count', 14],
  ['yyyy-DDDD', 'date_letter_count', 5],
  ['yyyyyyyyyy-MM-dd', 'date_letter_count', 0],
  ['yyyy-MM-dd SSSSSSSSSS', 'date_letter_count', 11],
  ['yyyy-MM-dd XXXXXX', 'date_letter_count', 11],
  ['yyyy-MM-dd ZZZZ', 'date_letter_count', 11, 'XXX'],
  ['HH:mm', 'date_incomplete', 0],
  ['yyyy', 'date_incomplete', 0],
  ['MM/yy', 'date_incomplete', 0],
  ['dd.MM.', 'date_incomplete', 0],
  ["'text'", 'date_incomplete', 0],
  ['yyyy-MM[-dd]', 'date_part_optional', 9, 'COERCE_DATE'],
  ['[yyyy-MM-dd][dd/MM/yyyy]', 'date_part_optional', 1],
  ['yyyy-MM-dd hh:mm', 'date_half_missing', 11, 'HH'],
  ['yyyy-MM-dd h:mm[ a]', 'date_half_missing', 11],
  ['yyyy-MM-dd[ h][ a]', 'date_half_missing', 12],
  ['yyyy-MM-dd yyyy', 'date_field_twice', 11],
  ['yyyy-MM-dd uuuu', 'date_field_twice', 11],
  ['yyyy-MM-dd HH:MM', 'date_field_twice', 14, 'write mm'],
  ['yyyy-MM-dd HH h a', 'date_field_twice', 14],
  ['yyyy-MM-dd X Z', 'date_field_twice', 13],
  ['yyyy-MM-dd HH[ HH]', 'date_field_twice', 15],
  ['yyyy-MM-dd[ HH][ h a]', 'date_field_twice', 17],
  ['yyyy-MM-dd[ HH[:HH]]', 'date_field_twice', 16],
  ['dMMyyyy', 'date_digits_run_together', 0, 'two letters'],
  ['yyyyMd', 'date_digits_run_together', 0],
  ['yyyyDD', 'date_digits_run_together', 0],
  ['yyyyMMdd[HHmm]', 'date_digits_run_together', 0],
  ['dd.MM.yyyy[ H[mm]]', 'date_digits_run_together', 12],
  ['dd.MM.yyyy1', 'date_digits_run_together', 6],
  ['XXXXyyyyMMdd', 'date_digits_run_together', 0, 'XXX'],
  ['yyyy-MM-dd[X][HH]', 'date_digits_run_together', 11],
  ['yyyy[X][ ]MMdd', 'date_digits_run_together', 0],
];

for (const [pattern, code, offset, inHint] of wrongPatterns) {
  test(`${JSON.stringify(pattern.slice(0, 24))} is ${code}`, () => {
    const planned = planDatePattern(pattern);
    if (planned.kind !== 'invalid') throw new Error('it was planned');
    assert.is(planned.code, code);
    assert.is(planned.offset, offset);
    assert.ok(planned.offset + planned.length <= pattern.length, 'the position is inside the pattern');
    assert.match(planned.reason, /[^.]$/);
    if (inHint !== undefined) assert.ok(planned.hint?.includes(inHint), `${planned.hint} contains ${inHint}`);
  });
}

test('a diagnostic says what is wrong, where, and what to write instead', () => {
  assert.equal(planDatePattern('yyyy-MM-ddThh'), {
    kind: 'invalid',
    code: 'date_letter_unknown',
    reason: 'the letter T is not supported in date patterns',
    offset: 10,
    length: 1,
    hint: "put literal text in quotes: 'T'",
  });
});

test('a pattern of exactly 100 characters is planned', () => {
  assert.is(planDatePattern(`yyyy-MM-dd${' '.repeat(90)}`).kind, 'ok');
});

test('the layout is plain JSON with the parts of the pattern', () => {
  const layout = layoutOf("yyyyMMdd[' T 'HH:mm]");
  assert.equal(JSON.parse(JSON.stringify(layout)), layout);
  assert.equal(layout.parts, [
    { kind: 'year', minDigits: 4, reserved: 4 },
    { kind: 'number', field: 'month', minDigits: 2, maxDigits: 2, reserved: 0 },
    { kind: 'number', field: 'day', minDigits: 2, maxDigits: 2, reserved: 0 },
    {
      kind: 'optional',
      pattern: "' T 'HH:mm",
      parts: [
        { kind: 'literal', text: ' T ' },
        { kind: 'number', field: 'hour', minDigits: 2, maxDigits: 2, reserved: 0 },
        { kind: 'literal', text: ':' },
        { kind: 'number', field: 'minute', minDigits: 2, maxDigits: 2, reserved: 0 },
      ],
    },
  ]);
});

test('adjacent literals are merged, quotes are removed, two quotes become one', () => {
  assert.equal(layoutOf("yyyyMMdd'x'.''' y''z'").parts.at(-1), { kind: 'literal', text: "x.' y'z" });
  assert.equal(layoutOf("yyyyMMdd''").parts.at(-1), { kind: 'literal', text: "'" });
  assert.equal(layoutOf("yyyyMMdd'[#]'").parts.at(-1), { kind: 'literal', text: '[#]' });
});

test('only yyyy-MM-dd and uuuu-MM-dd are ISO', () => {
  for (const pattern of ['yyyy-MM-dd', 'uuuu-MM-dd', "yyyy'-'MM-dd"]) assert.ok(isIso(layoutOf(pattern)), pattern);
  for (const pattern of [
    'yyyyMMdd',
    'yyyy-M-dd',
    'yyyy-MM-d',
    'yy-MM-dd',
    'yyyyy-MM-dd',
    'yyyy/MM/dd',
    'yyyy-dd-MM',
    'dd-MM-yyyy',
    'yyyy-MMM-dd',
    'yyyy-DDD',
    'yyyy-MM-dd[ HH]',
    'yyyy-MM-dd HH',
  ]) {
    assert.not.ok(isIso(layoutOf(pattern)), pattern);
  }
});

test('an example of each kind of part', () => {
  assert.is(exampleOf(layoutOf('dd/MM/yyyy')), '31/12/2024');
  assert.is(exampleOf(layoutOf('EEE, d MMM yy h:mm a')), 'Tue, 31 Dec 24 1:45 PM');
  assert.is(
    exampleOf(layoutOf("EEEE d MMMM yyyy 'at' HH:mm:ss.SSS Z")),
    'Tuesday 31 December 2024 at 13:45:06.789 +0100',
  );
  assert.is(exampleOf(layoutOf("yyyyDDD['T'HH[:mm]][XXX][X]")), '2024366T13:45+01:00');
});

test('parts that a target needs and a source lacks', () => {
  const missing = (source: string, target: string) => missingParts(layoutOf(source), layoutOf(target));
  assert.equal(missing('dd/MM/yyyy', 'yyyy-MM-dd'), []);
  assert.equal(missing('yyyyDDD', 'EEEE, d MMMM yy'), []);
  assert.equal(missing('dd/MM/yyyy', "yyyy-MM-dd'T'HH:mm:ss.SSSXXX"), [
    'hour',
    'minute',
    'second',
    'fraction of a second',
    'offset from UTC',
  ]);
  assert.equal(missing('dd/MM/yyyy', 'yyyy-MM-dd hh a'), ['hour']);
  assert.equal(missing('dd/MM/yyyy', 'yyyy-MM-dd[ HH:mm]'), []);
  assert.equal(missing('dd/MM/yyyy HH', 'yyyy-MM-dd HH:mm:ss.SSS'), []);
  assert.equal(missing('dd/MM/yyyy hh a', 'yyyy-MM-dd HH:mm'), []);
  assert.equal(missing('dd/MM/yyyy[ HH:mm]', 'yyyy-MM-dd HH:mm'), ['hour', 'minute']);
  assert.equal(missing('dd/MM/yyyy a', 'yyyy-MM-dd a'), ['hour']);
});

test('missing smaller parts of a time are 0 after an hour, unless a still smaller one is present', () => {
  const given = (pattern: string) => [...findDefinedFields(layoutOf(pattern))];
  assert.equal(given('yyyyMMdd HH'), ['hour', 'minute', 'second', 'nano']);
  assert.equal(given('yyyyMMdd HH ss'), ['hour', 'second']);
  assert.equal(given('yyyyMMdd HH:mm.SSS'), ['hour', 'minute', 'nano']);
  assert.equal(given('yyyyMMdd HH[:mm[:ss]]'), ['hour', 'minute', 'second', 'nano']);
  assert.equal(given('yyyyMMdd HH[:mm][ ss]'), ['hour', 'second']);
  assert.equal(given('yyyyMMdd mm:HH XXX'), ['hour', 'minute', 'second', 'nano', 'offset']);
});

test.run();

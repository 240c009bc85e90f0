import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkYaml } from './read-given.ts';
import { planMatcher } from '../../compiler/emitting/patterns/plan-matcher.ts';
import { planReplacer } from '../../compiler/emitting/patterns/plan-replacer.ts';

/** Returns the diagnostic of a pattern with the part that it marks. */
function said(pattern: string): { code: string; reason: string; part: string } | null {
  const planned = planMatcher(pattern);
  if (planned.kind === 'ok') return null;
  return {
    code: planned.code,
    reason: planned.reason,
    part: pattern.slice(planned.offset, planned.offset + planned.length),
  };
}

function assertSaid(pattern: string, code: string, part: string, reason: RegExp): void {
  const got = said(pattern);
  assert.equal([got?.code, got?.part], [code, part], pattern);
  assert.match(got?.reason ?? '', reason);
  assert.match(got?.reason ?? '', /^[^A-Z].*[^.]$/s);
}

test('constructs that need backtracking are named', () => {
  assertSaid('a(?=b)c', 'irregular_pattern', '(?=b)', /look-ahead "\(\?=b\)"/);
  assertSaid('a(?!b)c', 'irregular_pattern', '(?!b)', /look-ahead/);
  assertSaid('x(?<=b)', 'irregular_pattern', '(?<=b)', /look-behind "\(\?<=b\)"/);
  assertSaid('x(?<!b)', 'irregular_pattern', '(?<!b)', /look-behind/);
  assertSaid('(a)\\1', 'irregular_pattern', '\\1', /back-reference "\\1"/);
  assertSaid('(?<a>a)\\k<a>', 'irregular_pattern', '\\k<a>', /back-reference "\\k<a>"/);
  assertSaid('\\bword', 'irregular_pattern', '\\b', /word boundary "\\b"/);
  assertSaid('word\\B', 'irregular_pattern', '\\B', /word boundary "\\B"/);
  assertSaid('a(?i:b)', 'irregular_pattern', 'i', /flags "\(\?i:"/);
  assertSaid(`a(?=${'b'.repeat(99)})`, 'irregular_pattern', `(?=${'b'.repeat(99)})`, /"\(\?=b{34}\.\.\."/);
});

test('common mistakes are reported with a fix', () => {
  for (const [pattern, hint] of [
    ['/^x$/', /without slashes/],
    ['/[a/i', /without slashes/],
    ['(?i)abc', /both cases/],
    ['\\Aabc\\z', /use \^ and \$ for the ends/],
    ['(?=.*[0-9]).+', /a separate rule/],
    ['a\\-b', /- without a backslash/],
    ['a\\_b', /a backslash only before/],
    ['[a', null],
    ['\\bword', null],
  ] as const) {
    const rule = `{ ruleId: r, field: id, ruleType: REGEX, value: '${pattern}' }`;
    const [first] = checkYaml(
      `name: a\nformat: CSV\nfields: [{ name: id, type: STRING }]\nvalidationRules: [${rule}]\n`,
    ).diagnostics;
    assert.ok(first?.code === 'invalid_pattern' || first?.code === 'irregular_pattern', pattern);
    if (hint === null) assert.is(first.hint, null, pattern);
    else assert.match(first.hint ?? '', hint, pattern);
  }
  const correction = "{ ruleId: c, field: id, correctionType: REGEX_REPLACE, pattern: '(?i)x', replacement: '' }";
  const [replaced] = checkYaml(
    `name: a\nformat: CSV\nfields: [{ name: id, type: STRING }]\ncorrectionRules: [${correction}]\n`,
  ).diagnostics;
  assert.match(replaced?.hint ?? '', /both cases/);
});

test('^ and $ are allowed only at the ends', () => {
  for (const pattern of ['^a$', '^a|b$', '^a$|^b$', '(^a$)', '^(?:^a|b$)$', '^^a$$', '^$', '^', '$', '(?:(^a)b)'])
    assert.is(said(pattern), null, pattern);
  for (const pattern of ['a^b', '(a^)', '(?:^a)*', 'a(^b)', '(?:^a)?', '(a|b)^', '(?:^a){1}'])
    assertSaid(pattern, 'irregular_pattern', '^', /"\^" is supported only at the start/);
  for (const pattern of ['a$b', '(a$)b', '(?:a$)+', '$a', '$^', '(?:b|$)a'])
    assertSaid(pattern, 'irregular_pattern', '$', /"\$" is supported only at the end/);
});

test('syntax errors under the flag u are marked', () => {
  assertSaid('a(b', 'invalid_pattern', 'b', /unterminated group/);
  assertSaid('[z-a]', 'invalid_pattern', ']', /range out of order in character class at character 5, near "\[z-a\]"/);
  assertSaid('\\-', 'invalid_pattern', '-', /invalid escape/);
  assertSaid('a**', 'invalid_pattern', '*', /nothing to repeat/);
  assertSaid('{', 'invalid_pattern', '{', /lone quantifier brackets/);
  assertSaid('\\p{Klingon}', 'invalid_pattern', '}', /invalid property name/);
  assertSaid('\\p{Script=Kawi}', 'invalid_pattern', '\\p{Script=Kawi}', /not in the Unicode data/);
  assertSaid('(?<n>a)(?<n>b)', 'invalid_pattern', 'b', /duplicate capture group name/);
  assertSaid('*', 'invalid_pattern', '*', /nothing to repeat/);
});

test('an automaton that exceeds its limits is rejected early', () => {
  const words = (count: number, word: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => word(i)).join('|');
  const large: Record<string, string> = {
    text: 'ab|'.repeat(350_000),
    states: '(a|b)*a(a|b){20}',
    repetitions: '(x{1000}){1000}',
    count: 'x{99999999999999999999999}',
    upTo: 'x{0,9999999999}',
    nested: '(((a{0,20}){0,20}){0,20}){0,20}',
    properties: '(\\p{L}{0,500}){0,500}',
    groups: `${'('.repeat(5000)}a${')*'.repeat(5000)}`,
    open: '('.repeat(90_000),
    words: words(7000, (i) => `${String.fromCharCode(0x4e00 + i)}x${String.fromCharCode(0x4e00 + i)}`),
    classes: Array.from({ length: 7000 }, (_, i) => `[\\p{L}${String.fromCharCode(0x2190 + i)}]`).join(''),
    options: '(?:a?){5000}',
    manyLetters: words(5000, (i) => `.{${i % 7}}${String.fromCharCode(0x4e00 + i)}`),
  };
  // A replacement has no states, because it follows all alternatives at once.
  const STATES_ALONE = ['states'];
  for (const [name, pattern] of Object.entries(large)) {
    assert.is(said(pattern)?.code, 'pattern_too_large', name);
    assert.is(planReplacer(pattern, '').kind, STATES_ALONE.includes(name) ? 'ok' : 'invalid', name);
  }
  assert.match(
    said(large['repetitions'] ?? '')?.reason ?? '',
    /^the pattern is too large: with its repetitions expanded, it has more than 100000 parts$/,
  );
});

test('a long pattern with a small automaton is planned', () => {
  const words = Array.from({ length: 3000 }, (_, i) => `w${(i * 7919).toString(36)}`);
  for (const pattern of [
    words.join('|'),
    `(?:${words.join('|')})*`,
    '\\p{L}{500}',
    'x{9990}',
    '(a?){1000}',
    '((((a*)*)*)*)*',
    `${'('.repeat(250)}a${')*'.repeat(250)}`,
    '(?:){1000000}',
    '[^]{0,5000}',
    '(((a{0,7}){0,7}){0,7}){0,1}',
  ]) {
    assert.is(said(pattern), null, pattern.slice(0, 40));
  }
});

test('constructs that a replacement does not support are named', () => {
  const saidOf = (pattern: string, replacement: string): [string, string, string] | null => {
    const planned = planReplacer(pattern, replacement);
    return planned.kind === 'ok'
      ? null
      : [planned.code, replacement.slice(planned.offset, planned.offset + planned.length), planned.reason];
  };
  for (const [replacement, part] of [
    ['a$&b', '$&'],
    ['$`', '$`'],
    ["$'", "$'"],
    ['$2', '$2'],
    ['$$$2', '$2'],
    ['$0', '$0'],
    ['$00', '$00'],
    ['$20', '$20'],
    ['x$<n>', '$<n>'],
  ] as const) {
    const [code, where, reason] = saidOf('(a)', replacement) ?? [];
    assert.is(code, 'invalid_replacement', replacement);
    assert.is(where, part);
    assert.match(reason ?? '', /^"\$.*(is not supported|does not exist).*[^.]$/);
  }
  assert.is(saidOf('(?<n>a)', '$<n')?.[0], 'invalid_replacement');
  for (const replacement of ['', '$', '$1', '$$', '$$2', '$x', '$1$1', '$01', '$19', '$ 1', '$<', 'a$'])
    assert.is(saidOf('(a)', replacement), null, replacement);
  assert.is(saidOf('a(', '$9')?.[0], 'invalid_pattern');
});
test.run();

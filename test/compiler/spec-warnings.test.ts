// Warnings that each run of a spec has, because of the spec alone.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeSpecWarnings } from '../../compiler/formats.ts';
import { readAndCheck } from '../../compiler/pipeline/check.ts';

function warningsOf(format: string, keys = ''): string[] {
  const text = `name: x\nformat: CSV\nfields:\n  - { name: day, type: DATE, format: ${JSON.stringify(format)}${keys} }\n`;
  const { diagnostics } = readAndCheck({ text, path: 'x.yaml', syntax: 'yaml' });
  const { warnings = [] } = describeSpecWarnings(diagnostics);
  assert.ok(warnings.every(({ code }) => code === 'TWO_DIGIT_YEAR'));
  return warnings.map(({ message }) => message);
}

test('years of two digits are a warning of each run', () => {
  for (const format of [
    'dd.MM.yy',
    'd/M/yy',
    'MM-dd-yy',
    'yyMMdd',
    'ddMMyy',
    'd MMM yy',
    'yy-MM-dd HH:mm',
    'HH:mm dd.MM.yy',
    'd. MMMM yy',
    'yyMMddHHmm',
  ]) {
    const [message, ...others] = warningsOf(format);
    assert.match(message ?? '', 'day', format);
    assert.match(message ?? '', '2000 to 2099: add centuryStart: 1950');
    assert.is(others.length, 0);
  }
});

test('centuryStart, or a year of four digits, is none', () => {
  assert.equal(warningsOf('dd.MM.yy', ', centuryStart: 1950'), []);
  assert.equal(warningsOf('dd.MM.yy', ', centuryStart: 2000'), []);
  for (const format of ['dd.MM.yyyy', "yyyy-MM-dd'T'HH:mm", 'yyyyMMdd', 'yyyy-DDD'])
    assert.equal(warningsOf(format), []);
});

test('years of two digits in an expression are one, unless it says the century', () => {
  const warn = (call: string) => {
    const text = `name: x\nformat: CSV\nfields:\n  - { name: t, type: STRING }\n  - { name: d, type: DATE, value: '${call}' }\n`;
    const { diagnostics, spec } = readAndCheck({ text, path: 'x.yaml', syntax: 'yaml' });
    assert.ok(spec !== null, call);
    return (describeSpecWarnings(diagnostics).warnings ?? []).map(({ message }) => message);
  };
  assert.match(warn('date(t, "yyMMdd")').join(), 'write date(text, "yyMMdd", 1950) if 68 means 1968');
  assert.is(warn('coalesce(date(t, "dd.MM.yy"), date(t, "yyyyMMdd"))').length, 1);
  assert.equal(warn('date(t, "yyMMdd", 1950)'), []);
  assert.equal(warn('date(t, "yyyyMMdd")'), []);
});

test('several patterns are one warning', () => {
  const field = (name: string) => `  - { name: ${name}, type: DATE, format: dd.MM.yy }\n`;
  const text = `name: x\nformat: CSV\nfields:\n${['a', 'b', 'c'].map(field).join('')}`;
  const { warnings = [] } = describeSpecWarnings(readAndCheck({ text, path: 'x.yaml', syntax: 'yaml' }).diagnostics);
  assert.is(warnings.length, 1);
  assert.match(warnings[0]?.message ?? '', ', and so do 2 others');
});

test.run();

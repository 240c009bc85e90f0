import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatDiagnostic } from '../../compiler/diagnostics/format-diagnostic.ts';
import { messages } from '../../compiler/diagnostics/messages/messages.ts';
import { findClosestWord } from '../../compiler/diagnostics/messages/closest-word.ts';
import { pointerTo, stepsOf } from '../../compiler/diagnostics/pointer.ts';
import { checkYaml, fields, head, readJson, readYaml } from './read-given.ts';

test('a diagnostic for a terminal shows the surrounding lines', () => {
  const text = `${head}${fields}validationRules:\n  - { ruleId: positive, field: idd, ruleType: REQUIRED }\n`;
  const [diagnostic] = checkYaml(text).diagnostics;
  assert.ok(diagnostic !== undefined);
  assert.is(
    diagnostic && formatDiagnostic(diagnostic, { text, path: 'specs/payments.yaml' }),
    [
      'specs/payments.yaml:6:32 unknown_field: rule "positive" names the field "idd"; did you mean "id"?',
      '  4 |   - { name: id, type: STRING }',
      '  5 | validationRules:',
      '> 6 |   - { ruleId: positive, field: idd, ruleType: REQUIRED }',
      '    |                                ^^^',
      '  7 |',
    ].join('\n'),
  );
});

function formatted(text: string): string[] {
  const [diagnostic] = readYaml(text).diagnostics;
  assert.ok(diagnostic !== undefined);
  return diagnostic === undefined ? [] : formatDiagnostic(diagnostic, { text, path: 'x.yaml' }).split('\n');
}

test('a long line is truncated around the position, with the caret below it', () => {
  const lines = formatted(`${head}fields: [{ name: ${'x'.repeat(500)}, type: STRNG, columnName: ${'y'.repeat(500)} }]`);
  const shown = lines.find((line) => line.startsWith('>')) ?? '';
  const caret = lines.find((line) => line.includes('^')) ?? '';
  assert.ok(shown.length < 120, shown);
  assert.is(shown.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1), 'STRNG');
});

test('the caret is aligned after characters of several code units', () => {
  const lines = formatted(`${head}fields: [{ name: "${'😀'.repeat(10)}", type: STRNG }]`);
  const shown = [...(lines.find((line) => line.startsWith('>')) ?? '')];
  const caret = lines.find((line) => line.includes('^')) ?? '';
  assert.is(shown.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1).join(''), 'STRNG');
});

test('the spec cannot send control characters to the terminal, in the frame or the message', () => {
  const lines = formatted(`${head}"\u001b[31m\u202e\u0007": 1\n${fields}`);
  assert.not.match(lines.join(' '), /[\p{Cc}\u202e]/u);
  assert.match(lines[0] ?? '', '"\\u001b[31m\\u202e\\u0007"');
});

test('long texts of the spec are truncated in messages', () => {
  const [{ message } = { message: '' }] = readYaml(`${head}${fields}${'k'.repeat(900)}: 1\n`).diagnostics;
  assert.ok(message.length < 120, message);
});

test('after 1,000 errors a last one says that there are more', () => {
  const { diagnostics } = readYaml(head + fields + Array.from({ length: 1500 }, (_, i) => `k${i}: 1\n`).join(''));
  assert.is(diagnostics.length, 1001);
  assert.equal(diagnostics.at(-1)?.message, 'there are more than 1000 errors; only the first 1000 are listed');
  assert.equal(diagnostics[0]?.path, '/k0');
});

test('warnings do not become an error, however many there are', () => {
  const { spec, diagnostics } = checkYaml(
    head +
      'fields:\n' +
      Array.from({ length: 1500 }, (_, i) => `  - { name: f${i}, type: STRING, scale: 1 }\n`).join(''),
  );
  assert.is(diagnostics.length, 1001);
  assert.ok(spec !== null && diagnostics.every(({ severity }) => severity === 'warning'));
});

test('one-line specs show the column of the other position', () => {
  const { diagnostics } = readJson('{"name":"a","name":"b","format":"CSV","fields":[{"name":"id","type":"STRING"}]}');
  assert.match(diagnostics[0]?.message ?? '', 'on line 1');
  const checked = checkYaml(
    '{ name: a, format: CSV, fields: [{ name: id, type: STRING }, { name: id, type: STRING }] }',
  );
  assert.is(checked.diagnostics[0]?.message, 'the field "id" is already defined; see column 42');
});

test('in git, a missing name is replaced by that of the file', () => {
  const [inGit] = readYaml(`format: CSV\n${fields}`, 'payments').diagnostics;
  assert.equal([inGit?.code, inGit?.hint], ['missing_key', 'add "name: payments", which is the name of the file']);
  const [overRest] = readYaml(`format: CSV\n${fields}`).diagnostics;
  assert.match(overRest?.hint ?? '', /^add "name": The name of the spec/);
  const [other] = readYaml('name: payments\nformat: CSV\n', 'payments').diagnostics;
  assert.match(other?.hint ?? '', /^add "fields": /);
});

test('an operator without quotes, which YAML reads as something else, gets a hint', () => {
  const head = `name: a\nformat: CSV\nfields: [{ name: a, type: DATE }, { name: b, type: DATE }]\nvalidationRules:\n`;
  const hintsOf = (rule: string) => checkYaml(`${head}${rule}`).diagnostics.map(({ hint }) => hint);
  for (const operator of ['>', '>=', '!=']) {
    const hint = `put the operator in quotes: "${operator}"`;
    const rule = `ruleId: x, field: a, ruleType: COMPARE, operator: ${operator}, other: b`;
    assert.ok(hintsOf(`  - { ${rule} }\n`).includes(hint), `${operator} between braces`);
    const lines = rule.split(', ').join('\n    ');
    assert.ok(hintsOf(`  - ${lines}\n`).includes(hint), `${operator} on a line of its own`);
  }
  assert.equal(hintsOf(`  - { ruleId: x, field: a, ruleType: COMPARE, operator: "=>", other: b }\n`), [null]);
  assert.equal(hintsOf(`  - { ruleId: "operator: x", field: >a }\n`), [
    'put text that begins with a special character of YAML in quotes',
  ]);
});

test('codes are snake_case and have a severity', () => {
  for (const [code, { severity }] of Object.entries(messages)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(severity === 'error' || severity === 'warning');
  }
});

test('the word that was probably meant', () => {
  const known = ['delimiter', 'description', 'id', 'MIN_VALUE', 'MAX_VALUE', 'quote'];
  for (const [written, meant] of [
    ['delimeter', 'delimiter'],
    ['delimtier', 'delimiter'],
    ['min_value', 'MIN_VALUE'],
    ['MINVALUE', 'MIN_VALUE'],
    ['MAX_VALEU', 'MAX_VALUE'],
    ['di', 'id'],
    ['qoute', 'quote'],
    ['quotes', 'quote'],
    ['xyz', null],
    ['', null],
    ['descr', 'description'],
    ['desk', null],
    ['i', 'id'],
  ] as const)
    assert.is(findClosestWord(written, known), meant, written);
});

test('the name of a number suggests its algorithm rather than a similar word', () => {
  const algorithms = ['IBAN', 'LUHN', 'MOD11', 'MOD97', 'EAN', 'BIC_SHAPE', 'ISIN'];
  for (const [written, meant] of [
    ['isbn', 'EAN'],
    ['ISBN-10', 'MOD11'],
    ['issn', 'MOD11'],
    ['isinn', 'ISIN'],
  ] as const)
    assert.is(findClosestWord(written, algorithms), meant, written);
});

test('suggestions for a prefix of a known word, and for the terms of other tools', () => {
  const severities = ['FATAL', 'ERROR', 'WARNING'];
  const kinds = ['REQUIRED', 'MIN_VALUE', 'MIN_LENGTH', 'ALLOWED_VALUES'];
  assert.is(findClosestWord('WARN', severities), 'WARNING');
  assert.is(findClosestWord('corrections', ['columnMatch', 'correctionRules', 'validationRules']), 'correctionRules');
  assert.is(findClosestWord('MINIMUM', kinds), null);
  assert.is(findClosestWord('min', kinds), 'MIN_VALUE');
  assert.is(findClosestWord('NUMBER', ['STRING', 'INTEGER', 'DECIMAL']), 'DECIMAL');
  assert.is(findClosestWord('int', ['STRING', 'INTEGER', 'DECIMAL']), 'INTEGER');
  assert.is(findClosestWord('xpath', ['name', 'columnName']), 'columnName');
  assert.is(findClosestWord('xpath', ['format', 'recordPath']), 'recordPath');
  assert.is(findClosestWord('number', severities), null);
  assert.is(findClosestWord('constructor', kinds), null);
});

test('an edit distance within the limit is found wherever the edits are', () => {
  const word = 'abcdefghijkl';
  for (let at = 0; at < word.length; at++) {
    assert.is(findClosestWord(word.slice(0, at) + word.slice(at + 1), [word]), word);
    assert.is(findClosestWord(`${word.slice(0, at)}xyz${word.slice(at)}`, [word]), word);
    assert.is(findClosestWord(`${word.slice(0, at)}wxyz${word.slice(at)}`, [word]), null);
  }
});

test('JSON pointers escape their segments', () => {
  assert.is(pointerTo('a/b', 0, 'c~d'), '/a~1b/0/c~0d');
  assert.equal(stepsOf('/a~1b/0/c~0d'), ['a/b', '0', 'c~d']);
  assert.equal(stepsOf(pointerTo('')), ['']);
  assert.equal(stepsOf(''), []);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkYaml, codes, head, places } from './read-given.ts';

/** Returns a spec with five fields, one of each type, and the given rest. */
function withFields(rest: string): string {
  return `${head}fields:
  - { name: text, type: STRING }
  - { name: count, type: INTEGER }
  - { name: amount, type: DECIMAL }
  - { name: day, type: DATE }
  - { name: flag, type: BOOLEAN }
${rest}`;
}

const rules = (...lines: string[]) =>
  withFields(`validationRules:\n${lines.map((line) => `  - { ${line} }\n`).join('')}`);
const corrections = (...lines: string[]) =>
  withFields(`correctionRules:\n${lines.map((line) => `  - { ${line} }\n`).join('')}`);

test('a spec with only fields has no diagnostics', () => {
  assert.equal(checkYaml(withFields('')).diagnostics, []);
});

test('duplicate names of fields, rules and keys', () => {
  assert.equal(
    codes(
      checkYaml(`${head}fields: [{ name: a, type: STRING }, { name: b, type: STRING }, { name: a, type: DATE }]\n`),
    ),
    ['duplicate_field /fields/2/name'],
  );
  assert.equal(codes(checkYaml(withFields('messageKey: [text, count, text]\n'))), [
    'duplicate_key_field /messageKey/2',
  ]);
  const both = withFields(`correctionRules: [{ ruleId: r, field: text, correctionType: TRIM }]
validationRules:
  - { ruleId: q, field: text, ruleType: MIN_LENGTH, value: 1 }
  - { ruleId: r, field: text, ruleType: MAX_LENGTH, value: 9 }
`);
  const { diagnostics } = checkYaml(both);
  assert.equal(codes({ diagnostics }), ['duplicate_rule_id /validationRules/1/ruleId']);
  assert.match(diagnostics[0]?.message ?? '', 'see line 9');
});

test('a ruleId that a required field already uses', () => {
  const spec = (required: boolean) =>
    `${head}fields: [{ name: a, type: STRING, required: ${required} }]\nvalidationRules: [{ ruleId: "required:a", field: a, ruleType: MIN_LENGTH, value: 2 }]\n`;
  assert.equal(codes(checkYaml(spec(true))), ['reserved_rule_id /validationRules/0/ruleId']);
  assert.equal(codes(checkYaml(spec(false))), []);
});

test('a field that does not exist', () => {
  const { diagnostics } = checkYaml(
    withFields(`messageKey: [txet]
correctionRules: [{ ruleId: c, field: cuont, correctionType: TRIM }]
validationRules: [{ ruleId: positive, field: amonut, ruleType: REQUIRED }, { ruleId: other, field: xyz, ruleType: REQUIRED }]
`),
  );
  assert.equal(
    diagnostics.map(({ code, message }) => `${code}: ${message}`),
    [
      'unknown_field: messageKey names the field "txet"; did you mean "text"?',
      'unknown_field: correction "c" names the field "cuont"; did you mean "count"?',
      'unknown_field: rule "positive" names the field "amonut"; did you mean "amount"?',
      'unknown_field: rule "other" names the field "xyz", which does not exist',
    ],
  );
});

test('errors in the shape neither hide nor cause errors in references', () => {
  const text = `${head}hasHaeder: true
fields:
  - { name: a, type: STRNG }
  - { name: b, type: STRING }
messageKey: [a, c]
validationRules:
  - { ruleId: one, field: a, ruleType: MIN_VALUE, value: 1 }
  - { ruleId: two, field: b, ruleType: MAX_LENGHT, value: 1 }
  - { ruleId: three, field: bb, ruleType: REQUIRED }
`;
  assert.equal(places(checkYaml(text)), [
    '3:1 unknown_key',
    '5:22 unknown_value',
    '7:17 unknown_field',
    '10:40 unknown_value',
    '11:29 unknown_field',
  ]);
});

test('rules and corrections that do not apply to the type', () => {
  const kinds: readonly (readonly [rule: string, types: readonly string[]])[] = [
    ['ruleType: MIN_VALUE, value: 1', ['count', 'amount']],
    ['ruleType: MAX_VALUE, value: 1', ['count', 'amount']],
    ['ruleType: DATE_RANGE, value: "2020-01-01,"', ['day']],
    ['ruleType: REQUIRED', ['text', 'count', 'amount', 'day', 'flag']],
  ];
  for (const [rule, types] of kinds) {
    for (const field of ['text', 'count', 'amount', 'day', 'flag']) {
      const expected = types.includes(field) ? [] : ['rule_not_for_type /validationRules/0/ruleType'];
      assert.equal(codes(checkYaml(rules(`ruleId: r, field: ${field}, ${rule}`))), expected, `${rule} ${field}`);
    }
  }
  const coerce = (field: string) =>
    codes(
      checkYaml(
        corrections(
          `ruleId: r, field: ${field}, correctionType: COERCE_DATE, sourceFormat: dd/MM/yyyy, targetFormat: yyyy-MM-dd`,
        ),
      ),
    );
  assert.equal(coerce('day'), []);
  assert.equal(coerce('flag'), ['rule_not_for_type /correctionRules/0/correctionType']);
});

test('MIN above MAX, also across several rules', () => {
  const min = (id: string, value: string, field = 'amount') =>
    `ruleId: ${id}, field: ${field}, ruleType: MIN_VALUE, value: "${value}"`;
  const max = (id: string, value: string, field = 'amount') =>
    `ruleId: ${id}, field: ${field}, ruleType: MAX_VALUE, value: "${value}"`;
  assert.equal(codes(checkYaml(rules(min('a', '10'), max('b', '9.99')))), ['min_above_max /validationRules/0/value']);
  assert.equal(codes(checkYaml(rules(max('a', '-0.50'), min('b', '-0.5')))), []);
  assert.equal(codes(checkYaml(rules(max('a', '-10'), min('b', '-9')))), ['min_above_max /validationRules/1/value']);
  assert.equal(codes(checkYaml(rules(min('a', '1'), max('b', '20'), min('c', '10'), max('d', '5')))), [
    'min_above_max /validationRules/2/value',
  ]);
  assert.equal(codes(checkYaml(rules(min('a', '12345678901234567891'), max('b', '12345678901234567890')))), [
    'min_above_max /validationRules/0/value',
  ]);
  assert.equal(codes(checkYaml(rules(min('a', '10', 'count'), max('b', '1')))), []);
});

test('MIN_LENGTH above MAX_LENGTH', () => {
  const lengths = (min: number, max: number) =>
    codes(
      checkYaml(
        rules(
          `ruleId: a, field: text, ruleType: MIN_LENGTH, value: ${min}`,
          `ruleId: b, field: text, ruleType: MAX_LENGTH, value: ${max}`,
        ),
      ),
    );
  assert.equal(lengths(10, 9), ['contradicting_lengths /validationRules/0/value']);
  assert.equal(lengths(9, 10), []);
  assert.equal(lengths(9, 9), []);
});

test('an operand that is not a number is reported once and not compared', () => {
  assert.equal(
    codes(
      checkYaml(
        rules(
          'ruleId: a, field: amount, ruleType: MIN_VALUE, value: ten',
          'ruleId: b, field: amount, ruleType: MAX_VALUE, value: 1',
        ),
      ),
    ),
    ['invalid_operand /validationRules/0/value'],
  );
});

test('REQUIRED given twice', () => {
  const twice = `${head}fields: [{ name: a, type: STRING, required: true }]\nvalidationRules: [{ ruleId: r, field: a, ruleType: REQUIRED }]\n`;
  const { diagnostics, spec } = checkYaml(twice);
  assert.equal(codes({ diagnostics }), ['required_twice /validationRules/0']);
  assert.ok(spec !== null);
  assert.equal(
    codes(
      checkYaml(
        rules(
          'ruleId: r, field: text, ruleType: REQUIRED',
          'ruleId: s, field: text, ruleType: REQUIRED, severity: FATAL',
        ),
      ),
    ),
    ['required_twice /validationRules/1'],
  );
  assert.equal(
    codes(
      checkYaml(rules('ruleId: r, field: text, ruleType: REQUIRED', 'ruleId: s, field: count, ruleType: REQUIRED')),
    ),
    [],
  );
});

test('REQUIRED made ineffective by a default', () => {
  const spec = (list: string, rest = '') =>
    `${head}${rest}fields: [{ name: a, type: STRING, required: true }]\ncorrectionRules: [${list}]\n`;
  const of = (type: string, operands = '') =>
    `{ ruleId: "${type}${operands.length}", field: a, correctionType: ${type}${operands} }`;
  const fill = of('DEFAULT_IF_NULL', ', defaultValue: none');
  const replace = of('REGEX_REPLACE', ', pattern: x, replacement: ""');
  const dead = ['dead_required /fields/0/required'];
  assert.equal(codes(checkYaml(spec(fill))), []);
  const rule = 'validationRules: [{ ruleId: r, field: a, ruleType: REQUIRED }]\n';
  assert.equal(codes(checkYaml(spec(fill).replace(', required: true', '') + rule)), [
    'dead_required /validationRules/0',
  ]);
  assert.equal(codes(checkYaml(spec(`${fill}, ${of('TRIM')}`))), dead);
  assert.equal(codes(checkYaml(spec(`${replace}, ${fill}, ${of('TRIM')}`))), dead);
  assert.equal(codes(checkYaml(spec(`${fill}, ${replace}`))), []);
  assert.equal(codes(checkYaml(spec(`${fill}, ${fill.replace('"DEF', '"2DEF')}`, 'nullValues: [N/A]\n'))), []);
  assert.equal(codes(checkYaml(spec(`${of('UPPER_CASE')}, ${fill}`, 'nullValues: [N/A]\n'))), []);
  assert.equal(codes(checkYaml(spec(fill, 'nullValues: [none]\n'))), ['value_is_null /correctionRules/0/defaultValue']);
  assert.equal(codes(checkYaml(spec(of('TRIM')))), []);
});

test('keys without effect for the type', () => {
  const { diagnostics, spec } = checkYaml(`${head}fields:
  - { name: a, type: STRING, format: yyyy-MM-dd, scale: 2, decimalSeparator: ",", groupSeparator: ".", trueValues: [J] }
  - { name: b, type: INTEGER, groupSeparator: ".", scale: 2, decimalSeparator: "." }
`);
  assert.equal(
    codes({ diagnostics }),
    ['format', 'scale', 'decimalSeparator', 'groupSeparator', 'trueValues']
      .map((key) => `key_without_effect /fields/0/${key}`)
      .concat('key_without_effect /fields/1/scale', 'key_without_effect /fields/1/decimalSeparator'),
  );
  assert.is(diagnostics[0]?.column, 30);
  assert.ok(spec !== null);
});

test('a misspelt name of group separators gets the closest one', () => {
  const message = (separator: string) =>
    checkYaml(`${head}fields: [{ name: a, type: DECIMAL, groupSeparator: ${separator} }]\n`).diagnostics[0]?.message;
  const found = (word: string, length: number) => `expected one character, found "${word}", which has ${length}`;
  assert.is(message('SPACES'), `${found('SPACES', 6)}; did you mean "SPACE"?`);
  assert.is(message('APOSTROPH'), `${found('APOSTROPH', 9)}; did you mean "APOSTROPHE"?`);
  assert.is(message('COMMA_POINT'), found('COMMA_POINT', 11));
});

test('separators that cannot be distinguished', () => {
  const field = (keys: string, type = 'DECIMAL') =>
    codes(checkYaml(`${head}fields: [{ name: a, type: ${type}, ${keys} }]\n`));
  assert.equal(field('decimalSeparator: ",", groupSeparator: ","'), ['same_character /fields/0/groupSeparator']);
  assert.equal(field('groupSeparator: "."'), ['same_character /fields/0/groupSeparator']);
  assert.equal(field('groupSeparator: "."', 'INTEGER'), []);
  assert.equal(field('decimalSeparator: ",", groupSeparator: "\u00a0"'), []);
  assert.equal(field('decimalSeparator: 5'), ['invalid_character /fields/0/decimalSeparator']);
  assert.equal(field('decimalSeparator: " "'), ['invalid_character /fields/0/decimalSeparator']);
  assert.equal(field('groupSeparator: "-"'), ['invalid_character /fields/0/groupSeparator']);
  assert.equal(field('groupSeparator: "\\n"'), ['invalid_character /fields/0/groupSeparator']);
  assert.equal(field('scale: 2, decimalSeparator: ","'), ['scale_with_separator /fields/0/decimalSeparator']);
  assert.equal(field('scale: 2'), []);
});

test('texts that mean both true and false, or null', () => {
  const flag = (keys: string, rest = '') =>
    codes(checkYaml(`${head}${rest}fields: [{ name: a, type: BOOLEAN, ${keys} }]\n`));
  assert.equal(flag('trueValues: [J, X], falseValues: [N, X]'), ['true_and_false /fields/0/falseValues/1']);
  assert.equal(flag('trueValues: [J, "False"]'), ['true_and_false /fields/0/trueValues/1']);
  assert.equal(flag('falseValues: ["TRUE"]'), ['true_and_false /fields/0/falseValues/0']);
  assert.equal(flag('trueValues: ["false"], falseValues: ["true"]'), []);
  assert.equal(flag('trueValues: [J], falseValues: [j]'), []);
  assert.equal(flag('trueValues: ["-"], falseValues: [N]', 'nullValues: ["-"]\n'), [
    'value_is_null /fields/0/trueValues/0',
  ]);
  assert.equal(flag('trueValues: [" J"]'), ['blanks_around /fields/0/trueValues/0']);
});

test('padding totals at most 16 MiB', () => {
  const pads = (count: number) =>
    corrections(
      ...Array.from(
        { length: count },
        (_, i) => `ruleId: r${i}, field: text, correctionType: PAD_LEFT, padChar: x, length: 65536`,
      ),
    );
  assert.equal(codes(checkYaml(pads(256))), []);
  assert.equal(codes(checkYaml(pads(257))), ['padding_too_large /correctionRules']);
});

test.run();

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkYaml, codes } from '../../compiler/read-given.ts';
import { loadBundle } from '../../support/load-module.ts';
import { readRecords } from '../../support/read-records.ts';

const fields = `
name: messages
format: CSV
delimiter: ";"
onTypeMismatch: ERROR
fields:
  - { name: amount, type: DECIMAL, decimalSeparator: "," }
  - { name: secret, type: INTEGER, sensitive: true }
  - { name: day, type: DATE }
  - { name: note, type: STRING }
`;

test('the message about a wrong type names characters that people do not see', async () => {
  const module = await loadBundle({ text: fields, path: 'messages.yaml', syntax: 'yaml' });
  const messagesOf = async (line: string) => {
    const [record] = await readRecords(module, `amount;secret;day;note\n${line}\n`);
    return record?.issues.map(({ message }) => message);
  };
  const amount = 'amount must be a DECIMAL with decimal separator ","';
  assert.equal(await messagesOf('1\u00a0234,50;;;'), [
    `${amount}; it contains U+00A0 (no-break space), which groupSeparator: SPACE reads`,
  ]);
  assert.equal(await messagesOf('\u22125;;;'), [`${amount}; it contains U+2212 (minus sign)`]);
  assert.equal(await messagesOf('1\u200b2\u00ad3;;;'), [
    `${amount}; it contains U+200B (zero width space) and U+00AD (soft hyphen)`,
  ]);
  assert.equal(await messagesOf('1\u000123;;;'), [`${amount}; it contains U+0001 (control character)`]);
  assert.equal(await messagesOf(';;2024\u201301\u201302;'), [
    'day must be a DATE in the format yyyy-MM-dd; it contains U+2013 (en dash)',
  ]);
  assert.equal(await messagesOf('1 234;;;'), [amount], 'people see a space');
  assert.equal(await messagesOf('\u00a0 12,5 \u00a0;;;\u00a0'), [], 'blanks around a number are none of it');
});

test('the message about a sensitive value says nothing about its characters', async () => {
  const module = await loadBundle({ text: fields, path: 'messages.yaml', syntax: 'yaml' });
  const [record] = await readRecords(module, 'amount;secret;day;note\n;1\u00a02;;\n');
  assert.equal(
    record?.issues.map(({ message, masked }) => [message, masked]),
    [['secret must be an INTEGER', true]],
  );
});

test('rules beside record types are one mistake each, however many types there are', () => {
  const type = (name: string) => `
  - name: ${name}
    when: { column: "1", values: [${name}] }
    fields: [{ name: kind, type: STRING }]`;
  const text = `
name: several
format: CSV
correctionRules:
  - { ruleId: a, field: kind, correctionType: TRIM }
  - { ruleId: b, field: unknown, correctionType: TRIM }
validationRules:
  - { ruleId: c, field: kind, ruleType: MAX_LENGTH, value: 3 }
messageKey: [other]
recordTypes:${['a', 'b', 'c', 'd', 'e', 'f'].map(type).join('')}
`;
  assert.equal(codes(checkYaml(text)), [
    'not_with_record_types /correctionRules',
    'not_with_record_types /validationRules',
    'not_with_record_types /messageKey',
  ]);
  const hint = checkYaml(text).diagnostics[0]?.hint;
  assert.is(hint, 'move it into the record types that it is about (a, b, c, d, e, …)');
});

const totals = `
name: totals
format: CSV
hasHeader: false
recordTypes:
  - name: batch
    when: { column: "1", values: [B] }
    fields: [{ name: kind, type: STRING }]
  - name: premium
    in: batch
    when: { column: "1", values: [P] }
    fields: [{ name: kind, type: STRING }, { name: amount, type: DECIMAL }]
  - name: end
    in: batch
    when: { column: "1", values: [E] }
    fields: [{ name: kind, type: STRING }, { name: count, type: INTEGER }, { name: sum, type: DECIMAL }]
  - name: trailer
    when: { column: "1", values: [T] }
    fields: [{ name: kind, type: STRING }, { name: count, type: INTEGER }]
fileRules:
  - { ruleId: count, ruleType: COUNT_EQUALS, of: premium, field: end.count, severity: WARNING }
  - { ruleId: sum, ruleType: SUM_EQUALS, of: premium.amount, field: end.sum, severity: WARNING }
  - { ruleId: all, ruleType: COUNT_EQUALS, of: [premium], field: trailer.count, severity: WARNING, message: the file is torn }
`;

test('the message about a total says which number is that of the trailer', async () => {
  const module = await loadBundle({ text: totals, path: 'totals.yaml', syntax: 'yaml' });
  const found: string[] = [];
  const transformer = module.createTransformer();
  const bytes = new TextEncoder().encode('B\nP,1.00\nP,2.50\nE,3,4.00\nT,\n');
  const batches = [...transformer.push(bytes), ...transformer.end()];
  for (const { fileIssues = [] } of batches) for (const { message } of fileIssues) found.push(message);
  assert.equal(found, [
    'end.count must equal the number of premium records: the end says 3, the batch has 2 premium records',
    'end.sum must equal the sum of premium.amount: the end says 4.00, the batch has a sum of 3.50 in premium records',
    'the file is torn: the trailer has no total, the file has 2 premium records',
  ]);
});

test.run();

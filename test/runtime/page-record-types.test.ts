import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createFileLayout } from '../../compiler/browser.ts';
import { readAndCheck } from '../../compiler/index.ts';
import type { Client } from '../../runtime/client/client.ts';
import { createServiceCatalog } from '../../runtime/page/catalog/service-catalog.ts';
import type { Service } from '../../runtime/page/service/service.ts';
import { FileCheck } from '../../runtime/page/file/file-check.ts';
import { createPage } from '../../runtime/page/file/record-page.ts';
import { readSensitiveFields } from '../../runtime/page/views/topics/sensitive-fields.ts';
import { loadModule } from '../support/load-module.ts';

const spec = {
  name: 'debits',
  format: 'CSV',
  diagnostics: [],
  recordTypes: [
    { name: 'batch', fields: [{ name: 'iban', type: 'STRING', sensitive: true }] },
    {
      name: 'debit',
      in: 'batch',
      fields: [
        { name: 'payer', from: 'batch.iban' },
        { name: 'amount', type: 'DECIMAL' },
      ],
    },
    { name: 'note', in: 'debit', fields: [{ name: 'about', from: 'debit.payer' }] },
  ],
};
// The functions under test call only these two operations.
const client = { getSpec: async () => spec, listSamples: async () => [] } as unknown as Client;

test('the page masks sensitive values of all record types, and copies of them', async () => {
  assert.equal([...((await readSensitiveFields(client, 'debits')) ?? [])].sort(), ['about', 'iban', 'payer']);
});

test('the page has the columns of each record type, without copied fields', async () => {
  const service = { client, url: '', key: null } as unknown as Service;
  const { fields, recordTypes } = await createServiceCatalog(service).load('debits');
  assert.equal(fields, []);
  assert.equal(
    recordTypes.map(({ name, fields: own }) => [name, ...own.map((field) => field.name)]),
    [['batch', 'iban'], ['debit', 'amount'], ['note']],
  );
});

const ORDERS = `name: orders
format: FIXED_WIDTH
recordTypes:
  - name: head
    when: { start: 1, length: 1, values: [H] }
    occurs: ONCE
    publish: false
    fields: [{ name: day, type: DATE, start: 2, length: 10 }]
  - name: line
    when: { start: 1, length: 1, values: [L] }
    fields:
      - { name: id, type: STRING, start: 2, length: 2 }
      - { name: code, type: STRING, start: 4, length: 2, sensitive: true }
      - { name: amount, type: DECIMAL, start: 6, length: 6 }
      - { name: day, from: head.day }
    validationRules:
      - { ruleId: small, field: amount, ruleType: MAX_VALUE, value: 5, severity: WARNING }
fileRules:
  - { ruleId: few, ruleType: COUNT_RANGE, of: line, value: ",2" }
`;

test('a page of records has the cells of their types, messages of their own numbers, and masked values', async () => {
  const input = { text: ORDERS, path: 'orders.yaml', syntax: 'yaml' as const };
  const module = await loadModule(input);
  const { spec: orders } = readAndCheck(input);
  assert.ok(orders !== null);
  const lines = ['H2024-02-29', 'L01xy  9.00', 'L02xy   bad', 'L03xy  7.00', '?  a secret'];
  const file = new Blob([`${lines.join('\n')}\n`]);
  const check = new FileCheck({ file, fileName: 'a.txt', module, skipInvalidRecords: false });
  await check.read(() => {});
  const request = { filter: {}, from: 0, count: 50, showsSensitive: false };
  const { rows } = await createPage(check, createFileLayout(orders), request);
  assert.equal(
    rows.map(({ line, recordType, text }) => [line, recordType, text]),
    [
      [2, 'line', null],
      [3, 'line', null],
      [4, 'line', null],
      [5, undefined, null],
    ],
  );
  const [first, second] = rows;
  assert.equal(
    first?.cells.map(({ text, after, editable }) => [text, after, editable]),
    [
      ['01', undefined, '01'],
      [null, undefined, null],
      ['  9.00', undefined, '  9.00'],
    ],
  );
  assert.equal(second?.cells[2]?.issues, [0]);
  assert.equal(
    check.issues.counts.map(({ code, recordType, count }) => [code, recordType, count]),
    [
      ['MAX_VALUE', 'line', 2],
      ['TYPE_MISMATCH', 'line', 1],
      ['UNKNOWN_RECORD_TYPE', undefined, 1],
    ],
  );
  assert.is(check.issues.select({ type: 'line' }).length, 3);
  assert.is(check.issues.select({ type: 'head' }).length, 0);
  const { failure, fileIssues, recordTypes } = check.result;
  assert.equal([failure?.code, fileIssues?.map(({ ruleId }) => ruleId)], ['file_rule_broken', ['few']]);
  assert.equal(
    recordTypes?.map(({ name, total, failed }) => [name, total, failed]),
    [
      ['head', 1, 0],
      ['line', 3, 1],
      [null, 1, 1],
    ],
  );
});

test.run();

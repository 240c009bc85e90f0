import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Client } from '../../runtime/client/client.ts';
import { createServiceCatalog } from '../../runtime/page/catalog/service-catalog.ts';
import type { Service } from '../../runtime/page/service/service.ts';
import { readSensitiveFields } from '../../runtime/page/topics/sensitive-fields.ts';

const spec = {
  name: 'debits',
  format: 'CSV',
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

test('the page refuses to check a file with several record types', async () => {
  const service = { client, url: '', key: null } as unknown as Service;
  const error = await createServiceCatalog(service)
    .load('debits')
    .then(() => null)
    .catch((reason: unknown) => reason);
  assert.instance(error, Error);
  assert.match((error as Error).message, /"debits" has several record types.*specmill validate --spec debits FILE/);
});

test.run();

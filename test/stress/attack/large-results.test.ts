/** Results and specs have limits, so that one request cannot occupy the service. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFile, formOf, jsonInit, ORDERS, problemOf, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('large results and specs');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/.empty', '');
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

const RULES = Array.from({ length: 100 }, (_, index) => ({
  ruleId: `r${index}`,
  field: 'amount',
  ruleType: 'MIN_VALUE',
  value: '1',
  message: `${index} ${'x'.repeat(9000)}`,
}));

test('the errors of a result have at most 4 MiB, and its counts are exact', async ({ service }) => {
  const spec = { ...ORDERS, name: 'verbose', validationRules: RULES };
  assert.is((await service.fetch('/specs', jsonInit('POST', spec))).status, 201);
  const records = 1000;
  const form = () =>
    formOf({ specId: 'verbose', errorLimit: '10000', file: csvFile(`id,amount\n${'a,0\n'.repeat(records)}`) });
  const dryRun = await service.fetch('/transform/validate', { method: 'POST', body: form() });
  const published = form();
  published.append('brokerTopic', 'verbose');
  const run = await service.fetch('/transform/file-to-events', { method: 'POST', body: published });
  for (const response of [dryRun, run]) {
    assert.is(response.headers.get('content-length'), null, 'it is sent in pieces');
    const text = await response.text();
    assert.is(response.status, 200, text.slice(0, 200));
    assert.ok(text.length > 3_500_000 && text.length < 4_400_000, String(text.length));
    const result = JSON.parse(text) as {
      totalRecords: number;
      errorRecords: number;
      errorsTruncated: boolean;
      runId?: string;
    };
    assert.equal([result.totalRecords, result.errorRecords, result.errorsTruncated], [records, records, true]);
    if (result.runId === undefined) continue;
    assert.ok((await (await service.fetch(`/runs/${result.runId}`)).text()).length < 4_400_000);
    const all = await (await service.fetch(`/runs/${result.runId}/errors`)).text();
    assert.is(all.split('\n').length - 1, records);
  }
});

test('a spec has at most 1 MiB, 2,000 fields and 5,000 rules', async ({ service }) => {
  const post = (spec: object) => service.fetch('/specs', jsonInit('POST', { ...ORDERS, name: 'large', ...spec }));
  await problemOf(await post({ description: 'x'.repeat(1_100_000) }), 413, 'too_large');
  const fields = Array.from({ length: 2001 }, (_, index) => ({ name: `f${index}`, type: 'STRING' }));
  const validationRules = Array.from({ length: 5001 }, (_, i) => ({
    ...ORDERS.validationRules[0],
    ruleId: `r${i}`,
    message: 'm',
  }));
  for (const [key, spec] of Object.entries({
    fields: { fields, validationRules: [], messageKey: ['f0'] },
    validationRules: { validationRules },
  })) {
    const { diagnostics } = await problemOf(await post(spec), 422, 'invalid_spec');
    assert.equal(
      (diagnostics as { code: string; path: string }[]).map(({ code, path }) => `${code} ${path}`),
      [`too_many_items /${key}`],
    );
  }
});

test.run();

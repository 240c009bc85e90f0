/** Reference tables in the service, in a folder of specs, and on the command line. */
import { readdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AuditView } from '../../runtime/state/access/audit/audit-file.ts';
import { buildTable } from '../../runtime/state/reference/table-reader.ts';
import { csvFile, eventually, jsonInit, startService } from './service.ts';
import { sendFile, waitForEnd } from './service-run.ts';
import { createWorkplace } from './specmill.ts';

const FIELDS = `fields:
  - { name: code, type: STRING }
  - { name: currency, type: STRING, value: 'lookup("currencies", code, "name")' }
`;
const GIT_YAML = `name: in-git
format: CSV
reference:
  currencies: { file: reference/currencies.csv, key: code }
${FIELDS}`;
const API_SPEC = {
  name: 'over-api',
  format: 'CSV',
  reference: { currencies: { key: 'code' } },
  fields: [
    { name: 'code', type: 'STRING' },
    { name: 'currency', type: 'STRING', value: 'lookup("currencies", code, "name")' },
  ],
};
const TABLE = 'code,name\nEUR,Euro\n';
const NEXT = 'code,name\nEUR,euro\n';

interface Ended {
  status: string;
  failure?: { code: string; message: string };
  reference?: { name: string; version: string; rows: number }[];
}

interface Message {
  value: string;
  headers: { ce_id: string; ce_reference?: string };
}

/** Returns the changes of tables in the audit, oldest first. */
async function auditOf(service: Awaited<ReturnType<typeof startService>>): Promise<unknown[]> {
  const entries = (await (await service.fetch('/audit?limit=200')).json()) as AuditView[];
  return entries
    .filter(({ path }) => path === '/api/v1/reference/:name')
    .map((one) => [one.method, one.principal, one.target, one.specVersionBefore, one.specVersionAfter, one.status])
    .reverse();
}

const put = (body: string, headers: Record<string, string> = {}) => ({
  method: 'PUT',
  body,
  headers: { 'content-type': 'text/csv', ...headers },
});

test('a table of the service has versions, which runs keep', async () => {
  const at = createWorkplace();
  at.write('specs/README.md', 'none');
  const service = await startService(at, ['--threads', '2']);
  const fetchTable = (init?: RequestInit) => service.fetch('/reference/currencies', init);
  const run = async (): Promise<Ended> => {
    const body = { specId: 'over-api', brokerTopic: 'api', file: csvFile('code\nEUR\nXXX\n', 'a.csv') };
    return (await waitForEnd(service, await sendFile(service, body))) as unknown as Ended;
  };
  assert.is((await service.fetch('/specs', jsonInit('POST', API_SPEC))).status, 201);

  const missing = await run();
  assert.is(missing.status, 'FAILED');
  assert.is(missing.failure?.code, 'reference_missing');
  assert.is((await fetchTable()).status, 404);

  const created = await fetchTable(put(TABLE));
  assert.is(created.status, 201);
  const { version, rows, columns } = (await created.json()) as { version: string; rows: number; columns: string[] };
  assert.equal([rows, columns], [1, ['code', 'name']]);
  const etag = `"${version}"`;
  assert.is(created.headers.get('etag'), etag);
  assert.is((await fetchTable({ headers: { 'if-none-match': etag } })).status, 304);
  assert.is(await (await fetchTable()).text(), TABLE);

  const first = await run();
  assert.is(first.status, 'SUCCESS');
  assert.equal(first.reference, [{ name: 'currencies', version, rows: 1 }]);

  assert.is((await fetchTable(put(NEXT, { 'if-match': '"0"' }))).status, 412);
  const replaced = await fetchTable(put(NEXT, { 'if-match': etag }));
  assert.is(replaced.status, 200);
  const second = await run();
  assert.is.not(second.reference?.[0]?.version, version);

  const messages = (await (await service.fetch('/topics/api/messages')).json()) as Message[];
  assert.equal(
    messages.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value))),
    [
      '{"code":"EUR","currency":"Euro"}',
      '{"code":"XXX","currency":null}',
      '{"code":"EUR","currency":"euro"}',
      '{"code":"XXX","currency":null}',
    ],
  );
  assert.is(messages[0]?.headers.ce_reference, `currencies=${version}`);
  // The same file and spec with another version of the table.
  assert.is.not(messages[0]?.headers.ce_id, messages[2]?.headers.ce_id);

  const refused = await fetchTable(put('code,name\nA,1\nA,2\n'));
  assert.is(refused.status, 422);
  assert.match(((await refused.json()) as { detail: string }).detail, 'line 3: the key is also in line 2');
  assert.is((await fetchTable(put('code\nA,1\n'))).status, 422);
  assert.is((await service.fetch('/reference/No', put(TABLE))).status, 400);
  assert.is((await service.fetch('/reference/x', { ...put(TABLE), headers: {} })).status, 415);
  const listed = (await (await service.fetch('/reference')).json()) as { name: string }[];
  assert.equal(
    listed.map(({ name }) => name),
    ['currencies'],
  );
  assert.is((await fetchTable({ method: 'DELETE', headers: { 'if-match': etag } })).status, 412);
  assert.is((await fetchTable({ method: 'DELETE' })).status, 204);
  assert.is((await run()).failure?.code, 'reference_missing');
  await service.stop();
  at.remove();
});

test('a changed table is a changed state of the folder of specs', async () => {
  const at = createWorkplace();
  at.write('specs/in-git.yaml', GIT_YAML);
  at.write('specs/reference/currencies.csv', TABLE);
  const service = await startService(at, ['--threads', '1']);
  const run = async (): Promise<Ended> => {
    const body = { specId: 'in-git', brokerTopic: 'git', file: csvFile('code\nEUR\n', 'a.csv') };
    return (await waitForEnd(service, await sendFile(service, body))) as unknown as Ended;
  };
  const before = (await run()).reference?.[0]?.version;
  assert.is(typeof before, 'string');
  at.write('specs/reference/currencies.csv', NEXT);
  await eventually(async () => (await run()).reference?.[0]?.version !== before);
  // A table that cannot be used does not replace one that can.
  const good = (await run()).reference?.[0]?.version;
  at.write('specs/reference/currencies.csv', 'code,name\nA,1\nA,2\n');
  await eventually(async () => {
    return (await (await service.fetch('//health/ready')).text()).includes('reference_unusable');
  });
  assert.is((await run()).reference?.[0]?.version, good);
  const file = await service.fetch('/reference/currencies?spec=in-git');
  assert.equal([file.status, file.headers.get('etag'), await file.text()], [200, `"${good}"`, NEXT]);
  await service.stop();
  // The next start uses the state before, with its table.
  const again = await startService(at, ['--threads', '1']);
  const body = { specId: 'in-git', brokerTopic: 'git', file: csvFile('code\nEUR\n', 'b.csv') };
  const ended = (await waitForEnd(again, await sendFile(again, body))) as unknown as Ended;
  assert.is(ended.reference?.[0]?.version, good);
  rmSync(at.path('specs/in-git.yaml'));
  at.write('specs/none.md', 'none');
  await eventually(async () => (await auditOf(again)).length === 4);
  assert.equal(await auditOf(again), [
    ['PUT', 'folder:specs', 'currencies', null, before, 201],
    ['PUT', 'folder:specs', 'currencies', before, good, 200],
    ['GET', 'anonymous', 'currencies', null, null, 200],
    ['DELETE', 'folder:specs', 'currencies', good, null, 204],
  ]);
  await again.stop();
  at.remove();
});

test('a run whose version of a table is lost fails before its first record', async () => {
  const at = createWorkplace();
  at.write('specs/README.md', 'none');
  const service = await startService(at, ['--threads', '1']);
  assert.is((await service.fetch('/specs', jsonInit('POST', API_SPEC))).status, 201);
  assert.is((await service.fetch('/reference/currencies', put(TABLE))).status, 201);
  await service.stop();
  const folder = at.path('.data/reference');
  for (const name of readdirSync(folder)) if (name.endsWith('.csv')) rmSync(`${folder}/${name}`);
  const again = await startService(at, ['--threads', '1']);
  const body = { specId: 'over-api', brokerTopic: 'lost', file: csvFile('code\nEUR\n', 'a.csv') };
  const { status, failure } = (await waitForEnd(again, await sendFile(again, body))) as unknown as Ended;
  assert.equal([status, failure?.code], ['FAILED', 'reference_missing']);
  await again.stop();
  at.remove();
});

test('a large table that is no longer used leaves the memory', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const rows = Array.from({ length: 30_000 }, (_, i) => `K${i},name ${i}\n`).join('');
  const table = new WeakRef(await buildTable(Buffer.from(`code,name\n${rows}`), 'code'));
  for (let i = 0; i < 20 && table.deref() !== undefined; i++) {
    await sleep(10);
    collectGarbage();
  }
  assert.is(table.deref(), undefined);
});

test.run();

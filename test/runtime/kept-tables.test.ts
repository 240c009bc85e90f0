/** Versions of reference tables: how long they are stored, and which of them a retry reads with. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FileView } from '../../runtime/jobs/job-view.ts';
import type { AuditView } from '../../runtime/state/access/audit/audit-file.ts';
import { pruneTables } from '../../runtime/state/reference/table-files.ts';
import { csvFile, eventually, formOf, jsonInit, problemOf, startService } from './service.ts';
import { sendFile, waitForEnd } from './service-run.ts';
import { createWorkplace } from './specmill.ts';

const SPEC = {
  name: 'sales',
  format: 'CSV',
  reference: { names: { key: 'code' } },
  fields: [
    { name: 'code', type: 'STRING' },
    { name: 'amount', type: 'DECIMAL' },
    { name: 'name', type: 'STRING', value: 'lookup("names", code, "name")' },
  ],
};

interface Ended {
  runId: string;
  status: string;
  reference?: { version: string }[];
}

test('old versions of tables are deleted, unless something needs them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'));
  mkdirSync(join(folder, 'reference', 'names'), { recursive: true });
  const [old, needed, young] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
  const pathOf = (version: string) => join(folder, 'reference', `${version}.csv`);
  for (const version of [old, needed, young]) writeFileSync(pathOf(version), 'code\n');
  const other = join(folder, 'reference', 'names', 'other.csv');
  writeFileSync(other, 'code\n');
  const before = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  for (const path of [pathOf(old), pathOf(needed), other]) utimesSync(path, before, before);
  await pruneTables(folder, async () => new Set([needed]));
  assert.equal(
    [old, needed, young].map((version) => existsSync(pathOf(version))),
    [false, true, true],
  );
  assert.ok(existsSync(other));
  rmSync(folder, { recursive: true });
});

test('a retry reads with the current tables, or with those of the first run', async () => {
  const at = createWorkplace();
  at.write('specs/README.md', 'none');
  mkdirSync(at.path('files'));
  const service = await startService(at, ['--threads', '1', '--local-roots', at.path('files')]);
  const put = (table: string) =>
    service.fetch('/reference/names', { method: 'PUT', body: table, headers: { 'content-type': 'text/csv' } });
  const versionOf = async (response: Response) => ((await response.json()) as { version: string }).version;
  assert.is((await service.fetch('/specs', jsonInit('POST', SPEC))).status, 201);
  const first = await versionOf(await put('code,name\nA,first\n'));
  const sent = { specId: 'sales', brokerTopic: 'sales', file: csvFile('code,amount\nA,1\nA,x\nA,y\n', 'a.csv') };
  const run = (await waitForEnd(service, await sendFile(service, sent))) as unknown as Ended;
  assert.equal([run.status, run.reference?.[0]?.version], ['PARTIAL_SUCCESS', first]);
  const config = { root: at.path('files') };
  await service.fetch('/integrations', jsonInit('POST', { name: 'inbox', type: 'LOCAL_FS', config }));
  at.write('files/b.csv', 'code,amount\nA,2\n');
  const job = {
    ...{ name: 'sales', source: { integration: 'inbox', path: '/', pattern: '*.csv' }, spec: 'sales' },
    ...{ schedule: { every: '1s' }, ready: { unchangedFor: 0 }, to: { topic: 'of-job' } },
  };
  assert.is((await service.fetch('/jobs', jsonInit('POST', job))).status, 201);
  const fileOf = async () => ((await (await service.fetch('/jobs/sales/files')).json()) as FileView[])[0];
  await eventually(async () => (await fileOf())?.state === 'done');

  const second = await versionOf(await put('code,name\nA,second\n'));
  const retry = (query: string, file: string) =>
    service.fetch(`/runs/${run.runId}/rejects/retry${query}`, {
      method: 'POST',
      body: formOf({ file: csvFile(file, 'r.csv') }),
    });
  const ended = async (response: Response) => {
    assert.is(response.status, 202, await response.clone().text());
    return (await waitForEnd(service, ((await response.json()) as Ended).runId)) as unknown as Ended;
  };
  const kept = await ended(await retry('?keepReference=true', 'code,amount\nA,3\nA,y\n'));
  assert.is(kept.reference?.[0]?.version, first);
  const current = await ended(await retry('', 'code,amount\nA,4\n'));
  assert.is(current.reference?.[0]?.version, second);
  const messages = (await (await service.fetch('/topics/sales/messages')).json()) as { value: string }[];
  assert.equal(
    messages.map(({ value }) => JSON.parse(value).name),
    ['first', 'first', 'second'],
  );

  const retryFile = (more: object) =>
    service.fetch('/jobs/sales/retry', jsonInit('POST', { files: ['b.csv'], force: true, ...more }));
  const before = (await fileOf())?.runId;
  assert.is((await retryFile({ keepReference: true })).status, 202);
  await eventually(async () => (await fileOf())?.state === 'done' && (await fileOf())?.runId !== before);
  const again = (await (await service.fetch(`/runs/${(await fileOf())?.runId}`)).json()) as Ended;
  assert.is(again.reference?.[0]?.version, first);
  await problemOf(await retryFile({ keepReference: 'yes' }), 400, 'invalid_value');
  rmSync(at.path(`.data/reference/${first}.csv`));
  const lost = await problemOf(await retryFile({ keepReference: true }), 409, 'file_not_retryable');
  assert.match(JSON.stringify(lost), /is not stored any more\. Retry without keepReference/);

  assert.is((await service.fetch('/reference/names', { method: 'DELETE' })).status, 204);
  const entries = (await (await service.fetch('/audit?limit=200')).json()) as AuditView[];
  assert.equal(
    entries
      .filter(({ path }) => path === '/api/v1/reference/:name')
      .map(({ method, status, target, specVersionBefore, specVersionAfter }) => [
        ...[method, status, target, specVersionBefore, specVersionAfter],
      ]),
    [
      ['DELETE', 204, 'names', second, null],
      ['PUT', 200, 'names', first, second],
      ['PUT', 201, 'names', null, first],
    ],
  );
  await service.stop();
  at.remove();
});

test.run();

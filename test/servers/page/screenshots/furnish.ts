/** A service in which each view has something to show: files and runs in every state, jobs that work and jobs that do not. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import {
  csvFile,
  eventually,
  formOf,
  jsonInit,
  ORDERS_YAML,
  type Service,
  startService,
} from '../../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../../runtime/specmill.ts';
import { launch } from '../browser.ts';
import { SPECS } from '../suite.ts';

const PAYMENTS = join(SPECS, 'payments');
/** The specs of the project that the scenes need. */
const SHOWN = ['payments', 'order-files', 'nacha', 'bai2', 'statements', 'bank-statement'];
const FOLDERS = ['claims', 'late', 'resting', 'checked', 'broken'];
const GOOD = 'id,amount\na,1.50\nb,2.50\n';
const PART = 'id,amount\na,1.50\nb,x\nc,y\n';
const SHOP = {
  name: 'shop',
  description: 'What the shop sold.',
  format: 'CSV',
  fields: [
    { name: 'id', type: 'STRING' },
    { name: 'amount', type: 'INTEGER' },
    { name: 'pin', type: 'STRING', sensitive: true },
  ],
};

/** Who uses the page. */
export type Person = 'operator' | 'approver' | 'guest';

/** What the scenes need. */
export interface Stage {
  at: Workplace;
  service: Service;
  browser: Browser;
  /** The keys of who uses the page: the operator, who approves what the operator asks for, and a guest without a key. */
  keys: Readonly<Record<Person, string>>;
  /** The ids of runs, by their status. */
  runs: Record<string, string>;
}

/** Starts a service and fills it. The caller stops it with `end()`. */
export async function furnish(): Promise<Stage & { end: () => Promise<void> }> {
  const at = createWorkplace();
  for (const name of SHOWN)
    for (const part of [`${name}.yaml`, name]) cpSync(join(SPECS, part), at.path(`specs/${part}`), { recursive: true });
  at.write('specs/orders.yaml', ORDERS_YAML);
  at.write('specs/integrations/kept.yaml', `name: kept\ntype: LOCAL_FS\nconfig: { root: ${at.path('claims')} }\n`);
  for (const folder of FOLDERS) mkdirSync(at.path(folder));
  const add = (name: string, scope: string) => at.call(['keys', 'add', name, '--scope', scope]).stdout.trim();
  const keys = {
    operator: add('operator', 'read,transform,specs,connect'),
    approver: add('approver', 'read,connect,approve'),
    guest: '',
  };
  const roots = FOLDERS.map((name) => at.path(name)).join(',');
  const service = await startService(at, ['--local-roots', roots]);
  const stage = { at, service, browser: await launch(), keys, runs: {} };
  await addJobs(stage);
  await sendFiles(stage);
  return {
    ...stage,
    end: async () => {
      await stage.browser.close();
      await service.stop();
      at.remove();
    },
  };
}

async function addJobs({ at, service, keys }: Stage): Promise<void> {
  const headers = { authorization: `Bearer ${keys.operator}` };
  const post = async (path: string, body: unknown) => {
    const response = await service.fetch(path, jsonInit('POST', body, headers));
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  const put = (folder: string, name: string, content: string) => writeFileSync(join(at.path(folder), name), content);
  put('claims', 'monday.csv', GOOD);
  put('claims', 'tuesday.csv', PART);
  put('claims', 'wednesday-without-its-first-column.csv', 'amount\n1\n');
  put('checked', 'letters.csv', PART);
  await post('/specs', SHOP);
  for (const name of FOLDERS) await post('/integrations', { name, type: 'LOCAL_FS', config: { root: at.path(name) } });
  const metadata = { username: 'specmill' };
  await post('/credentials', {
    name: 'warehouse-login',
    type: 'PASSWORD',
    secret: { password: 'wrong-one' },
    metadata,
  });
  await post('/integrations', {
    name: 'warehouse',
    type: 'DATABASE',
    credentialId: 'warehouse-login',
    config: { driver: 'postgresql', host: '127.0.0.1', port: 1, database: 'claims' },
  });
  const job = (name: string, more: object) => ({
    name,
    source: { integration: name, path: '/', pattern: '*.csv' },
    spec: 'orders',
    schedule: { every: '1h' },
    ready: { unchangedFor: '0s' },
    to: { topic: name },
    ...more,
  });
  await post('/jobs', job('claims', {}));
  await post('/jobs', job('late', { expect: { by: `${String(new Date().getUTCHours()).padStart(2, '0')}:00` } }));
  await post('/jobs', job('resting', {}));
  await post('/jobs/resting/pause', {});
  await post('/jobs', job('checked', { approval: { above: 0 } }));
  await post('/jobs', job('broken', { source: { integration: 'broken', path: '/nowhere', pattern: '*.csv' } }));
  const read = async <T>(path: string) => (await (await service.fetch(path, { headers })).json()) as T;
  const counts = async (name: string) => (await read<{ counts: Record<string, number> }>(`/jobs/${name}`)).counts;
  await eventually(async () => {
    const claims = await counts('claims');
    return claims['done'] === 2 && claims['failed'] === 1 && (await counts('checked'))['done'] === 1;
  });
  await eventually(async () => (await read<{ status: string }>('/jobs/broken')).status === 'paused_by_error');
  const [file] = await read<{ runId: string }[]>('/jobs/checked/files');
  at.write(
    'specs/orders.yaml',
    ORDERS_YAML.replace('type: DECIMAL', 'type: STRING').replace(/validationRules[^]*/, ''),
  );
  await eventually(async () => JSON.stringify(await read('/specs/orders')).includes('"amount","type":"STRING"'));
  const asked = await service.fetch(`/runs/${file?.runId}/rejects/retry`, { method: 'POST', headers });
  if (!asked.ok) throw new Error(await asked.text());
}

async function sendFiles({ service, keys, runs }: Stage): Promise<void> {
  const send = async (name: string, specId: string, bytes: Buffer, parts: Record<string, string>) => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${keys.operator}` } };
    const body = formOf({ specId, brokerTopic: specId, file: csvFile(bytes, name), ...parts });
    const run = (await (await service.fetch('/transform/file-to-events', { ...init, body })).json()) as {
      runId: string;
      status: string;
    };
    runs[run.status] = run.runId;
  };
  const payments = (name: string) => readFileSync(join(PAYMENTS, name));
  await send('clean.csv', 'payments', payments('clean.csv'), {});
  await send('payments.csv', 'payments', payments('payments.csv'), {
    skipInvalidRecords: 'true',
    deadLetterTopic: 'dead',
  });
  await send('without-iban.csv', 'payments', payments('without-iban.csv'), {});
  await send('sold.csv', 'shop', Buffer.from('id,amount,pin\nb,2,1234\n'), {});
}

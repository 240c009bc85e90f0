/**
 * What goes wrong in a day of an operator, with real servers: jobs that read from SFTP, one into a topic and one into a table
 * of PostgreSQL. Two people have keys: anna repairs, berta approves.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { FileView, JobView } from '../../../runtime/jobs/job-view.ts';
import { csvFile, eventually, formOf, jsonInit, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { testDatabases } from './database-servers.ts';
import { requireServer } from './install/require-server.ts';
import type { DatabaseServer } from './servers/database-server.ts';
import { type OpenSshServer, startOpenSsh } from './servers/open-ssh.ts';

const KEYS = { root: 'admin', anna: 'read,transform,connect,approve', berta: 'approve' } as const;
type Name = keyof typeof KEYS;

const spec = (name: string, encoding: string): string => `name: ${name}
format: CSV
encoding: ${encoding}
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: buyer, type: STRING }
  - { name: amount, type: DECIMAL }
validationRules:
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01", message: amount must be positive }
`;

/** A file in UTF-8, which the spec reads as something else at first. */
const UMLAUTS = 'id,buyer,amount\nu1,Müller,1\nu2,Jäger,2\nu3,Schröder,3\nu4,Größmann,4\n';
/** Of its 14 records, 3 are rejected: those with these numbers. */
const BAD = [3, 7, 14];
const fileOf = (amount: (record: number) => string, only = (_: number): boolean => true): string =>
  `id,buyer,amount\n${Array.from({ length: 14 }, (_, index) => index + 1)
    .filter(only)
    .map((record) => `k${record},Meier,${amount(record)}\n`)
    .join('')}`;

const isBad = (record: number): boolean => BAD.includes(record);

class Day {
  constructor(
    readonly at: Workplace,
    readonly service: Service,
    readonly root: string,
    readonly keys: Readonly<Record<string, string>>,
  ) {}

  send(name: Name, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${this.keys[name]}` };
    return this.service.fetch(path, { ...init, headers });
  }

  async post(path: string, body: object): Promise<void> {
    const response = await this.send('root', path, jsonInit('POST', body));
    assert.is(response.status, 201, await response.text());
  }

  /** Calls the program with the key of a person. Returns what it prints. */
  call(name: Name, ...args: string[]): string {
    const env = { SPECMILL_URL: this.service.url, SPECMILL_API_KEY: this.keys[name] ?? '' };
    const { code, stdout, stderr } = this.at.call(args, { env });
    assert.is(code, 0, stderr);
    return stdout;
  }

  async job(name: string): Promise<JobView> {
    return (await (await this.send('root', `/jobs/${name}`)).json()) as JobView;
  }

  async files(job: string, state: FileView['state']): Promise<FileView[]> {
    const files = (await (await this.send('root', `/jobs/${job}/files?state=${state}`)).json()) as FileView[];
    return files.filter(({ pending }) => !pending);
  }

  /** Waits until a job has this file in a state. */
  async fileIn(job: string, name: string, state: FileView['state']): Promise<FileView> {
    let found: FileView | undefined;
    await eventually(async () => {
      found = (await this.files(job, state)).find((file) => file.name === name);
      return found !== undefined;
    });
    if (found === undefined) throw new Error('unreachable');
    return found;
  }

  /** The messages of the topic, as the number of the record and the amount. */
  async messages(topic: string): Promise<string[]> {
    const found = (await (await this.send('root', `/topics/${topic}/messages?limit=1000`)).json()) as {
      headers: Record<string, string>;
      value: string;
    }[];
    return found.map(({ headers, value }) => `${headers['ce_id']?.split(':')[1]}=${JSON.parse(value).amount}`);
  }

  /** How many alerts of a kind a job has raised. */
  async alerts(job: string, kind: string): Promise<number> {
    const text = await (await this.send('root', '//metrics')).text();
    const [, count = '0'] =
      new RegExp(`^specmill_job_alerts_total\\{job="${job}",kind="${kind}"\\} (\\d+)$`, 'm').exec(text) ?? [];
    return Number(count);
  }

  put(path: string, text: string): void {
    writeFileSync(join(this.root, `${path}.part`), text);
    this.at.shell(`mv '${join(this.root, `${path}.part`)}' '${join(this.root, path)}'`);
  }

  async useEncoding(name: string, encoding: string): Promise<void> {
    const version = async () =>
      ((await (await this.send('root', `/specs/${name}`)).json()) as { version: string }).version;
    const before = await version();
    this.at.write(`specs/${name}.yaml`, spec(name, encoding));
    await eventually(async () => (await version()) !== before);
  }
}

if (requireServer('OpenSSH', 'a day of an operator'))
  await testDatabases(
    'a day of an operator',
    ({ test }) => {
      test('each fault is seen, stopped and done again', async (database) => {
        const sftp = await startOpenSsh();
        await spend(sftp, database).finally(() => sftp.close());
      });
    },
    ['postgresql'],
  );

async function spend(sftp: OpenSshServer, database: DatabaseServer): Promise<void> {
  const at = createWorkplace();
  for (const name of ['orders', 'letters']) at.write(`specs/${name}.yaml`, spec(name, 'windows-1252'));
  const keys = Object.entries(KEYS).map(([name, scope]) => {
    const { stdout, stderr, code } = at.call(['keys', 'add', name, '--scope', scope]);
    assert.is(code, 0, stderr);
    return [name, stdout.trim()] as const;
  });
  const service = await startService(at, ['--threads', '1', '--integration-hosts', '127.0.0.1,localhost']);
  const day = new Day(at, service, sftp.folder, Object.fromEntries(keys));
  const session = await database.connect();
  try {
    await session.run('CREATE TABLE orders (ce_id varchar(200) PRIMARY KEY, id text, buyer text, amount numeric)');
    await prepare(day, sftp, database);
    const rows = async (): Promise<string[]> =>
      (await session.rows<{ ce_id: string; amount: string }>('SELECT ce_id, amount FROM orders')).map(
        ({ ce_id, amount }) => `${ce_id.split(':')[1]}=${Number(amount)}`,
      );
    await wrongEncoding(day, rows);
    await rejectedRecords(day, rows);
    await wrongPassword(day, database, rows);
    await missingPlaces(day);
    await manyFailed(day);
  } finally {
    await session.close();
    await service.stop();
    at.remove();
  }
}

async function prepare(day: Day, sftp: OpenSshServer, { settings }: DatabaseServer): Promise<void> {
  const { driver, host, port, database, username, password } = settings;
  const { hostKey, privateKey } = sftp;
  await day.post('/credentials', {
    ...{ name: 'key', type: 'SSH_KEY', secret: { privateKey }, metadata: { username: sftp.username } },
  });
  await day.post('/credentials', { name: 'db', type: 'PASSWORD', secret: { password }, metadata: { username } });
  const place = { host: sftp.host, port: sftp.port, root: sftp.folder, hostKeys: [hostKey] };
  await day.post('/integrations', { name: 'partner', type: 'SFTP', credentialId: 'key', config: place });
  const config = { driver, host, port, database };
  await day.post('/integrations', { name: 'warehouse', type: 'DATABASE', credentialId: 'db', config });
  for (const name of ['topic', 'table', 'letters', 'lost-table']) mkdirSync(join(sftp.folder, name));
  const job = (name: string, to: object, path = name) => ({
    name,
    source: { integration: 'partner', path: `/${path}`, pattern: '*.csv' },
    spec: name === 'letters' ? 'letters' : 'orders',
    schedule: { every: '1s' },
    ready: { unchangedFor: '0s' },
    to,
    then: {
      done: { move: `${name}-archive/{name}` },
      failed: { move: `${name}-failed/{name}`, reason: true },
      rejects: { path: `${name}-rejects/{name}` },
    },
    retry: { backoff: '1s..1s' },
    approval: { above: 0 },
  });
  await day.post('/jobs', job('topic', { topic: 'orders' }));
  await day.post('/jobs', job('table', { integration: 'warehouse', table: 'orders' }));
  await day.post('/jobs', job('letters', { topic: 'letters' }));
  await day.post('/jobs', job('lost-folder', { topic: 'lost' }));
  await day.post('/jobs', job('lost-table', { integration: 'warehouse', table: 'nowhere' }));
}

type Rows = () => Promise<string[]>;

/** Nothing is published, an alert is raised, and after the correction of the spec the file is retried. */
async function wrongEncoding(day: Day, rows: Rows): Promise<void> {
  for (const job of ['topic', 'table']) {
    day.put(`${job}/umlauts.csv`, UMLAUTS);
    const { reason, records } = await day.fileIn(job, 'umlauts.csv', 'failed');
    assert.equal([reason?.code, (records?.total ?? 0) - (records?.rejected ?? 0)], ['ENCODING_SUSPECT', 0]);
    assert.is(await day.alerts(job, 'run_failed'), 1);
    assert.match(day.call('root', 'jobs', 'files', job, '--state', 'failed'), 'umlauts.csv');
  }
  assert.equal(await rows(), []);
  const topics = (await (await day.send('root', '/topics')).json()) as { name: string; messages: number }[];
  assert.is(topics.find(({ name }) => name === 'orders')?.messages ?? 0, 0);
  await day.useEncoding('orders', 'UTF-8');
  for (const job of ['topic', 'table']) {
    day.call('anna', 'jobs', 'retry', job, '--state', 'failed');
    assert.equal((await day.fileIn(job, 'umlauts.csv', 'done')).records?.rejected, 0);
    const left = readdirSync(join(day.root, `${job}-archive`)).sort();
    assert.equal(left.slice(0, 2), ['umlauts.csv', 'umlauts.csv.reason.json']);
    assert.equal(readdirSync(join(day.root, `${job}-failed`)), []);
  }
  assert.equal(await day.messages('orders'), ['1=1', '2=2', '3=3', '4=4']);
  assert.equal((await rows()).sort(), ['1=1', '2=2', '3=3', '4=4']);
}

/** 3 of 14 records are rejected, repaired by anna and approved by berta. */
async function rejectedRecords(day: Day, rows: Rows): Promise<void> {
  const text = fileOf((record) => (isBad(record) ? '0' : '5'));
  const rejects = fileOf(() => '0', isBad);
  for (const job of ['topic', 'table']) {
    const before = (await rows()).length;
    day.put(`${job}/some.csv`, text);
    const { id, runId, records } = await day.fileIn(job, 'some.csv', 'done');
    assert.equal(records, { total: 14, processed: 11, failed: 0, skipped: 3, rejected: 3 });
    assert.match(day.call('root', 'jobs', 'files', job), / 14 +3 .*some\.csv/);
    assert.is(await day.alerts(job, 'records_rejected'), 1);
    assert.is(readFileSync(join(day.root, `${job}-rejects/some.csv`), 'utf8'), rejects);
    const body = formOf({ file: csvFile(rejects.replaceAll(',0\n', ',9\n'), 'some.csv') });
    const asked = await day.send('anna', `/runs/${runId}/rejects/retry`, { method: 'POST', body });
    assert.is(((await asked.json()) as FileView).state, 'needs_approval');
    await day.fileIn(job, 'some.csv', 'needs_approval');
    const decision = jsonInit('POST', { comment: 'compared with the orders' });
    assert.is((await day.send('anna', `/jobs/${job}/files/${id}/approve`, decision)).status, 403);
    if (job === 'table') assert.is((await rows()).length, before + 11, 'nothing is published before the approval');
    day.call('berta', 'jobs', 'approve', job, 'some.csv', '--comment', 'compared with the orders');
    const done = await day.fileIn(job, 'some.csv', 'done');
    assert.equal(done.records, { total: 14, processed: 14, failed: 0, skipped: 0, rejected: 0 });
    assert.not(existsSync(join(day.root, `${job}-rejects/some.csv`)));
    assert.is(readFileSync(join(day.root, `${job}-archive/some.csv.rejects`), 'utf8'), rejects);
  }
  const repaired = BAD.map((record) => `${record}=9`);
  const good = Array.from({ length: 14 }, (_, index) => index + 1).flatMap((record) =>
    isBad(record) ? [] : [`${record}=5`],
  );
  assert.equal((await day.messages('orders')).slice(4), [...good, ...repaired]);
  assert.equal((await rows()).filter((row) => /=[59]$/.test(row)).sort(), [...good, ...repaired].sort());
  const audit = await (await day.send('root', '/audit?limit=500')).text();
  assert.is(audit.split('compared with the orders').length - 1, 4, 'two of the person that asked, which were refused');
}

/** The job is paused, no file fails, and it works again by itself. */
async function wrongPassword(day: Day, { settings: { password } }: DatabaseServer, rows: Rows): Promise<void> {
  const before = (await rows()).length;
  const use = async (secret: string): Promise<void> => {
    const { id } = (await (await day.send('root', '/credentials')).json()).find(
      ({ name }: { name: string }) => name === 'db',
    ) as { id: string };
    const changed = await day.send('root', `/credentials/${id}`, jsonInit('PUT', { secret: { password: secret } }));
    assert.is(changed.status, 200, await changed.text());
  };
  await use('wrong');
  day.put('table/later.csv', 'id,buyer,amount\nl1,Meier,7\n');
  await eventually(async () => (await day.job('table')).status === 'paused_by_error');
  const { lastError, counts } = await day.job('table');
  assert.equal([lastError?.code, counts.failed, counts.quarantined], ['authentication_failed', 0, 0]);
  assert.is(await day.alerts('table', 'job_paused'), 1);
  await use(password ?? '');
  assert.equal((await day.fileIn('table', 'later.csv', 'done')).records?.rejected, 0);
  await eventually(async () => (await day.job('table')).status === 'active');
  assert.is((await rows()).length, before + 1);
}

/** A missing folder and a missing table are named, with the way out. */
async function missingPlaces(day: Day): Promise<void> {
  await eventually(async () => (await day.job('lost-folder')).lastError?.code === 'folder_not_found');
  const folder = (await day.job('lost-folder')).lastError;
  assert.equal([folder?.name, /Create it/.test(folder?.message ?? '')], ['lost-folder', true], folder?.message);
  mkdirSync(join(day.root, 'lost-folder'));
  await eventually(async () => (await day.job('lost-folder')).status === 'active');
  day.put('lost-table/a.csv', 'id,buyer,amount\nx1,Meier,1\n');
  await eventually(async () => (await day.job('lost-table')).lastError?.code === 'table_not_found');
  const { lastError, counts } = await day.job('lost-table');
  assert.equal([lastError?.name, counts.failed], ['nowhere', 0], lastError?.message);
  assert.match(day.call('root', 'jobs', 'show', 'lost-table'), /table_not_found.*nowhere/s);
}

/** 40 failed files are retried with one command. */
async function manyFailed(day: Day): Promise<void> {
  for (let file = 1; file <= 40; file++) day.put(`letters/${file}.csv`, UMLAUTS.replace(/^u/gm, `u${file}-`));
  await eventually(async () => (await day.files('letters', 'failed')).length === 40);
  await day.useEncoding('letters', 'UTF-8');
  assert.is(day.call('anna', 'jobs', 'retry', 'letters', '--state', 'failed').trim().split('\n').length, 40);
  await eventually(async () => (await day.files('letters', 'done')).length === 40);
  assert.is((await day.messages('letters')).length, 160);
  assert.equal(readdirSync(join(day.root, 'letters-failed')), []);
}

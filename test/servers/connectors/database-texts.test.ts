/** Texts that a real database makes of sensitive values, in triggers and constraints: none of them leaves the service. */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { DatabaseDriver } from '../../../runtime/base/database/settings.ts';
import type { JobView } from '../../../runtime/jobs/job-view.ts';
import { eventually, jsonInit, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { testDatabases } from './database-servers.ts';

const CANARY = 'CANARY-7f3a';
const SPEC = `name: accounts
format: CSV
fields:
  - { name: id, type: STRING }
  - { name: iban, type: STRING, sensitive: true }
`;
const FILE = `id,iban\n1,${CANARY}-1\n2,${CANARY}-2\n`;

/** What refuses the records of a table, as its owner may have written it. */
const REFUSALS: Readonly<Record<DatabaseDriver, Readonly<Record<string, (table: string) => readonly string[]>>>> = {
  postgresql: {
    trigger: (table) => [
      `CREATE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'iban % is too short', NEW.iban USING DETAIL = NEW.iban, HINT = NEW.iban; END $$`,
      `CREATE TRIGGER refuse BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_${table}()`,
    ],
    constraint: (table) => [`ALTER TABLE ${table} ADD CONSTRAINT iban_length CHECK (length(iban) < 5)`],
    unique: (table) => [
      `CREATE UNIQUE INDEX ${table}_once ON ${table} (iban)`,
      `INSERT INTO ${table} (id, iban, ce_id) VALUES ('0', '${CANARY}-2', 'x:1')`,
    ],
    type: (table) => [`ALTER TABLE ${table} ALTER COLUMN iban TYPE integer USING 0`],
    length: (table) => [`ALTER TABLE ${table} ALTER COLUMN iban TYPE varchar(4)`],
  },
  mariadb: {
    trigger: (table) => [
      `CREATE TRIGGER refuse_${table} BEFORE INSERT ON ${table} FOR EACH ROW BEGIN DECLARE said VARCHAR(100); SET said = CONCAT('iban ', NEW.iban, ' is too short'); SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = said; END`,
    ],
    constraint: (table) => [`ALTER TABLE ${table} ADD CONSTRAINT iban_length CHECK (length(iban) < 5)`],
    unique: (table) => [
      `ALTER TABLE ${table} ADD UNIQUE (iban(40))`,
      `INSERT INTO ${table} (id, iban, ce_id) VALUES ('0', '${CANARY}-2', 'x:1')`,
    ],
    type: (table) => [`ALTER TABLE ${table} MODIFY iban INTEGER`],
    length: (table) => [`ALTER TABLE ${table} MODIFY iban VARCHAR(4)`],
  },
};

await testDatabases('texts of the database', ({ driver, test }) => {
  test('a sensitive value in the text of a refusal is in no answer, log, alert or reason', async (server) => {
    const posted: string[] = [];
    const receiver = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => posted.push(text));
      request.on('end', () => response.end());
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const at = createWorkplace({ env: { SPECMILL_ALERT_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}` } });
    at.write('specs/accounts.yaml', SPEC);
    mkdirSync(at.path('files'));
    const session = await server.connect();
    const service = await startService(at, [
      ...['--integration-hosts', '127.0.0.1', '--local-roots', at.path('files')],
      ...['--alert-url', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`],
    ]);
    try {
      await eventually(async () => (await (await service.fetch('/specs')).text()).includes('accounts'));
      await addIntegrations(service, server.settings, at.path('files'));
      for (const [name, refuse] of Object.entries(REFUSALS[driver])) {
        const table = `refused_${name}`;
        const [text, id] = driver === 'postgresql' ? ['text', 'text'] : ['TEXT', 'VARCHAR(100)'];
        await session.run(`CREATE TABLE ${table} (id ${text}, iban ${text}, ce_id ${id} PRIMARY KEY)`);
        for (const statement of refuse(table)) await session.run(statement);
        mkdirSync(at.path(`files/${name}`), { recursive: true });
        at.write(`files/${name}/a.csv`, FILE);
        await post(service, '/jobs', {
          ...{ name, spec: 'accounts', schedule: { every: '1s' }, ready: { unchangedFor: '0s', minAge: '0s' } },
          ...{
            source: { integration: `folder-${name}`, path: '/', pattern: '*.csv' },
            to: { integration: 'database', table },
          },
          then: { done: { move: 'archive/{name}' }, failed: { move: 'failed/{name}' } },
        });
        await eventually(() => isRefused(service, name));
      }
      await eventually(() => posted.length > 0);
      await search(service, { posted, folder: at.path('files') });
    } finally {
      await service.stop();
      assert.not.match(service.stderr(), new RegExp(CANARY), 'the log');
      await session.close();
      receiver.close();
      at.remove();
    }
  });
});

async function post(service: Service, path: string, body: object): Promise<void> {
  const response = await service.fetch(path, jsonInit('POST', body));
  assert.is(response.status, 201, await response.text());
}

async function addIntegrations(
  service: Service,
  {
    driver,
    host,
    port,
    database,
    username,
    password,
  }: { driver: DatabaseDriver; host: string; port: number; database: string; username: string; password: string },
  files: string,
): Promise<void> {
  await post(service, '/credentials', { name: 'key', type: 'PASSWORD', secret: { password }, metadata: { username } });
  const config = { driver, host, port, database };
  await post(service, '/integrations', { name: 'database', type: 'DATABASE', credentialId: 'key', config });
  for (const name of Object.keys(REFUSALS[driver])) {
    mkdirSync(join(files, name), { recursive: true });
    const root = join(files, name);
    await post(service, '/integrations', { name: `folder-${name}`, type: 'LOCAL_FS', config: { root } });
  }
}

/** Whether the file of a job has failed, or the job has paused because of its destination. */
async function isRefused(service: Service, job: string): Promise<boolean> {
  const files = (await (await service.fetch(`/jobs/${job}/files`)).json()) as { state: string }[];
  const { state } = (await (await service.fetch(`/jobs/${job}`)).json()) as JobView;
  assert.ok(!files.some((file) => file.state === 'done'), `${job} was published`);
  return files.some((file) => file.state === 'failed') || state === 'paused_by_error';
}

/** Looks for the canary in all answers about jobs and runs, in alerts, and in the reasons beside the files. */
async function search(
  service: Service,
  { posted, folder }: { posted: readonly string[]; folder: string },
): Promise<void> {
  const jobs = (await (await service.fetch('/jobs')).json()) as { name: string }[];
  const runs = (await (await service.fetch('/runs')).json()) as { runId: string }[];
  assert.ok(runs.length > 0 && jobs.length > 0);
  const paths = ['/jobs', '/runs', '/audit', '/integrations', '//metrics', '//health/ready'].concat(
    jobs.flatMap(({ name }) => [`/jobs/${name}`, `/jobs/${name}/files`]),
    runs.flatMap(({ runId }) => [`/runs/${runId}`, `/runs/${runId}/errors`]),
  );
  for (const path of paths) assert.not.match(await (await service.fetch(path)).text(), new RegExp(CANARY), path);
  assert.not.match(posted.join(''), new RegExp(CANARY), 'alerts');
  const reasons = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /reason/u.test(name));
  for (const name of reasons.filter((one) => statSync(join(folder, one)).isFile()))
    assert.not.match(readFileSync(join(folder, name), 'utf8'), new RegExp(CANARY), name);
}

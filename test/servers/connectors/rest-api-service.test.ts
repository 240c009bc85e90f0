import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestService, type TestService } from '../../runtime/integrations/service.ts';
import { eventually } from '../../runtime/service.ts';
import { findTestProgram } from '../../support/runner/test-program.ts';
import { requireServer } from './install/require-server.ts';
import { createCertificates } from './servers/certificates.ts';
import { startNginx } from './servers/nginx.ts';
import { CLIENTS, startOAuth2 } from './servers/oauth2-server.ts';

const SPEC = { name: 'claims', format: 'CSV', fields: [{ name: 'id', type: 'STRING', required: true }] };
const WRONG = 'wrong-m4rk3r-secret';

if (requireServer('nginx', 'REST_API in the service') && requireServer('oidc-provider', 'REST_API in the service'))
  await testService();

async function testService(): Promise<void> {
  const tokens = await startOAuth2();
  const { valid: certificate } = createCertificates();
  const server = await startNginx({ isActive: tokens.isActive, certificate });
  mkdirSync(join(server.folder, 'in'));
  writeFileSync(join(server.folder, 'in/claims.csv'), 'id\na\nb\n');
  writeFileSync(join(server.folder, 'in/other.txt'), 'x');
  const service = await startTestService({ integrationHosts: ['127.0.0.1'] });
  const credential = await createIntegration(service);

  /** Creates the integration `download`, and returns the id of its credential. */
  async function createIntegration({ call }: TestService): Promise<string> {
    const metadata = { ...CLIENTS.basic, tokenUrl: tokens.tokenUrl, scope: 'files' };
    const secret = { clientSecret: tokens.clientSecret };
    const stored = await call('POST', '/credentials', { name: 'client', type: 'OAUTH2_CLIENT', secret, metadata });
    assert.is(stored.status, 201, stored.text);
    const baseUrl = `http://127.0.0.1:${server.port}/bearer/in`;
    const config = { baseUrl, files: { list: 'index.json', pointer: '/data/files' }, timeout: '5s' };
    const body = { name: 'download', type: 'REST_API', credentialId: 'client', config };
    const created = await call('POST', '/integrations', body);
    assert.equal([created.status, created.body.config.headers], [201, {}], created.text);
    assert.is((await call('POST', '/specs', SPEC)).status, 201);
    return stored.body.id;
  }

  const test = suite('REST_API in the service');
  const source = { integrationId: 'download', path: 'claims.csv' };
  const stepsOf = (body: { steps: { step: string; ok: boolean }[] }) =>
    body.steps.map(({ step, ok }) => `${step} ${ok}`);

  test('the connection test has all steps, and files are listed', async () => {
    const { body, text } = await service.call('POST', '/integrations/download/test');
    assert.equal(stepsOf(body), ['resolve true', 'connect true', 'authenticate true', 'list true'], text);
    const write = await service.call('POST', '/integrations/download/test', { write: true });
    assert.is(stepsOf(write.body).at(-1), 'write false');
    const files = await service.call('GET', '/integrations/download/files?pattern=*.csv');
    assert.equal(
      files.body.map(({ path, size }: { path: string; size: number }) => [path, size]),
      [['claims.csv', 7]],
    );
  });

  test('a file is validated and published, and the responses are those of an upload', async () => {
    const checked = await service.call('POST', '/transform/validate', { specId: 'claims', source });
    assert.equal([checked.status, checked.body.totalRecords], [200, 2], checked.text);
    const body = { specId: 'claims', brokerTopic: 'one', source };
    const published = await service.call('POST', '/transform/file-to-events', body);
    assert.equal([published.status, published.body.status, published.body.processedRecords], [200, 'SUCCESS', 2]);
    const missing = await service.call('POST', '/transform/validate', {
      specId: 'claims',
      source: { ...source, path: 'no.csv' },
    });
    assert.equal([missing.status, missing.body.code], [404, 'source_not_found']);
  });

  const job = {
    name: 'downloads',
    source: { integration: 'download', pattern: '*.csv' },
    spec: 'claims',
    schedule: { every: '1s' },
    ready: { unchangedFor: 0 },
    take: { identity: 'VERSION' },
    to: { topic: 'jobs' },
  };

  test('a job takes each version of a file once, and must not move it', async () => {
    const refused = await service.call('POST', '/jobs', { ...job, then: { done: 'delete' } });
    assert.equal([refused.status, refused.body.code, refused.body.field], [422, 'invalid_job', 'then.done']);
    const created = await service.call('POST', '/jobs', job);
    assert.is(created.status, 201, created.text);
    const values = async () => {
      const messages = await service.call('GET', '/topics/jobs/messages');
      // The topic does not exist before the first message.
      return (messages.status === 200 ? messages.body : []).map(({ value }: { value: string }) => JSON.parse(value).id);
    };
    const publishes = (expected: string[]) =>
      eventually(async () => JSON.stringify(await values()) === JSON.stringify(expected));
    await publishes(['a', 'b']);
    writeFileSync(join(server.folder, 'in/claims.csv'), 'id\nc\nd\ne\n');
    await publishes(['a', 'b', 'c', 'd', 'e']);
    const looks = async () => (await service.call('GET', '/jobs/downloads')).body.lastCheck;
    const before = await looks();
    await eventually(async () => (await looks()) !== before);
    assert.equal(await values(), ['a', 'b', 'c', 'd', 'e']);
  });

  test('a rotated credential is used, also by a job: it pauses with a wrong one, and continues', async () => {
    const rotate = (clientSecret: string) =>
      service.call('PUT', `/credentials/${credential}`, { secret: { clientSecret } });
    await rotate(WRONG);
    const { body } = await service.call('POST', '/integrations/download/test');
    assert.equal(stepsOf(body), ['resolve true', 'connect true', 'authenticate false']);
    const failed = await service.call('POST', '/transform/validate', { specId: 'claims', source });
    assert.equal([failed.status, failed.body.reason ?? failed.body.code], [502, 'authentication_failed'], failed.text);
    await eventually(async () => (await service.call('GET', '/jobs/downloads')).body.status === 'paused_by_error');
    const paused = await service.call('GET', '/jobs/downloads');
    assert.is(paused.body.lastError.code, 'authentication_failed');
    await rotate(tokens.clientSecret);
    await service.call('POST', '/jobs/downloads/resume');
    await eventually(async () => (await service.call('GET', '/jobs/downloads')).body.status === 'active');
    assert.not.match([body, failed.body, paused.body].map((each) => JSON.stringify(each)).join(), /m4rk3r/);
    assert.not.match(service.log.join(), /m4rk3r/);
  });

  test('the commands ls and transform --from read it', async () => {
    await service.stop();
    writeFileSync(join(service.folder, 'specs/letters.yaml'), JSON.stringify({ ...SPEC, name: 'letters' }));
    const { program } = await findTestProgram();
    const call = (...args: string[]) =>
      new Promise<{ stdout: string; stderr: string }>((resolve, reject) => {
        const env = {
          ...process.env,
          SPECMILL_INTEGRATION_HOSTS: '127.0.0.1',
          SPECMILL_DATA: join(service.folder, 'data'),
        };
        const options = { cwd: service.folder, env: { ...env, SPECMILL_SPECS: join(service.folder, 'specs') } };
        execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
          error === null ? resolve({ stdout, stderr }) : reject(new Error(`${error.message} ${stdout} ${stderr}`)),
        );
      });
    assert.match((await call('integrations')).stdout, /download +REST_API +http:\/\/127\.0\.0\.1:\d+\/bearer\/in/);
    assert.match((await call('integrations', 'test', 'download')).stdout, /ok +list/);
    const listed = JSON.parse((await call('ls', 'download:', '--json')).stdout);
    assert.equal(listed.map(({ name }: { name: string }) => name).sort(), ['claims.csv', 'other.txt']);
    const { stdout } = await call('transform', '--spec', 'letters', '--from', 'download:claims.csv', '--out', '-');
    assert.match(stdout, /"id":"c"/);
  });

  test.after(async () => {
    await service.remove();
    await server.close();
    await tokens.close();
  });
  test.run();
}

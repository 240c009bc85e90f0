/** A marker in every secret: it is found nowhere outside of the vault's ciphertext and the process's memory. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fingerprintOf } from '../../../runtime/connector/sftp/connect.ts';
import { createMasterKeyText } from '../../../runtime/state/vault/master-key.ts';
import { startTestService } from './service.ts';

const MARKER = 'm4rk3rZZ0815';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const pkcs8 = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const [, keyLine = ''] = pem.split('\n');
const account = JSON.stringify({
  type: 'service_account',
  client_email: 'files@project.example',
  project_id: 'project',
  private_key: pkcs8,
  private_key_id: MARKER,
});

/** A valid secret of each type. The private keys are their own markers. */
const SECRETS = {
  SSH_KEY: { secret: { privateKey: pem }, metadata: { username: 'u' } },
  PASSWORD: { secret: { password: `${MARKER}-tail` }, metadata: { username: 'u' } },
  API_TOKEN: { secret: { token: `${MARKER}-tail` }, metadata: {} },
  CLOUD_A_ACCESS_KEY: {
    secret: { secretAccessKey: `${MARKER}-tail`, sessionToken: `${MARKER}-tail` },
    metadata: { accessKeyId: 'A' },
  },
  CLOUD_B_SAS: { secret: { sasToken: `sv=1&se=2030-01-01&sig=${MARKER}-tail` }, metadata: {} },
  CLOUD_C_SERVICE_ACCOUNT: { secret: { serviceAccount: account }, metadata: {} },
  OAUTH2_CLIENT: {
    secret: { clientSecret: `${MARKER}-tail` },
    metadata: { clientId: 'c', tokenUrl: 'https://login.example/token' },
  },
} as const;
const MARKERS = [MARKER, keyLine, pkcs8.split('\n')[1] ?? ''];

const service = await startTestService({ integrationHosts: ['127.0.0.1'] });
const seen: string[] = [];
const { port, hostKey, close } = await startRefusingServer();
test.after(async () => {
  close();
  await service.remove();
});

/** Sends a request, and remembers the response. */
async function call(method: string, path: string, body?: unknown) {
  const answer = await service.call(method, path, body);
  seen.push(`${method} ${path} ${JSON.stringify([...answer.headers])} ${answer.text}`);
  return answer;
}

/** Starts an SSH server that refuses every user. */
async function startRefusingServer(): Promise<{ port: number; hostKey: string; close(): void }> {
  const server = new ssh2.Server({ hostKeys: [pem] }, (client) => {
    client.on('authentication', (context) => context.reject()).on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const parsed = ssh2.utils.parseKey(pem);
  if (parsed instanceof Error || Array.isArray(parsed)) throw new Error('one key was expected');
  return {
    port: (server.address() as AddressInfo).port,
    hostKey: fingerprintOf(parsed.getPublicSSH()),
    close: () => server.close(),
  };
}

/** Returns the texts of all files below a folder. */
function readAll(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? readAll(path) : [readFileSync(path, 'latin1')];
  });
}

test('credentials of every type are stored, read, rotated, used and refused', async () => {
  for (const [index, [type, { secret, metadata }]] of Object.entries(SECRETS).entries()) {
    const name = `c-${index}`;
    assert.is((await call('POST', '/credentials', { name, type, secret, metadata })).status, 201, type);
    await call('POST', '/credentials', { name, type, secret, metadata });
    await call('GET', `/credentials/${name}`);
    assert.is((await call('PUT', `/credentials/${name}`, { secret })).body.version, 2, type);
    // Everything that can be wrong with a request that contains the secret.
    const [first = ''] = Object.values(secret);
    const wrong: unknown[] = [
      { name: first, type, secret, metadata },
      { name: 'x', type: first, secret, metadata },
      { name: 'x', type, secret: { ...secret, unknown: first }, metadata },
      { name: 'x', type, secret: [first], metadata },
      { name: 'x', type, secret, metadata: { ...metadata, unknown: first } },
      { name: 'x', type, secret, metadata: first },
      { name: 'x', type, secret, metadata, owner: first },
      { name: 'x', type: 'SSH_KEY', secret: first.slice(0, -9), metadata: { username: 'u' } },
      { name: 'x', type: 'CLOUD_C_SERVICE_ACCOUNT', secret: first.slice(0, -9) },
      { name: 'x', type: 'CLOUD_B_SAS', secret: first.replace('sig', 'gis') },
      `{"secret": ${JSON.stringify(first)}`,
    ];
    for (const body of wrong) {
      const { status } = await call('POST', '/credentials', body);
      assert.ok(status === 201 || (status >= 400 && status < 500), `${type} ${status}`);
    }
    // A secret that is misplaced in an integration.
    const config = { host: `u:${first}@h`, root: `/x://u:${first}@h/` };
    for (const each of [config, { host: 'h', root: config.root }, { host: 'h', password: first }, first])
      assert.is(
        (await call('POST', '/integrations', { name: 'x', type: 'SFTP', credentialId: name, config: each })).status,
        422,
      );
    assert.is(
      (await call('POST', '/integrations', { name: 'x', type: 'SFTP', credentialId: first, config: { host: 'h' } }))
        .status,
      422,
    );
    await call('GET', '/credentials');
  }
});

test('connections that fail at every step do not reveal the secret', async () => {
  const hosts = {
    refused: { host: '169.254.169.254' },
    closed: { host: '127.0.0.1', port: 1 },
    'unknown-key': { host: '127.0.0.1', port },
    unauthenticated: { host: '127.0.0.1', port, hostKeys: [hostKey] },
  };
  const failed: string[] = [];
  for (const type of ['SSH_KEY', 'PASSWORD'] as const)
    for (const [step, config] of Object.entries(hosts)) {
      const name = `${step}-${type === 'SSH_KEY' ? 'c-0' : 'c-1'}`;
      await call('POST', '/credentials', { ...SECRETS[type], name, type });
      const credentialId = name;
      await call('POST', '/integrations', { name, type: 'SFTP', credentialId, config });
      const { body } = await call('POST', `/integrations/${name}/test`, { write: true });
      failed.push(body.steps.at(-1).step);
      await call('GET', `/integrations/${name}/files`);
      const source = { integrationId: name, path: 'x.csv' };
      await call('POST', '/transform/validate', { specId: 'none', source });
    }
  assert.equal(failed, [...failed.slice(0, 4), ...failed.slice(0, 4)]);
  assert.equal(failed.slice(0, 4), ['resolve', 'connect', 'hostKey', 'authenticate']);
});

/** Starts an HTTP server that repeats in its responses what it receives. The path is the status. */
async function startEchoServer(): Promise<{ url: string; received: string[]; close(): void }> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(`${JSON.stringify(request.headers)} ${body}`);
    const echo = JSON.stringify({ error: received.at(-1), error_description: body, access_token: `${body}\n` });
    const status = Number(request.url?.slice(1, 4)) || 200;
    response.writeHead(status, { 'content-type': 'application/json', location: `/404?${encodeURIComponent(body)}` });
    response.end(request.method === 'HEAD' ? '' : echo);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, close: () => server.close() };
}

test('requests to a server that repeats the secret, and to its token endpoint, do not reveal it', async () => {
  const echo = await startEchoServer();
  const failed: string[] = [];
  for (const type of ['PASSWORD', 'API_TOKEN', 'OAUTH2_CLIENT'] as const)
    for (const status of [200, 302, 400, 401, 403, 404, 501]) {
      const name = `rest-${type.toLowerCase().replace('_', '-')}-${status}`;
      const tokenUrl = `${echo.url}/${status}`;
      const metadata = {
        ...SECRETS[type].metadata,
        ...(type === 'OAUTH2_CLIENT' && { tokenUrl, authMethod: 'client_secret_post' }),
      };
      await call('POST', '/credentials', { ...SECRETS[type], name, type, metadata });
      const config = { baseUrl: `${echo.url}/${status}`, timeout: '2s' };
      const created = await call('POST', '/integrations', { name, type: 'REST_API', credentialId: name, config });
      assert.is(created.status, 201, created.text);
      const { body } = await call('POST', `/integrations/${name}/test`);
      failed.push(`${type} ${status} ${body.steps.at(-1).step}`);
      await call('GET', `/integrations/${name}/files`);
      await call('POST', '/transform/validate', { specId: 'none', source: { integrationId: name, path: 'x.csv' } });
    }
  echo.close();
  assert.is(failed.length, 21);
  assert.ok(
    failed.includes('API_TOKEN 401 authenticate') && failed.includes('OAUTH2_CLIENT 200 authenticate'),
    failed.join(),
  );
  // The secrets were sent where they belong.
  for (const sent of [
    `${MARKER}-tail`,
    Buffer.from(`u:${MARKER}`).toString('base64').slice(0, 16),
    `client_secret=${MARKER}`,
  ])
    assert.ok(
      echo.received.some((text) => text.includes(sent)),
      sent,
    );
});

test('a locked vault does not reveal the secret', async () => {
  await service.restart({ masterKey: createMasterKeyText(), integrationHosts: ['127.0.0.1'] });
  await call('PUT', '/credentials/c-1', SECRETS.PASSWORD);
  await call('POST', '/credentials', { name: 'late', type: 'PASSWORD', ...SECRETS.PASSWORD });
  assert.is((await call('POST', '/integrations/closed-c-1/test')).body.code, 'vault_locked');
});

test('the marker is in no response, log, file of the data folder or process argument', async () => {
  const processes = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  const places = {
    responses: seen,
    log: service.log,
    data: readAll(join(service.folder, 'data')),
    processes: [processes],
  };
  assert.ok(seen.length > 100 && service.log.length > 0 && places.data.length > 1);
  for (const [place, texts] of Object.entries(places))
    for (const text of texts)
      for (const marker of MARKERS)
        for (const form of [marker, Buffer.from(marker).toString('base64').slice(0, -4), encodeURIComponent(marker)])
          assert.not.ok(text.includes(form), `${place}: ${text.slice(0, 300)}`);
});

test.run();

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ConnectStep, Connector } from '../../../runtime/connector/connector.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { createRestApiConnector, type RestApiConfig } from '../../../runtime/connector/rest-api/rest-api.ts';
import type { OpenedCredential } from '../../../runtime/state/vault/vault.ts';
import { codeOf, collect, type ConnectOptions, readAll, type Subject, testConnector } from './contract.ts';
import { requireServer } from './install/require-server.ts';
import { putLarge, readAcross } from './large-file.ts';
import { failureOf, testNetwork } from './network-contract.ts';
import { createCertificates } from './servers/certificates.ts';
import { createPut } from './servers/folder.ts';
import { NGINX_USER, startNginx } from './servers/nginx.ts';
import { CLIENTS, startOAuth2 } from './servers/oauth2-server.ts';
import { startRelay } from './servers/server-process.ts';

const guard = createHostGuard(['127.0.0.1']);

if (requireServer('nginx', 'REST_API') && requireServer('oidc-provider', 'REST_API')) await testRestApi();

async function testRestApi(): Promise<void> {
  const certificates = createCertificates();
  const tokens = await startOAuth2();
  const server = await startNginx({ isActive: tokens.isActive, certificate: certificates.valid });

  interface Options extends ConnectOptions {
    readonly zone?: 'open' | 'listed' | 'password' | 'bearer';
    readonly credential?: Omit<OpenedCredential, 'id' | 'version'> | null;
    readonly files?: RestApiConfig['files'];
    onStep?(step: ConnectStep): void;
  }

  const clientOf = (name: keyof typeof CLIENTS, scope = 'files') => ({
    type: 'OAUTH2_CLIENT',
    metadata: { ...CLIENTS[name], tokenUrl: tokens.tokenUrl, scope },
    secret: { clientSecret: tokens.clientSecret },
  });

  function connect(folder: string, options: Options = {}): Connector {
    const { zone = 'bearer', isSecure = false, isWrong, timeoutMs = 30_000, credential = clientOf('basic') } = options;
    const { files = { list: 'index.json', pointer: '/data/files', name: 'name' }, port, ...others } = options;
    const origin = `${isSecure ? 'https' : 'http'}://127.0.0.1:${port ?? (isSecure ? server.securePort : server.port)}`;
    return createRestApiConnector({
      ...others,
      config: { baseUrl: `${origin}/${zone}/${folder}`, headers: {}, files, timeoutMs },
      credentialType: credential?.type ?? null,
      openCredential: async () => {
        const isRejected = isWrong?.() === true;
        const given = { id: 'c', version: isRejected ? 2 : 1, type: '', metadata: {}, secret: {}, ...credential };
        return isRejected ? { ...given, secret: { clientSecret: 'wrong-m4rk3r' } } : given;
      },
      guard,
      ca: certificates.ca,
    });
  }

  async function open(): Promise<Subject> {
    const folder = `test-${randomUUID()}`;
    mkdirSync(join(server.folder, folder));
    return {
      connector: connect(folder),
      put: createPut(join(server.folder, folder)),
      port: server.port,
      connect: (options) => connect(folder, options),
      close: async () => {},
    };
  }

  testConnector('REST_API (nginx, oidc-provider)', open);
  testNetwork('REST_API (nginx, oidc-provider)', { open, certificates, isTlsImplicit: true, isSlow: true });

  const test = suite('REST_API');

  test('a client authenticates in both ways, and its token is used again', async () => {
    for (const name of ['basic', 'post'] as const) {
      const { connector, put } = await open();
      await put('a.csv', 'a');
      const before = tokens.countTokens();
      const client = connect('', { credential: clientOf(name), files: { path: 'x' } });
      await collect(connector.list(''));
      for (let time = 0; time < 5; time++) await client.stat('a.csv');
      assert.is(tokens.countTokens() - before, 2);
      await Promise.all([connector.close(), client.close()]);
    }
  });

  test('a scope that the client does not have is authentication_failed', async () => {
    const connector = connect('', { credential: clientOf('basic', 'admin') });
    const failure = await failureOf(connector.test());
    assert.equal([failure.code, failure.step], ['authentication_failed', 'authenticate']);
    await connector.close();
  });

  test('the steps of a connection are those of the server, with and without TLS', async () => {
    const { put, connector, connect: connectAgain } = await open();
    await put('a.csv', 'a');
    for (const isSecure of [false, true]) {
      const steps: ConnectStep[] = [];
      const options: Options = { isSecure, onStep: (step) => void steps.push(step) };
      const other = connectAgain?.(options) as Connector;
      await other.test();
      assert.equal(steps, ['resolve', 'connect', ...(isSecure ? ['tls'] : []), 'authenticate']);
      assert.is(String(await readAll(other, 'a.csv')), 'a');
      await other.close();
    }
    await connector.close();
  });

  for (const [zone, credential] of [
    ['open', null],
    ['password', { type: 'PASSWORD', metadata: { username: NGINX_USER.username }, secret: NGINX_USER }],
  ] as const) {
    test(`files below /${zone}/ are read with ${credential?.type ?? 'no credential'}`, async () => {
      const { connector, put, connect: connectAgain } = await open();
      await put('a.csv', 'content');
      const options: Options = { zone, credential };
      const other = connectAgain?.(options) as Connector;
      await other.test();
      assert.equal(
        (await collect(other.list(''))).map(({ path }) => path),
        ['a.csv'],
      );
      assert.is(String(await readAll(other, 'a.csv', 3)), 'tent');
      await Promise.all([connector.close(), other.close()]);
    });
  }

  test('a wrong password is authentication_failed', async () => {
    const secret = { password: 'wrong-m4rk3r' };
    const credential = { type: 'PASSWORD', metadata: { username: NGINX_USER.username }, secret };
    const connector = connect('', { zone: 'password', credential });
    const failure = await failureOf(connector.test());
    assert.equal([failure.code, failure.step], ['authentication_failed', 'authenticate']);
    assert.not.match(failure.message, 'm4rk3r');
    await connector.close();
  });

  test('an access token that a person copied is an API_TOKEN', async () => {
    const { connector, put, connect: connectAgain } = await open();
    await put('a.csv', 'content');
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'files', client_id: 'post' });
    body.set('client_secret', tokens.clientSecret);
    const answer = await fetch(tokens.tokenUrl, { method: 'POST', body });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const options: Options = { credential: { type: 'API_TOKEN', metadata: {}, secret: { token } } };
    const other = connectAgain?.(options) as Connector;
    assert.is(String(await readAll(other, 'a.csv')), 'content');
    await Promise.all([connector.close(), other.close()]);
  });

  test('the index of nginx lists files, and folders are left out', async () => {
    const { connector, put, connect: connectAgain } = await open();
    for (const path of ['a.csv', 'ä b.csv', 'below/c.csv']) await put(path, 'x');
    const options: Options = { zone: 'listed', files: { list: '', pointer: '', name: 'name' } };
    const other = connectAgain?.(options) as Connector;
    assert.equal((await collect(other.list('', { isRecursive: true }))).map(({ path }) => path).sort(), [
      'a.csv',
      'ä b.csv',
    ]);
    await Promise.all([connector.close(), other.close()]);
  });

  test('a large file is read across a broken connection after its token has expired', async () => {
    const subject = await open();
    const written = await putLarge(subject);
    const relay = await startRelay(server.port);
    tokens.setLifetime(2);
    const before = tokens.countTokens();
    const connector = subject.connect?.({ port: relay.port }) as Connector;
    const { digest, codes } = await readAcross(connector, async () => {
      relay.cut();
      await sleep(2_100);
    });
    tokens.setLifetime(600);
    assert.equal([digest, codes], [written, ['connection_lost']]);
    assert.ok(tokens.countTokens() - before >= 2);
    await Promise.all([connector.close(), subject.connector.close()]);
    await relay.close();
  });

  test('a file that is overwritten in place while it is read is source_changed', async () => {
    const file = join(server.folder, `${randomUUID()}.bin`);
    writeFileSync(file, randomBytes(40_000_000));
    const connector = connect('');
    const { bytes } = await connector.read(basename(file));
    const read = async () => {
      let isFirst = true;
      for await (const chunk of bytes) {
        if (isFirst && chunk.length > 0) writeFileSync(file, randomBytes(40_000_001));
        isFirst = false;
      }
    };
    assert.is(await codeOf(read()), 'source_changed');
    await connector.close();
  });

  test.after(async () => {
    await server.close();
    await tokens.close();
  });
  test.run();
}

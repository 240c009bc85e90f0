import { mkdirSync, mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ConnectStep } from '../../runtime/connector/connector.ts';
import { createHostGuard } from '../../runtime/connector/host-guard.ts';
import type { SftpConfig } from '../../runtime/connector/sftp/connect.ts';
import { createSftpConnector } from '../../runtime/connector/sftp/sftp.ts';
import type { OpenedCredential } from '../../runtime/vault/vault.ts';
import { codeOf, readAll, testConnector } from './contract.ts';
import { findFreePort, hasOpenSsh, type OpenSshServer, startOpenSsh } from './servers/open-ssh.ts';

if (!hasOpenSsh() && process.env['CI'] === 'true') throw new Error('CI needs OpenSSH: apt-get install openssh-server');
const server = hasOpenSsh() ? await startOpenSsh() : null;

const guard = createHostGuard(['127.0.0.1']);

if (server === null) {
  const test = suite('SFTP');
  console.log('skip: OpenSSH is not installed (apt-get install openssh-server)');
  test.skip('passes the tests of all connectors');
  test.run();
} else testSftp(server);

function testSftp(server: OpenSshServer): void {
  function credentialOf({ username, privateKey }: OpenSshServer): OpenedCredential {
    return { id: 'c', type: 'SSH_KEY', version: 1, metadata: { username }, secret: { privateKey } };
  }

  function configOf({ host, port, hostKey, folder }: OpenSshServer, root = folder): SftpConfig {
    return { host, port, root, hostKeys: [hostKey], maxConnections: 4 };
  }

  async function openFolder() {
    const root = mkdtempSync(join(server.folder, 'test-'));
    const connector = createSftpConnector({
      config: configOf(server, root),
      openCredential: async () => credentialOf(server),
      guard,
    });
    return {
      root,
      connector,
      async put(path: string, bytes: Uint8Array | string) {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), bytes);
      },
      close: async () => rm(root, { recursive: true, force: true }),
    };
  }

  testConnector('SFTP', openFolder);

  const test = suite('SFTP connects only to a trusted server');

  /** Tries to connect, and returns the step at which it failed, and the failure. */
  async function failToConnect(config: Partial<SftpConfig>, credential: Partial<OpenedCredential> = {}) {
    const steps: ConnectStep[] = [];
    const connector = createSftpConnector({
      config: { ...configOf(server), ...config },
      openCredential: async () => ({ ...credentialOf(server), ...credential }),
      guard,
      onStep: (step) => steps.push(step),
    });
    try {
      await connector.stat('x');
      return assert.unreachable('it connected') as never;
    } catch (error) {
      const { code, message } = error as { code: string; message: string };
      return { code, message, last: steps.at(-1) };
    } finally {
      await connector.close();
    }
  }

  test("without a host key the server's fingerprint is reported, and nothing is trusted", async () => {
    const { code, message, last } = await failToConnect({ hostKeys: [] });
    assert.equal([code, last], ['host_key_unknown', 'hostKey']);
    assert.ok(message.includes(server.hostKey), message);
  });

  test('a different host key is rejected', async () => {
    const { code, last } = await failToConnect({ hostKeys: [`SHA256:${'A'.repeat(43)}`] });
    assert.equal([code, last], ['host_key_unknown', 'hostKey']);
  });

  test('a user or a password that the server rejects is authentication_failed', async () => {
    const { code, last } = await failToConnect({}, { type: 'PASSWORD', secret: { password: 'wrong-m4rk3r' } });
    assert.equal([code, last], ['authentication_failed', 'authenticate']);
  });

  test('a closed port is unreachable', async () => {
    const { code, last } = await failToConnect({ port: await findFreePort() });
    assert.equal([code, last], ['unreachable', 'connect']);
  });

  test('a server that accepts the connection and never answers is timed_out', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const { code } = await failToConnect({ port: typeof address === 'object' && address !== null ? address.port : 0 });
    assert.is(code, 'timed_out');
    silent.close();
  });

  test('an address that the guard rejects is never contacted', async () => {
    const connector = createSftpConnector({
      config: configOf(server),
      openCredential: async () => credentialOf(server),
      guard: createHostGuard([]),
    });
    assert.is(await codeOf(connector.stat('x')), 'address_refused');
    await connector.close();
  });

  test('a rotated credential is used by the next connection', async () => {
    let isRotated = false;
    const connector = createSftpConnector({
      config: configOf(server),
      openCredential: async () =>
        isRotated ? credentialOf(server) : { ...credentialOf(server), metadata: { username: 'nobody-like-this' } },
      guard,
    });
    assert.is(await codeOf(connector.stat('x')), 'authentication_failed');
    isRotated = true;
    assert.is(await connector.stat('x'), null);
    await connector.close();
  });

  test('an interrupted connection is connection_lost, and reading resumes at the byte', async () => {
    const { root, connector, put, close } = await openFolder();
    const content = Buffer.alloc(40_000_000, 'abcdefg');
    await put('large.bin', content);
    const { file, bytes } = await connector.read('large.bin');
    const read: Buffer[] = [];
    let length = 0;
    let isCut = false;
    const readUntilCut = async () => {
      for await (const chunk of bytes) {
        read.push(Buffer.from(chunk));
        length += chunk.length;
        if (length > 5_000_000 && !isCut) {
          isCut = true;
          await server.kill();
        }
      }
    };
    assert.is(await codeOf(readUntilCut()), 'connection_lost');
    assert.ok(length < content.length);
    await server.restart();
    const rest = await readAll(connector, 'large.bin', length, file.version);
    assert.ok(Buffer.concat([...read, rest]).equals(content), basename(root));
    await connector.close();
    await close();
  });

  test('10,000 files are listed in pages', async () => {
    const { root, connector, close } = await openFolder();
    const names = Array.from({ length: 10_000 }, (_, index) => `file-${String(index).padStart(5, '0')}.csv`);
    mkdirSync(join(root, 'many'));
    for (let at = 0; at < names.length; at += 500)
      await Promise.all(names.slice(at, at + 500).map((name) => writeFile(join(root, 'many', name), 'x')));
    const found = new Set<string>();
    for await (const { name } of connector.list('many')) found.add(name);
    assert.is(found.size, names.length);
    await connector.close();
    await close();
  });

  test.after(() => server.close());
  test.run();
}

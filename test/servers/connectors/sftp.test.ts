import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connector, ConnectStep } from '../../../runtime/connector/connector.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import type { SftpConfig } from '../../../runtime/connector/sftp/connect.ts';
import { createSftpConnector } from '../../../runtime/connector/sftp/sftp.ts';
import type { OpenedCredential } from '../../../runtime/state/vault/vault.ts';
import { codeOf, type ConnectOptions, readAll, testConnector } from './contract.ts';
import { requireServer } from './install/require-server.ts';
import { testNetwork } from './network-contract.ts';
import { createPut } from './servers/folder.ts';
import { type OpenSshServer, startOpenSsh } from './servers/open-ssh.ts';

const guard = createHostGuard(['127.0.0.1']);

if (requireServer('OpenSSH', 'SFTP')) testSftp(await startOpenSsh());

function testSftp(server: OpenSshServer): void {
  function credentialOf({ username, privateKey }: OpenSshServer): OpenedCredential {
    return { id: 'c', type: 'SSH_KEY', version: 1, metadata: { username }, secret: { privateKey } };
  }

  function configOf({ host, port, hostKey, folder }: OpenSshServer, root = folder): SftpConfig {
    return { host, port, root, hostKeys: [hostKey], maxConnections: 4 };
  }

  function connect(root: string, { port = server.port, isWrong, timeoutMs }: ConnectOptions = {}): Connector {
    return createSftpConnector({
      config: { ...configOf(server, root), port },
      openCredential: async () =>
        isWrong?.() === true
          ? { ...credentialOf(server), type: 'PASSWORD', secret: { password: 'wrong-m4rk3r' } }
          : credentialOf(server),
      guard,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  async function openFolder() {
    const root = mkdtempSync(join(server.folder, 'test-'));
    return {
      root,
      connector: connect(root),
      put: createPut(root),
      port: server.port,
      connect: (options: ConnectOptions) => connect(root, options),
      close: () => rm(root, { recursive: true, force: true }),
    };
  }

  testConnector('SFTP', openFolder);
  testNetwork('SFTP', { open: openFolder });

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

  test('an address that the guard rejects is never contacted', async () => {
    const connector = createSftpConnector({
      config: configOf(server),
      openCredential: async () => credentialOf(server),
      guard: createHostGuard([]),
    });
    assert.is(await codeOf(connector.stat('x')), 'address_refused');
    await connector.close();
  });

  test('a link that leads out of the root is not listed, read, written or moved', async () => {
    const { root, connector, put, close } = await openFolder();
    const outside = mkdtempSync(join(server.folder, 'outside-'));
    writeFileSync(join(outside, 'secret'), 'twelve bytes');
    await put('real.csv', 'inside');
    await put('folder/deep.csv', 'deep');
    symlinkSync(join(outside, 'secret'), join(root, 'link.csv'));
    symlinkSync('link.csv', join(root, 'link-to-link.csv'));
    symlinkSync(outside, join(root, 'out'));
    symlinkSync('missing', join(root, 'nothing.csv'));
    symlinkSync('circle.csv', join(root, 'circle.csv'));
    symlinkSync('real.csv', join(root, 'inside.csv'));
    symlinkSync('folder', join(root, 'also'));
    const listed: string[] = [];
    for await (const { path, size } of connector.list('', { isRecursive: true })) listed.push(`${path} ${size}`);
    assert.equal(listed.sort(), ['folder/deep.csv 4', 'inside.csv 6', 'real.csv 6']);
    for (const path of ['link.csv', 'link-to-link.csv', 'out/secret']) {
      assert.is(await codeOf(connector.stat(path)), 'invalid_path', path);
      assert.is(await codeOf(readAll(connector, path)), 'invalid_path', path);
    }
    assert.is(await codeOf(connector.list('out')[Symbol.asyncIterator]().next()), 'invalid_path');
    assert.is(await codeOf(connector.write('out/new')), 'invalid_path');
    assert.is(await codeOf(connector.write('out/below/new')), 'invalid_path');
    assert.is(await codeOf(connector.remove('out/secret')), 'invalid_path');
    assert.is(await codeOf(connector.move('out/secret', 'taken')), 'invalid_path');
    assert.is(await codeOf(connector.move('real.csv', 'out/put')), 'invalid_path');
    assert.is(String(await readAll(connector, 'also/deep.csv')), 'deep');
    await connector.move('real.csv', 'also/moved.csv');
    assert.is(String(await readAll(connector, 'folder/moved.csv')), 'inside');
    await connector.close();
    await close();
    await rm(outside, { recursive: true });
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

  test.after(() => server.close());
  test.run();
}

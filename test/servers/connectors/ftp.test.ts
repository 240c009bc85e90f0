import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connector } from '../../../runtime/connector/connector.ts';
import type { FtpConfig } from '../../../runtime/connector/ftp/connect.ts';
import { createFtpConnector } from '../../../runtime/connector/ftp/ftp.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { type ConnectOptions, collect, readAll, type Subject, testConnector } from './contract.ts';
import { requireServer } from './install/require-server.ts';
import { failureOf, testNetwork } from './network-contract.ts';
import { createCertificates } from './servers/certificates.ts';
import { createPut } from './servers/folder.ts';
import { type FtpServer, type FtpTls, startProftpd, startVsftpd } from './servers/ftp-servers.ts';

const guard = createHostGuard(['127.0.0.1']);

if (requireServer('vsftpd and ProFTPD', 'FTP and FTPS')) await testFtp();

async function testFtp(): Promise<void> {
  const certificates = createCertificates();
  const explicit: FtpTls = { mode: 'EXPLICIT', files: certificates.valid };
  const implicit: FtpTls = { mode: 'IMPLICIT', files: certificates.valid };
  const servers: FtpServer[] = [];

  /** Starts a server, and returns it with a function that opens an empty folder on it. */
  async function serve(mode: FtpConfig['tls'], starting: Promise<FtpServer>) {
    const server = await starting;
    servers.push(server);
    const connect = (root: string, { port = server.port, isWrong, timeoutMs }: ConnectOptions = {}): Connector =>
      createFtpConnector({
        config: {
          host: '127.0.0.1',
          port,
          root,
          tls: mode,
          timeZone: 'UTC',
          maxConnections: 4,
          ...(mode === 'NONE' ? {} : { ca: certificates.ca }),
        },
        openCredential: async () => ({
          id: 'c',
          type: 'PASSWORD',
          version: 1,
          metadata: { username: server.username },
          secret: { password: isWrong?.() === true ? 'wrong-m4rk3r' : server.password },
        }),
        guard,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
    const open = async (): Promise<Subject> => {
      const root = mkdtempSync(join(server.folder, 'test-'));
      return {
        connector: connect(root),
        put: createPut(root),
        port: server.port,
        connect: (options) => connect(root, options),
        close: () => rm(root, { recursive: true, force: true }),
      };
    };
    return { server, connect, open };
  }

  const plain = await serve('NONE', startVsftpd());
  const vsftpd = await serve('EXPLICIT', startVsftpd({ tls: explicit }));
  const proftpd = await serve('EXPLICIT', startProftpd(explicit));
  const direct = await serve('IMPLICIT', startProftpd(implicit));
  const old = await serve('NONE', startVsftpd({ denied: ['MDTM'] }));

  // All servers are started before the first suite: uvu starts the suites when the module waits.
  for (const [name, { open }, isTlsImplicit] of [
    ['FTP (vsftpd)', plain, false],
    ['FTPS with explicit TLS (vsftpd)', vsftpd, false],
    ['FTPS with explicit TLS (ProFTPD)', proftpd, false],
    ['FTPS with implicit TLS (ProFTPD)', direct, true],
  ] as const) {
    testConnector(name, open);
    testNetwork(name, { open, certificates, isTlsImplicit });
  }
  const test = suite('FTP and FTPS');

  test('without MLSD and MDTM, the times of LIST are those of the time zone', async () => {
    const { connector, put, close } = await old.open();
    await put('a.csv', 'content');
    const [listed] = await collect(connector.list(''));
    assert.ok(Math.abs(Date.parse(listed?.modified ?? '') - Date.now()) < 120_000, String(listed?.modified));
    assert.equal(await connector.stat('a.csv'), listed);
    assert.is(String(await readAll(connector, 'a.csv', 0, listed?.version)), 'content');
    await connector.close();
    await close();
  });

  test('an expired certificate is tls_failed', async () => {
    const expired = await serve('EXPLICIT', startVsftpd({ tls: { mode: 'EXPLICIT', files: certificates.expired } }));
    const connector = expired.connect('/');
    const { code, step, message } = await failureOf(connector.test());
    assert.equal([code, step], ['tls_failed', 'tls']);
    assert.match(message, 'CERT_HAS_EXPIRED');
    await connector.close();
  });

  test('a server that requires encryption is reported as tls_failed', async () => {
    const { username, password, port } = proftpd.server;
    const connector = createFtpConnector({
      config: { host: '127.0.0.1', port, root: '/', tls: 'NONE', timeZone: 'UTC', maxConnections: 1 },
      openCredential: async () => ({
        id: 'c',
        type: 'PASSWORD',
        version: 1,
        metadata: { username },
        secret: { password },
      }),
      guard,
    });
    const { code, message } = await failureOf(connector.test());
    assert.is(code, 'tls_failed');
    assert.match(message, 'FTPS');
    await connector.close();
  });

  test('an error in the configuration of the server is a protocol_error', async () => {
    const broken = await serve('NONE', startVsftpd({ systemUser: 'missing' }));
    const connector = broken.connect('/');
    const { code, message } = await failureOf(connector.test());
    assert.is(code, 'protocol_error');
    assert.match(message, '500 OOPS');
    await connector.close();
  });

  test('a connection that the server closed while it was idle is replaced', async () => {
    const { connector, put, close } = await plain.open();
    await put('a.csv', 'content');
    await connector.test();
    const { server } = plain;
    await server.restart();
    assert.is(String(await readAll(connector, 'a.csv')), 'content');
    await connector.close();
    await close();
  });

  test.after(async () => {
    for (const server of servers) await server.close();
  });
  test.run();
}

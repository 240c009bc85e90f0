import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connector } from '../../../runtime/connector/connector.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { createGcsConnector } from '../../../runtime/connector/gcs/gcs.ts';
import { type ConnectOptions, type Subject, testConnector } from './contract.ts';
import { requireServer } from './install/require-server.ts';
import { failureOf, testNetwork } from './network-contract.ts';
import { createCertificates } from './servers/certificates.ts';
import { startGcs } from './servers/gcs-server.ts';

const guard = createHostGuard(['127.0.0.1']);

if (requireServer('fake-gcs-server', 'STORAGE_C')) await testStorage();

async function testStorage(): Promise<void> {
  const certificates = createCertificates();
  const server = await startGcs();

  function connect(prefix: string, options: ConnectOptions & { bucket?: string } = {}): Connector {
    const { port = server.port, isSecure, isWrong, timeoutMs, bucket = server.bucket } = options;
    return createGcsConnector({
      config: { bucket, prefix, endpoint: `${isSecure === true ? 'https' : 'http'}://127.0.0.1:${port}` },
      openCredential: async () => {
        const isRejected = isWrong?.() === true;
        return {
          id: 'c',
          type: 'CLOUD_C_SERVICE_ACCOUNT',
          version: isRejected ? 2 : 1,
          metadata: {},
          secret: { serviceAccount: isRejected ? server.wrongServiceAccount : server.serviceAccount },
        };
      },
      guard,
      ca: certificates.ca,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  async function open(): Promise<Subject> {
    const prefix = `test-${randomUUID()}/in/`;
    const connector = connect(prefix);
    return {
      connector,
      async put(path, bytes) {
        const writer = await connector.write(path);
        await writer.write(Buffer.from(bytes));
        await writer.commit();
      },
      port: server.port,
      connect: (options) => connect(prefix, options),
      close: async () => {},
    };
  }

  testConnector('STORAGE_C (fake-gcs-server)', open);
  testNetwork('STORAGE_C (fake-gcs-server)', { open, certificates, isTlsImplicit: true, isSlow: true });

  const test = suite('STORAGE_C');

  test('one access token serves many requests', async () => {
    const connector = connect('tokens');
    const before = server.countTokens();
    for (let request = 0; request < 10; request++) await connector.stat(`file-${request}`);
    assert.is(server.countTokens() - before, 1);
    await connector.close();
  });

  test('a missing bucket is not_found', async () => {
    const connector = connect('', { bucket: 'no-such-bucket' });
    const { code } = await failureOf(connector.list('')[Symbol.asyncIterator]().next());
    assert.is(code, 'not_found');
    await connector.close();
  });

  test.after(() => server.close());
  test.run();
}

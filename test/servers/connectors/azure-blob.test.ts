import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAzureBlobConnector } from '../../../runtime/connector/azure-blob/azure-blob.ts';
import type { Connector } from '../../../runtime/connector/connector.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { type ConnectOptions, readAll, type Subject, testConnector } from './contract.ts';
import { requireServer } from './install/require-server.ts';
import { failureOf, testNetwork } from './network-contract.ts';
import { startAzurite } from './servers/azurite.ts';
import { createCertificates } from './servers/certificates.ts';

const guard = createHostGuard(['127.0.0.1']);

if (requireServer('Azurite', 'BLOB_B')) await testContainer();

async function testContainer(): Promise<void> {
  const certificates = createCertificates();
  const server = await startAzurite();

  interface Options extends ConnectOptions {
    readonly container?: string;
    readonly sasToken?: string;
  }

  function connect(prefix: string, options: Options = {}): Connector {
    const { port = server.port, isSecure, isWrong, timeoutMs, container = server.container } = options;
    const valid = options.sasToken ?? server.createSignature();
    return createAzureBlobConnector({
      config: {
        accountUrl: `${isSecure === true ? 'https' : 'http'}://127.0.0.1:${port}/${server.account}`,
        container,
        prefix,
      },
      openCredential: async () => ({
        id: 'c',
        type: 'CLOUD_B_SAS',
        version: 1,
        metadata: {},
        secret: { sasToken: isWrong?.() === true ? valid.replace(/sig=[^&]+/, 'sig=d3JvbmctbTRyazNy') : valid },
      }),
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

  testConnector('BLOB_B (Azurite)', open);
  testNetwork('BLOB_B (Azurite)', { open, certificates, isTlsImplicit: true, isSlow: true });

  const test = suite('BLOB_B');

  test('the reason of a rejection is reported', async () => {
    for (const [options, code, text] of [
      [{ container: 'no-such-container' }, 'not_found', 'no such container'],
      [{ sasToken: server.createSignature('2020-01-01T00:00:00Z') }, 'authentication_failed', 'expired'],
    ] as const) {
      const connector = connect('', options);
      const failure = await failureOf(connector.list('')[Symbol.asyncIterator]().next());
      assert.is(failure.code, code);
      assert.match(failure.message, text);
      assert.not.match(failure.message, 'sig=');
      await connector.close();
    }
  });

  test('a move that was interrupted after the copy is completed by its repetition', async () => {
    const { connector, put } = await open();
    await put('a.csv', 'same content');
    await put('archive/a.csv', 'same content');
    await connector.move('a.csv', 'archive/a.csv');
    assert.is(await connector.stat('a.csv'), null);
    assert.is(String(await readAll(connector, 'archive/a.csv')), 'same content');
    await connector.close();
  });

  test.after(() => server.close());
  test.run();
}

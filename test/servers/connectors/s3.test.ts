import { randomBytes, randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createS3Connector } from '../../../runtime/connector/s3/s3.ts';
import type { Connector } from '../../../runtime/connector/connector.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { codeOf, type ConnectOptions, hash, readAll, type Subject, testConnector } from './contract.ts';
import { requireServer } from './install/require-server.ts';
import { failureOf, testNetwork } from './network-contract.ts';
import { createCertificates } from './servers/certificates.ts';
import { startS3 } from './servers/s3-server.ts';

const guard = createHostGuard(['127.0.0.1']);

if (requireServer('versitygw', 'BUCKET_A')) await testBucket();

async function testBucket(): Promise<void> {
  const certificates = createCertificates();
  const server = await startS3();
  const { accessKeyId, secretAccessKey, region, bucket } = server;

  interface Options extends ConnectOptions {
    readonly maxCopyBytes?: number;
    readonly config?: { readonly bucket?: string; readonly region?: string };
    readonly accessKeyId?: string;
  }

  function connect(prefix: string, options: Options = {}): Connector {
    const { port = server.port, isSecure, isWrong, timeoutMs, maxCopyBytes, config = {} } = options;
    const endpoint = `${isSecure === true ? 'https' : 'http'}://127.0.0.1:${port}`;
    return createS3Connector({
      config: { endpoint, region, bucket, prefix, pathStyle: true, ...config },
      openCredential: async () => ({
        id: 'c',
        type: 'CLOUD_A_ACCESS_KEY',
        version: 1,
        metadata: { accessKeyId: options.accessKeyId ?? accessKeyId },
        secret: { secretAccessKey: isWrong?.() === true ? 'wrong-m4rk3r' : secretAccessKey },
      }),
      guard,
      ca: certificates.ca,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(maxCopyBytes === undefined ? {} : { maxCopyBytes }),
    });
  }

  async function open(): Promise<Subject> {
    const prefix = `test-${randomUUID()}/in`;
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

  testConnector('BUCKET_A (versitygw)', open);
  testNetwork('BUCKET_A (versitygw)', { open, certificates, isTlsImplicit: true, isSlow: true });

  const test = suite('BUCKET_A');

  test('curl reads what the connector writes, and the reverse', async () => {
    const connector = connect('curl');
    const content = randomBytes(100_000);
    const writer = await connector.write('from us ä.bin');
    await writer.write(content);
    await writer.commit();
    const curl = (...args: string[]) =>
      execFileSync('curl', [
        ...['-sS', '--fail', '--aws-sigv4', `aws:amz:${region}:s3`, '--user', `${accessKeyId}:${secretAccessKey}`],
        ...['-H', 'x-amz-content-sha256: UNSIGNED-PAYLOAD'],
        ...args,
      ]);
    const url = `http://127.0.0.1:${server.port}/${bucket}/curl`;
    assert.is(hash(curl(`${url}/from%20us%20%C3%A4.bin`)), hash(content));
    curl('-X', 'PUT', '--data-binary', 'from curl', `${url}/theirs.csv`);
    assert.is(String(await readAll(connector, 'theirs.csv')), 'from curl');
    await connector.close();
  });

  test('an object that is too large for one copy is moved in parts', async () => {
    const connector = connect(`copy-${randomUUID()}`, { maxCopyBytes: 5 * 1024 * 1024 });
    const content = randomBytes(12_000_001);
    const writer = await connector.write('a.bin');
    await writer.write(content);
    await writer.commit();
    await connector.move('a.bin', 'moved/a.bin');
    assert.is(hash(await readAll(connector, 'moved/a.bin')), hash(content));
    assert.is(await connector.stat('a.bin'), null);
    await connector.close();
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

  test('the reason of a rejection is reported', async () => {
    for (const [options, code, text] of [
      [{ config: { bucket: 'no-such-bucket' } }, 'not_found', 'no such bucket'],
      [{ config: { region: 'us-east-1' } }, 'not_found', 'eu-test-1'],
      [{ accessKeyId: 'unknown-key' }, 'authentication_failed', 'no such access key'],
      [{ isWrong: () => true }, 'authentication_failed', 'secret access key'],
    ] as const) {
      const connector = connect('', options);
      const failure = await failureOf(connector.list('')[Symbol.asyncIterator]().next());
      assert.is(failure.code, code);
      assert.match(failure.message, text);
      assert.not.match(failure.message, 'm4rk3r');
      await connector.close();
    }
  });

  test('an object below the root folder only is reached', async () => {
    const outer = connect('outer');
    const inner = connect('outer/inner');
    const writer = await outer.write('secret.csv');
    await writer.write(Buffer.from('secret'));
    await writer.commit();
    assert.is(await codeOf(inner.stat('../secret.csv')), 'invalid_path');
    for await (const file of inner.list('', { isRecursive: true })) assert.unreachable(file.path);
    await Promise.all([outer.close(), inner.close()]);
  });

  test.after(() => server.close());
  test.run();
}

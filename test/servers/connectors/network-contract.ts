import { randomBytes } from 'node:crypto';
import { createServer as createTlsServer } from 'node:tls';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConnectorFailure } from '../../../runtime/connector/failure.ts';
import { codeOf, collect, concat, hash, readAll, type Subject } from './contract.ts';
import { putLarge, readAcross, writeLarge } from './large-file.ts';
import type { Certificates } from './servers/certificates.ts';
import { startRelay } from './servers/server-process.ts';
import { findFreePort } from '../../support/free-port.ts';

const MANY = 10_000;
/** The HTTP stores list 1,000 files per page. */
const THREE_PAGES = 2_500;
/** A listing of 10,000 files that is held in memory takes more. */
const MAX_LISTING_BYTES = 2_500_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** How to run the tests of a connector with many files, large files and a broken network. */
export interface NetworkTests {
  open(): Promise<Subject>;
  /** The certificates of the tests, if the protocol has TLS. */
  readonly certificates?: Certificates;
  /** Whether a TLS connection starts with TLS, so that any server with an expired certificate can replace the real one. */
  readonly isTlsImplicit?: boolean;
  /**
   * Whether the server creates and lists files so slowly that 10,000 take minutes. Its listing then has three pages of
   * files, and 10,000 files only in the long form.
   */
  readonly isSlow?: boolean;
}

/** The tests that every connector must pass and that take longer, against a real server. */
export function testNetwork(name: string, options: NetworkTests): void {
  const { open, certificates, isTlsImplicit = false, isSlow = false } = options;
  const many = isSlow && !process.env['SPECMILL_LONG'] ? THREE_PAGES : MANY;
  const test = suite<{ subject: Subject }>(`${name} passes the longer tests of all connectors`);
  test.before.each(async (context) => {
    context.subject = await open();
  });
  test.after.each(async ({ subject }) => {
    await subject.connector.close();
    await subject.close();
  });

  test(`${many} files are listed, and not held in memory`, async ({ subject: { connector, put } }) => {
    const names = Array.from({ length: many }, (_, index) => `file-${String(index).padStart(5, '0')}.csv`);
    await inParallel(names, (file) => put(`many/${file}`, 'x'));
    const found = new Set<number>();
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    for await (const file of connector.list('many')) {
      found.add(Number(file.name.slice(5, 10)));
      if (found.size % 2000 !== 1000) continue;
      collectGarbage();
      const { heapUsed } = process.memoryUsage();
      least = Math.min(least, heapUsed);
      most = Math.max(most, heapUsed);
    }
    assert.is(found.size, many);
    assert.ok(most - least < MAX_LISTING_BYTES, `the memory in use grew by ${most - least} bytes`);
  });

  test('a listing that the caller ends early leaves the connector usable', async ({ subject: { connector, put } }) => {
    for (let file = 0; file < 20; file++) await put(`f${file}`, 'x');
    for (let time = 0; time < 6; time++) for await (const { name } of connector.list('')) if (name !== '') break;
    assert.is((await collect(connector.list(''))).length, 20);
  });

  test('a large file is read across a broken connection', async ({ subject }) => {
    const { connector } = subject;
    const written = connector.capabilities.canWrite ? await writeLarge(connector) : await putLarge(subject);
    const relay = subject.port === undefined ? null : await startRelay(subject.port);
    const reader = relay === null ? connector : (subject.connect?.({ port: relay.port }) ?? connector);
    try {
      const { digest, codes } = await readAcross(reader, () => relay?.cut());
      assert.is(digest, written);
      if (relay !== null) assert.equal(codes, ['connection_lost']);
    } finally {
      if (reader !== connector) await reader.close();
      await relay?.close();
    }
  });

  test('a file that is replaced while it is read never mixes both contents', async ({ subject }) => {
    const { connector, put } = subject;
    const [first, second] = [randomBytes(24_000_000), randomBytes(25_000_000)];
    await put('data.bin', first);
    const { file, bytes } = await connector.read('data.bin');
    const chunks: Uint8Array[] = [];
    const read = async () => {
      for await (const chunk of bytes) {
        chunks.push(Uint8Array.prototype.slice.call(chunk));
        if (chunks.length === 1) await put('data.bin', second);
      }
    };
    const code = await codeOf(read());
    // Systems that keep the old content until it is read may complete it. All others report the change.
    if (code === 'none') assert.is(hash(Buffer.concat(chunks)), hash(first));
    else assert.ok(['source_changed', 'connection_lost'].includes(code), code);
    assert.is(await codeOf(readAll(connector, 'data.bin', 1000, file.version)), 'source_changed');
    assert.is(hash(await readAll(connector, 'data.bin')), hash(second));
  });

  test('reading can be cancelled often', async ({ subject: { connector, put } }) => {
    await put('data.bin', randomBytes(5_000_000));
    for (let time = 0; time < 8; time++) {
      const { bytes, cancel } = await connector.read('data.bin');
      if (time % 2 === 0) for await (const chunk of bytes) if (chunk.length > 0) break;
      await cancel();
    }
    assert.is((await readAll(connector, 'data.bin')).length, 5_000_000);
  });

  test('a rejected credential is authentication_failed, and the next version is used', async ({ subject }) => {
    if (subject.connect === undefined) return;
    await subject.put('data.csv', 'content');
    let isWrong = true;
    const connector = subject.connect({ isWrong: () => isWrong });
    assert.is(await codeOf(connector.test()), 'authentication_failed');
    assert.is(await codeOf(connector.stat('data.csv')), 'authentication_failed');
    assert.is(await codeOf(collect(connector.list(''))), 'authentication_failed');
    isWrong = false;
    await connector.test();
    assert.is(String(await readAll(connector, 'data.csv')), 'content');
    await connector.close();
  });

  test('a file that is being read is completed with the credential from before a rotation', async ({ subject }) => {
    if (subject.connect === undefined) return;
    const content = randomBytes(20_000_000);
    await subject.put('data.bin', content);
    let isWrong = false;
    const connector = subject.connect({ isWrong: () => isWrong });
    const { bytes } = await connector.read('data.bin');
    isWrong = true;
    assert.is(hash(await concat(bytes)), hash(content));
    await connector.close();
  });

  test('a closed port is unreachable', async ({ subject: { connect } }) => {
    if (connect === undefined) return;
    const connector = connect({ port: await findFreePort() });
    const failure = await failureOf(connector.test());
    assert.equal([failure.code, failure.step], ['unreachable', 'connect']);
    await connector.close();
  });

  test('a server that accepts connections and never answers is timed_out', async ({ subject: { connect } }) => {
    if (connect === undefined) return;
    const relay = await startRelay(null);
    const connector = connect({ port: relay.port, timeoutMs: 300 });
    assert.is(await codeOf(connector.stat('data.csv')), 'timed_out');
    await connector.close();
    await relay.close();
  });

  test('a server with an expired certificate is tls_failed', async ({ subject: { connect } }) => {
    if (connect === undefined || certificates === undefined || !isTlsImplicit) return;
    const { certificate, key } = certificates.expired;
    const server = createTlsServer({ cert: readFileSync(certificate), key: readFileSync(key) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const connector = connect({ port, isSecure: true });
    const failure = await failureOf(connector.test());
    assert.equal([failure.code, failure.step], ['tls_failed', 'tls']);
    assert.match(failure.message, 'CERT_HAS_EXPIRED');
    await connector.close();
    server.close();
  });

  test.run();
}

/** Returns the ConnectorFailure that `work` throws. */
export async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ConnectorFailure) return error;
    throw error;
  }
  return assert.unreachable('it succeeded') as never;
}

async function inParallel<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> {
  const rest = values[Symbol.iterator]();
  const workers = Array.from({ length: 16 }, async () => {
    for (const value of rest) await work(value);
  });
  await Promise.all(workers);
}

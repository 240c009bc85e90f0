import { createHash, randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connector } from '../../../runtime/connector/connector.ts';
import { ConnectorFailure } from '../../../runtime/connector/failure.ts';

/** How another connector to the same folder differs from that of the subject. */
export interface ConnectOptions {
  /** The port of 127.0.0.1 to connect to; by default that of the server. */
  readonly port?: number;
  /** Whether to connect with TLS, and to trust the authority of the tests. */
  readonly isSecure?: boolean;
  /** Returns whether the next connection uses a credential that the server rejects. */
  isWrong?(): boolean;
  /** Maximum time to wait for a response, in milliseconds. */
  readonly timeoutMs?: number;
}

/** A connector to an empty folder, and direct access to its files. */
export interface Subject {
  readonly connector: Connector;
  /** Writes a file on the server directly. An existing file is replaced in one step. */
  put(path: string, bytes: Uint8Array | string): Promise<void>;
  /** Creates another connector to the same folder; absent if the connector uses no network. */
  connect?(options: ConnectOptions): Connector;
  /** The port of the server on 127.0.0.1; absent if the connector uses no network. */
  readonly port?: number;
  close(): Promise<void>;
}

const NAMES = [
  'plain.csv',
  'with blank.csv',
  'Umlaut ä ö ü.csv',
  '..leading dots.csv',
  'a..b.csv',
  '100%.csv',
  "quote'.csv",
  '#hash?.csv',
];

/** The tests that every connector must pass, against a real server. */
export function testConnector(name: string, open: () => Promise<Subject>): void {
  const test = suite<{ subject: Subject }>(`${name} passes the tests of all connectors`);
  test.before.each(async (context) => {
    context.subject = await open();
  });
  test.after.each(async ({ subject }) => {
    await subject.connector.close();
    await subject.close();
  });

  test('a listing has each file once, with size, time and version', async ({ subject: { connector, put } }) => {
    for (const file of NAMES) await put(file, `content of ${file}`);
    await put('below/deep.csv', 'deep');
    const files = await collect(connector.list(''));
    assert.equal(files.map((file) => file.name).sort(), [...NAMES].sort());
    for (const file of files) {
      assert.is(file.size, Buffer.byteLength(`content of ${file.name}`));
      assert.ok(file.version !== '');
      assert.ok(Math.abs(Date.parse(file.modified ?? '') - Date.now()) < 3_600_000, `${file.name}: ${file.modified}`);
    }
    const all = await collect(connector.list('', { isRecursive: true, pattern: '*.csv' }));
    assert.is(all.length, NAMES.length + 1);
    assert.equal(
      (await collect(connector.list('below'))).map(({ path }) => path),
      ['below/deep.csv'],
    );
  });

  test('a pattern selects files by their names', async ({ subject: { connector, put } }) => {
    for (const file of ['a-1.csv', 'a-2.csv.gz', 'a-3.txt', 'b-1.csv']) await put(file, 'x');
    const found = await collect(connector.list('', { pattern: 'a-*.csv{,.gz}' }));
    assert.equal(found.map((file) => file.name).sort(), ['a-1.csv', 'a-2.csv.gz']);
  });

  test('a file is read whole, and from any byte', async ({ subject: { connector, put } }) => {
    const bytes = randomBytes(3_000_001);
    await put('data.bin', bytes);
    assert.is(hash(await readAll(connector, 'data.bin')), hash(bytes));
    if (!connector.capabilities.canResume) return;
    for (const from of [1, 32_768, 1_000_000, bytes.length - 1, bytes.length])
      assert.is(hash(await readAll(connector, 'data.bin', from)), hash(bytes.subarray(from)), `from ${from}`);
  });

  test('an empty file is read', async ({ subject: { connector, put } }) => {
    await put('empty.csv', '');
    assert.is((await readAll(connector, 'empty.csv')).length, 0);
  });

  test('a file of another version is source_changed', async ({ subject: { connector, put } }) => {
    await put('data.csv', 'first');
    const file = await connector.stat('data.csv');
    await put('data.csv', 'second, and longer');
    assert.is(await codeOf(readAll(connector, 'data.csv', 0, file?.version)), 'source_changed');
  });

  test('a missing file has no state and cannot be read', async ({ subject: { connector } }) => {
    assert.is(await connector.stat('no.csv'), null);
    assert.is(await codeOf(readAll(connector, 'no.csv')), 'not_found');
  });

  test('a written file appears at its commit, and replaces the one before', async ({ subject: { connector } }) => {
    if (!connector.capabilities.canWrite)
      return assert.is(await codeOf(Promise.resolve().then(() => connector.write('a.csv'))), 'not_supported');
    for (const content of [randomBytes(1_500_000), Buffer.from('short')]) {
      const writer = await connector.write('out/new.bin');
      await writer.write(content.subarray(0, 700_000));
      const before = await connector.stat('out/new.bin');
      assert.ok(before === null || before.size === 1_500_000);
      await writer.write(content.subarray(700_000));
      await writer.commit();
      assert.is(hash(await readAll(connector, 'out/new.bin')), hash(content));
    }
    assert.equal(
      (await collect(connector.list('out'))).map(({ path }) => path),
      ['out/new.bin'],
    );
  });

  test('an aborted file leaves nothing', async ({ subject: { connector } }) => {
    if (!connector.capabilities.canWrite) return;
    const writer = await connector.write('out/aborted.bin');
    await writer.write(randomBytes(100_000));
    await writer.abort();
    assert.equal(await collect(connector.list('out')), []);
  });

  test('a file is moved into a new folder, and never onto another', async ({ subject: { connector, put } }) => {
    await put('a.csv', 'a');
    await put('b.csv', 'b');
    if (!connector.capabilities.canMove) {
      assert.is(await codeOf(connector.move('a.csv', 'c.csv')), 'not_supported');
      assert.is(String(await readAll(connector, 'a.csv')), 'a');
      return;
    }
    await connector.move('a.csv', 'archive/2026/a.csv');
    assert.is(await connector.stat('a.csv'), null);
    assert.is(String(await readAll(connector, 'archive/2026/a.csv')), 'a');
    assert.is(await codeOf(connector.move('b.csv', 'archive/2026/a.csv')), 'already_exists');
    assert.is(String(await readAll(connector, 'archive/2026/a.csv')), 'a');
    assert.is(await codeOf(connector.move('a.csv', 'elsewhere.csv')), 'not_found');
  });

  test('a removed file is gone, and removing it again succeeds', async ({ subject: { connector, put } }) => {
    await put('a.csv', 'a');
    if (!connector.capabilities.canRemove) return assert.is(await codeOf(connector.remove('a.csv')), 'not_supported');
    await connector.remove('a.csv');
    assert.is(await connector.stat('a.csv'), null);
    await connector.remove('a.csv');
  });

  test('a path that leaves the root is rejected', async ({ subject: { connector } }) => {
    for (const path of ['../x', 'a/../../x', '..', 'a/b\nDELE x'])
      for (const work of [
        (): Promise<unknown> => connector.stat(path),
        () => readAll(connector, path),
        () => connector.remove(path),
        () => connector.move(path, 'x'),
        () => connector.move('x', path),
        () => connector.write(path),
        () => collect(connector.list(path)),
      ])
        assert.is(await codeOf(Promise.resolve().then(work)), 'invalid_path', path);
  });

  test.run();
}

/** Reads a file from a byte to its end. */
export async function readAll(connector: Connector, path: string, from = 0, ifVersion?: string): Promise<Buffer> {
  const { bytes } = await connector.read(path, { from, ...(ifVersion === undefined ? {} : { ifVersion }) });
  return concat(bytes);
}

/** Returns all bytes. The next chunk may overwrite the one before, so they are copied. */
export async function concat(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(Uint8Array.prototype.slice.call(chunk));
  return Buffer.concat(chunks);
}

/** The code of a ConnectorFailure; `none` if there is no error. Throws any other error. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof ConnectorFailure) return error.code;
    throw error;
  }
}

/** Returns all values. */
export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** Returns the SHA-256 of bytes as a hexadecimal text. */
export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { brokerSettings, readBroker } from '../../runtime/state/settings/broker.ts';
import { RunRefused, RunPause } from '../../runtime/base/model/run-failure.ts';
import { canCompress, createCodec } from '../../runtime/sink/kafka/protocol/codec.ts';
import { classifyError, toRunError } from '../../runtime/sink/kafka/client/classify-error.ts';
import { rejectionOf } from './data-folder.ts';
import { readSettings } from '../../runtime/state/settings/read-settings.ts';

const LOGIN = { SPECMILL_KAFKA_USER: 'u', SPECMILL_KAFKA_PASSWORD: 'p' };
const read = (flags: Record<string, string>, env: NodeJS.ProcessEnv = {}) =>
  readBroker(readSettings(brokerSettings, new Map(Object.entries(flags)), env), env);
const wrong = async (flags: Record<string, string>, env: NodeJS.ProcessEnv = {}): Promise<string> =>
  String(await rejectionOf(read(flags, env)));

test('the settings choose between the embedded broker and Kafka', async () => {
  assert.equal(await read({}), { kind: 'embedded' });
  const plain = { kind: 'kafka', brokers: ['a:9092'], ssl: null, sasl: null, compression: 'none', createTopics: false };
  assert.equal(await read({ broker: 'kafka://a' }), plain);
  assert.equal(
    await read({
      broker: 'kafka://a:1,b.c:65535/?compression=gzip',
      'kafka-compression': 'snappy',
      'create-topics': '',
    }),
    { ...plain, brokers: ['a:1', 'b.c:65535'], compression: 'gzip', createTopics: true },
  );
  assert.equal(await read({ broker: 'kafka://a', 'kafka-ssl': '', 'kafka-sasl': 'scram-sha-512' }, LOGIN), {
    ...plain,
    ssl: {},
    sasl: { mechanism: 'scram-sha-512', username: 'u', password: 'p' },
  });
});

test('a certificate authority is read and enables TLS', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-ca-'));
  writeFileSync(join(folder, 'ca.pem'), 'PEM');
  const settings = await read({ broker: 'kafka://a', 'kafka-ca': join(folder, 'ca.pem') });
  assert.equal(settings.kind === 'kafka' && settings.ssl, { ca: 'PEM' });
  rmSync(folder, { recursive: true });
  assert.match(
    await wrong({ broker: 'kafka://a', 'kafka-ca': join(folder, 'ca.pem') }),
    /cannot read .*ca\.pem: no such file/,
  );
});

test('contradictory settings are rejected before any connection, and the message contains no password', async () => {
  assert.match(await wrong({ broker: 'kafka://a:99999' }), /"a:99999" in --broker is not a valid host/);
  const message = await wrong({ broker: 'kafka://me:secret@a:9092' });
  assert.match(message, /SPECMILL_KAFKA_USER/);
  assert.not.match(message, /secret/);
  assert.match(
    await wrong({ broker: 'kafka://a', 'kafka-sasl': 'plain' }, { SPECMILL_KAFKA_USER: 'u' }),
    /requires a user and a password/,
  );
  assert.match(
    await wrong({ broker: 'kafka://a?compression=lz4' }),
    /takes one of none, gzip, snappy, zstd, not "lz4"/,
  );
  if (!canCompress('zstd')) assert.match(await wrong({ broker: 'kafka://a?compression=zstd' }), /requires Node 22\.15/);
});

test('decompressing returns the original bytes', async () => {
  const require = createRequire(import.meta.url);
  const { unzipSync } = await import('node:zlib');
  const { uncompress } = require('snappyjs') as { uncompress(bytes: Uint8Array): Uint8Array };
  const records = Buffer.from('records '.repeat(5000));
  const [gzip, snappy] = [createCodec('gzip'), createCodec('snappy')];
  assert.equal([gzip?.codec, snappy?.codec, createCodec('none')], [1, 2, null]);
  assert.ok(unzipSync((await gzip?.compress(records)) ?? records).equals(records));
  assert.ok(Buffer.from(uncompress((await snappy?.compress(records)) ?? records)).equals(records));
});

test('broker errors are classified as transient, retriable or permanent', () => {
  const { createErrorFromCode } = createRequire(import.meta.url)('kafkajs/src/protocol/error') as {
    createErrorFromCode(code: number): Error;
  };
  const errors = createRequire(import.meta.url)('kafkajs/src/errors') as Record<
    string,
    new (
      message: string | Error,
      more?: object,
    ) => Error
  >;
  const {
    KafkaJSConnectionError: Connection,
    KafkaJSNumberOfRetriesExceeded: Exceeded,
    KafkaJSNonRetriableError: NonRetriable,
    KafkaJSSASLAuthenticationError: Sasl,
  } = errors;
  if (Connection === undefined || Exceeded === undefined || NonRetriable === undefined || Sasl === undefined)
    throw new Error('kafkajs has other errors');
  const remedies: [string, unknown, string][] = [
    ['connection', new Connection('refused'), 'retriable'],
    ['wrapped', new Exceeded(new Connection('refused'), { retryCount: 1, retryTime: 1 }), 'retriable'],
    ['not leader', createErrorFromCode(6), 'retriable'],
    ['not enough replicas', createErrorFromCode(19), 'retriable'],
    ['epoch', createErrorFromCode(47), 'fenced'],
    ['fenced, which kafkajs does not know', createErrorFromCode(90), 'fenced'],
    ['sequence', createErrorFromCode(45), 'fenced'],
    ['login', new Sasl('wrong password'), 'rejected'],
    ['rights', new NonRetriable(createErrorFromCode(29), { cause: createErrorFromCode(29) }), 'rejected'],
    ['too large', createErrorFromCode(10), 'too-large'],
    ['invalid record', createErrorFromCode(87), 'permanent'],
    ['an error of the program itself', new TypeError('x is not a function'), 'bug'],
  ];
  for (const [name, error, remedy] of remedies) assert.is(classifyError(error), remedy, name);
  const codeOf = (error: unknown): unknown =>
    error instanceof RunPause || error instanceof RunRefused ? [error.name, error.code] : error;
  assert.equal(codeOf(toRunError(new Connection('refused'))), ['RunPause', 'broker_unavailable']);
  assert.equal(codeOf(toRunError(createErrorFromCode(47))), ['RunPause', 'transaction_lost']);
  assert.equal(codeOf(toRunError(new Sasl('wrong password'))), ['RunPause', 'broker_refused']);
  assert.equal(codeOf(toRunError(createErrorFromCode(87))), ['RunRefused', 'broker_refused']);
});

test.run();

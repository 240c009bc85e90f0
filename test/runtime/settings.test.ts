import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type SettingName, settings } from '../../runtime/state/settings/declarations.ts';
import { SettingError } from '../../runtime/state/settings/values/setting.ts';
import { parseCount, parseDuration, parseSize } from '../../runtime/state/settings/values/parsers.ts';
import { readSettings } from '../../runtime/state/settings/read-settings.ts';

const names = Object.keys(settings) as SettingName[];
const read = (flags: Record<string, string>, env: Record<string, string> = {}) =>
  readSettings(names, new Map(Object.entries(flags)), env);

test('the defaults are the documented ones', () => {
  const { threads, ...rest } = read({});
  assert.ok(threads >= 1);
  assert.equal(rest, {
    host: '127.0.0.1',
    port: 3000,
    specs: './specs',
    data: './.data',
    broker: 'embedded',
    createTopics: false,
    kafkaSsl: false,
    kafkaCa: null,
    kafkaSasl: 'none',
    kafkaCompression: 'none',
    valueFormat: 'json',
    keyFormat: 'string',
    schemaRegistry: null,
    schemaRegistryCredential: 'none',
    schemaRegistryCa: null,
    schemaRegistryCert: null,
    schemaRegistryKey: null,
    subjectNameStrategy: 'topic',
    registerSchemas: false,
    schemaNamespace: null,
    maxFileBytes: 10 * 2 ** 30,
    maxRecordBytes: 16 * 2 ** 20,
    keepFiles: 7 * 86_400_000,
    insecure: false,
    maxColumns: 16_384,
    maxOutputBytes: 100 * 2 ** 30,
    maxOutputRatio: 100,
    maxProcessorTime: 2 * 3_600_000,
    maxSpecsBytes: 64 * 2 ** 20,
    vault: true,
    masterKeyFile: null,
    masterKeyCommand: null,
    localRoots: null,
    integrationHosts: null,
    keepAudit: 400 * 86_400_000,
    jwtIssuer: null,
    jwtAudience: null,
    jwtJwks: null,
    jwtScopeClaim: 'scope',
    jwtTopicsClaim: 'topics',
    jwtSpecsClaim: 'specs',
    jwtIntegrationsClaim: 'integrations',
    tlsCert: null,
    tlsKey: null,
    tlsClientCa: null,
    audit: null,
    rate: null,
    headerTimeout: 10_000,
    idleTimeout: 30_000,
    requestTimeout: 3_600_000,
    maxConnections: 1000,
    maxConnectionsPerAddress: 200,
    maxQueuedRuns: 1000,
    maxQueuedRunsPerCaller: 100,
    minFreeBytes: null,
    maxSpoolBytes: null,
    keepRuns: 90 * 86_400_000,
    keepMessages: null,
    alertUrl: null,
    metricsOpen: false,
    logFormat: 'json',
    logLevel: 'info',
    store: 'sqlite',
    files: null,
    filesCredential: null,
    cloudevents: 'binary',
  });
});

test('a flag overrides the environment, which overrides the default', () => {
  const env = { SPECMILL_PORT: '4000', SPECMILL_SPECS: 'env', SPECMILL_CREATE_TOPICS: 'true', SPECMILL_DATA: '' };
  const { port, specs, createTopics, kafkaSsl, data } = read({ port: '0', 'kafka-ssl': '' }, env);
  assert.equal(
    { port, specs, createTopics, kafkaSsl, data },
    { port: 0, specs: 'env', createTopics: true, kafkaSsl: true, data: './.data' },
  );
});

test('hosts and folders are lists', () => {
  const { integrationHosts, localRoots } = read({
    'integration-hosts': 'localhost, 10.0.0.0/8,::1,fd00::/8,SFTP_1.example',
    'local-roots': '/srv/a,/srv/b/',
  });
  assert.equal(integrationHosts, ['localhost', '10.0.0.0/8', '::1', 'fd00::/8', 'SFTP_1.example']);
  assert.equal(localRoots, ['/srv/a', '/srv/b']);
  const hosts = ['', 'a,,b', '10.0.0.0/33', '::/129', 'sftp://h', 'h:22', 'u@h', 'h/8', '*.example', '10.0.0.0/'];
  for (const wrong of hosts) assert.throws(() => read({ 'integration-hosts': wrong }), /--integration-hosts takes/);
  assert.throws(() => read({ 'local-roots': '/a,,/b' }), /--local-roots takes/);
});

test('the environment cannot enable --insecure', () => {
  assert.is(read({}, { SPECMILL_INSECURE: 'true' }).insecure, false);
});

test('an invalid value is reported with the name of its flag or variable', () => {
  const wrong = (flags: Record<string, string>, env: Record<string, string>): string => {
    try {
      read(flags, env);
    } catch (error) {
      if (error instanceof SettingError) return error.message;
      throw error;
    }
    return 'nothing';
  };
  assert.is(wrong({ port: '65536' }, {}), '--port takes a number from 0 to 65535, not "65536"');
  assert.is(wrong({}, { SPECMILL_PORT: '3000x' }), 'SPECMILL_PORT takes a number from 0 to 65535, not "3000x"');
  assert.is(wrong({}, { SPECMILL_KAFKA_SSL: 'maybe' }), 'SPECMILL_KAFKA_SSL takes on or off, not "maybe"');
  assert.match(wrong({ broker: 'kafka://' }, {}), /--broker takes "embedded" or kafka:\/\/host:9092/);
  assert.match(wrong({ 'kafka-sasl': 'gssapi' }, {}), /takes one of none, plain, scram-sha-256, scram-sha-512/);
  assert.match(wrong({ threads: '0' }, {}), /from 1 to 9999/);
});

test('no setting repeats a password that was written into a URL', () => {
  let refused = 0;
  for (const name of names)
    for (const written of ['http://anna:geh/eim@host:1', 'anna:geh/eim@host'])
      for (const from of ['flag', 'variable'])
        try {
          const { flag, env } = settings[name];
          if (from === 'flag') read({ [flag]: written });
          else if (env !== null) read({}, { [env]: written });
        } catch (error) {
          refused++;
          assert.not.match(String(error), /anna|geh|eim/, name);
        }
  assert.ok(refused > 20, String(refused));
});

test('brokers', () => {
  for (const broker of ['kafka://a:9092', 'kafka://a:9092,b:9092', 'kafka://[::1]:9092?compression=gzip'])
    assert.is(read({ broker }).broker, broker);
});

test('sizes', () => {
  assert.equal(['512', '1k', '16MiB', '10GiB', '1.5MB', '2 GB', '1kib', '1B'].map(parseSize), [
    512,
    1024,
    16 * 2 ** 20,
    10 * 2 ** 30,
    1_500_000,
    2_000_000_000,
    1024,
    1,
  ]);
  for (const wrong of ['', '0', '-1', 'x', '1XB', '1e9', '99999999TiB', 'B', '0x10'])
    assert.throws(() => parseSize(wrong), /takes a size/);
});

test('durations', () => {
  assert.equal(
    ['7d', '12h', '30m', '90s', '0', '0d'].map(parseDuration),
    [604_800_000, 43_200_000, 1_800_000, 90_000, 0, 0],
  );
  for (const wrong of ['', '7', 'd', '-1d', '1.5h', '1w', '1 d', '1234567d'])
    assert.throws(() => parseDuration(wrong), /takes a time/);
});

test('counts', () => {
  assert.equal(['0', '007', '1000'].map(parseCount), [0, 7, 1000]);
  for (const wrong of ['', '-1', '1.5', '1e3', '99999999999999999999'])
    assert.throws(() => parseCount(wrong), /whole number/);
});

test.run();

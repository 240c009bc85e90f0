import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAndCheck } from '../../compiler/index.ts';
import {
  createMessageHeaders,
  headersOf,
  toDeadLetterHeaders,
  toTypeHeaders,
} from '../../runtime/base/model/message-headers.ts';
import { describeMessages, type Publishing } from '../../runtime/cli/asyncapi/describe-messages.ts';
import { accepts } from '../compiler/json-schema-validator.ts';
import { loadModule } from '../support/load-module.ts';
import { createWorkplace } from './specmill.ts';

interface Described {
  readonly channels: { readonly records: { readonly address: string | null } };
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly headers: Schema; readonly payload: Schema }>>;
    readonly securitySchemes?: unknown;
  };
  readonly servers?: unknown;
}
type Schema = Readonly<Record<string, unknown>>;

const NOWHERE: Publishing = {
  topic: null,
  deadLetterTopic: null,
  cloudevents: 'binary',
  connection: null,
  registry: null,
  namespace: null,
};

async function describe(text: string, publishing = NOWHERE) {
  const input = { text, path: 'a.yaml', syntax: 'yaml' as const };
  const module = await loadModule(input);
  const { spec } = readAndCheck(input);
  if (spec === null) throw new Error('the spec has errors');
  return { info: module.spec, described: describeMessages(spec, module.spec, publishing) as unknown as Described };
}

const ORDERS = 'name: orders\nformat: CSV\nmessageKey: [id]\nfields: [{ name: id, type: STRING }]\n';
const FILE = 'ab'.repeat(32);

test('the headers that messages and dead letters have fit their description, and others do not', async () => {
  const { info, described } = await describe(ORDERS, { ...NOWHERE, topic: 't', deadLetterTopic: 'd' });
  const { record, rejected } = described.components.messages;
  const options = { traceparent: '00-1-2-01', supersedes: 'run', idHashes: ['0123abcd', '4567cdef'] };
  const sent = createMessageHeaders(info, FILE, options);
  for (const headers of [sent, createMessageHeaders(info, FILE)])
    assert.ok(accepts(record?.headers ?? {}, headersOf(headers, 17)));
  const dead = headersOf(toDeadLetterHeaders(sent), 17);
  assert.ok(accepts(rejected?.headers ?? {}, dead));
  assert.not.ok(accepts(record?.headers ?? {}, dead));
  assert.not.ok(accepts(record?.headers ?? {}, { ...headersOf(sent, 17), ce_type: 'orders.other' }));
  assert.not.ok(accepts(record?.headers ?? {}, { ...headersOf(sent, 17), ce_id: 'x:1' }));
  assert.not.ok(accepts(record?.headers ?? {}, {}));
});

test('the headers of a spec with reference tables name their versions', async () => {
  const text = `${ORDERS}reference: { t: { key: k } }\nvalidationRules: [{ ruleId: r, field: id, ruleType: IN_REFERENCE, value: t }]\n`;
  const { info, described } = await describe(text);
  const headers = described.components.messages['record']?.headers ?? {};
  const reference = [{ name: 't', version: 'v' }] as unknown as NonNullable<
    Parameters<typeof createMessageHeaders>[2]
  >['reference'] &
    object;
  assert.ok(accepts(headers, headersOf(createMessageHeaders(info, FILE, { reference }), 1)));
  assert.not.ok(accepts(headers, headersOf(createMessageHeaders(info, FILE), 1)));
});

test('each published record type is a message with its own headers and payload', async () => {
  const path = join(import.meta.dirname, '../../specs/coda.yaml');
  const { info, described } = await describe(readFileSync(path, 'utf8'));
  const published = info.recordTypes?.filter(({ isPublished }) => isPublished) ?? [];
  assert.equal(
    Object.keys(described.components.messages),
    published.map(({ name }) => name),
  );
  for (const { name } of published) {
    const headers = headersOf(toTypeHeaders(createMessageHeaders(info, FILE), name), 1);
    assert.ok(accepts(described.components.messages[name]?.headers ?? {}, headers), name);
  }
});

test('a broker in the settings is the server, with its security and without a password', () => {
  const at = createWorkplace();
  try {
    at.write('specs/orders.yaml', ORDERS);
    const broker = ['--broker', 'kafka://one,two:9093', '--kafka-sasl', 'scram-sha-256', '--kafka-ssl'];
    const env = { SPECMILL_KAFKA_USER: 'someone', SPECMILL_KAFKA_PASSWORD: 'secret-word' };
    const call = at.call(['docs', 'orders', '--asyncapi', '--topic', 't', ...broker], { env });
    assert.is(call.code, 0, call.stderr);
    const { channels, components, servers } = JSON.parse(call.stdout) as Described;
    assert.is(channels.records.address, 't');
    assert.match(JSON.stringify(servers), /"host":"one:9092","protocol":"kafka-secure".*two:9093/);
    assert.match(JSON.stringify(components.securitySchemes), /"type":"scramSha256"/);
    assert.not.match(call.stdout, /secret-word|someone/);
    assert.is((JSON.parse(at.call(['docs', 'orders', '--asyncapi']).stdout) as Described).servers, undefined);
  } finally {
    at.remove();
  }
});

test('messages in Avro have their schema, the ids of the registry and its URL, and the JSON of others is unchanged', () => {
  const at = createWorkplace();
  try {
    at.write('specs/orders.yaml', ORDERS);
    const describeWith = (...flags: string[]) => {
      const call = at.call(['docs', 'orders', '--asyncapi', '--broker', 'kafka://one', ...flags]);
      assert.is(call.code, 0, call.stderr);
      return JSON.parse(call.stdout) as Described & { defaultContentType: string };
    };
    const registry = ['--schema-registry', 'http://registry.example:8081/', '--key-format', 'avro'];
    const avro = describeWith('--value-format', 'avro', '--schema-namespace', 'n', ...registry);
    const { record } = avro.components.messages;
    assert.is(avro.defaultContentType, 'application/avro');
    const payload = record?.payload as { schemaFormat: string; schema: object };
    assert.is(payload.schemaFormat, 'application/vnd.apache.avro;version=1.9.0');
    const { stdout } = at.call(['docs', 'orders', '--avro', '--schema-namespace', 'n']);
    assert.equal(payload.schema, JSON.parse(stdout));
    assert.match(JSON.stringify(avro.servers), '"schemaRegistryUrl":"http://registry.example:8081"');
    assert.match(JSON.stringify(record), /an Avro string after the id.*"schemaIdLocation":"payload"/);
    const headers = record?.headers as { properties: { ce_dataschema: { pattern: string } } };
    const pattern = new RegExp(headers.properties.ce_dataschema.pattern);
    assert.ok(pattern.test('http://registry.example:8081/schemas/ids/7'));
    assert.not(pattern.test('http://registryXexample:8081/schemas/ids/7'));
    const json = describeWith('--value-format', 'json-schema', ...registry).components.messages['record'];
    assert.equal(json?.payload, describeWith().components.messages['record']?.payload);
    assert.match(JSON.stringify(json?.headers), '/schemas/ids/');
    for (const flags of [
      ['--value-format', 'json-schema'],
      ['--key-format', 'avro'],
      ['--value-format', 'avro', '--cloudevents', 'structured'],
    ])
      assert.is(at.call(['docs', 'orders', '--asyncapi', ...flags]).code, 2, flags.join(' '));
  } finally {
    at.remove();
  }
});

test('--out writes a file, and flags that do not belong together are refused', () => {
  const at = createWorkplace();
  try {
    at.write('specs/orders.yaml', ORDERS);
    const { stdout } = at.call(['docs', 'orders', '--odcs']);
    assert.is(at.call(['docs', 'orders', '--odcs', '--out', 'new/contract.json']).stdout, '');
    assert.is(readFileSync(at.path('new/contract.json'), 'utf8'), stdout);
    for (const flags of [
      ['--odcs', '--asyncapi'],
      ['--odcs', '--topic', 't'],
      ['--asyncapi', '--topic', 'a b'],
    ])
      assert.is(at.call(['docs', 'orders', ...flags]).code, 2, flags.join(' '));
    assert.is(at.call(['docs', '--odcs']).code, 2);
    assert.is(at.call(['docs', 'orders', '--odcs', '--out', 'specs/orders.yaml/x']).code, 3);
  } finally {
    at.remove();
  }
});

test.run();

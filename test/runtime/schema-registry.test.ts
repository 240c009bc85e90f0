import avsc from 'avsc';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findRunSchemas } from '../../runtime/sink/schemas/find-schemas.ts';
import type { RunFailure } from '../../runtime/base/model/run-failure.ts';
import { openTarget } from '../../runtime/runs/open-target.ts';
import type { StoredRun } from '../../runtime/state/store/stored-run.ts';
import { NO_SCHEMAS, type SchemaSettings } from '../../runtime/base/model/message-schemas.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import type { Message } from '../../runtime/state/store/topic-reader.ts';
import { readSettings } from '../../runtime/state/settings/read-settings.ts';
import { readSchemas, schemaSettings } from '../../runtime/state/settings/schemas.ts';
import { loadModule } from '../support/load-module.ts';
import { startTestRegistry, type TestRegistry } from '../support/schema-registry.ts';
import { csvFile, formOf, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service; registry: TestRegistry }>('schemas in a registry');

const SPEC = `name: sales
format: CSV
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: sum, type: DECIMAL, schemaPrecision: 8, schemaScale: 2 }
`;
const FILE = 'id,sum\na,1.50\nb,-0.01\nc,1000000\n';

test.before(async (context) => {
  context.registry = await startTestRegistry();
  context.at = createWorkplace();
  context.at.write('specs/sales.yaml', SPEC);
  context.at.write(
    'specs/late.yaml',
    'name: late\nformat: CSV\nfields:\n  - { name: t, type: TIME, endOfDay: true }\n',
  );
  const flags = ['--schema-registry', `${context.registry.url}/`, '--register-schemas', '--key-format', 'avro'];
  context.service = await startService(context.at, [...flags, '--schema-namespace', 'com.example']);
});
test.after(async ({ at, service, registry }) => {
  await service.stop();
  await registry.close();
  at.remove();
});
test.before.each(({ registry }) => {
  registry.requests.splice(0);
  registry.answer = null;
});

function send(service: Service, file: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const body = formOf({ specId: 'sales', file: csvFile(file, 'f.csv'), ...fields });
  return service.fetch('/transform/file-to-events', { method: 'POST', body });
}

async function messagesOf(service: Service, topic: string): Promise<Message[]> {
  const response = await service.fetch(`/topics/${topic}/messages?from=0&limit=100`);
  return response.status === 404 ? [] : ((await response.json()) as Message[]);
}

/** Decodes a value as a consumer does, with the schema of its id. */
function decode(registry: TestRegistry, { valueBase64 = '' }: Partial<Message>): unknown {
  const bytes = Buffer.from(valueBase64, 'base64');
  assert.is(bytes[0], 0);
  const schema = registry.schemas.get(bytes.readUInt32BE(1)) ?? assert.unreachable('the registry knows the id');
  return avsc.Type.forSchema(JSON.parse(String(schema))).fromBuffer(bytes.subarray(5));
}

test('Avro messages begin with the id of a registered schema, which their header names', async ({
  service,
  registry,
}) => {
  const response = await send(service, FILE, { brokerTopic: 'sales', valueFormat: 'avro' });
  const result = (await response.json()) as ProcessingResult;
  assert.equal([result.status, result.processedRecords, result.failedRecords], ['PARTIAL_SUCCESS', 2, 1]);
  assert.equal(
    result.issueCounts.map(({ code }) => code),
    ['VALUE_DOES_NOT_FIT'],
  );
  const messages = await messagesOf(service, 'sales');
  assert.equal(
    messages.map((message) => JSON.parse(JSON.stringify(decode(registry, message)))),
    [
      { id: 'a', sum: { type: 'Buffer', data: [0, 150] } },
      { id: 'b', sum: { type: 'Buffer', data: [255] } },
    ],
  );
  const [first] = messages;
  assert.is(first?.headers['content-type'], 'application/avro');
  assert.is(first?.headers['ce_dataschema'], `${registry.url}/schemas/ids/256`);
  assert.is(first?.key, '\u0000\u0000\u0000\u0001\u0001\u0002a');
  assert.match(registry.schemas.get(256) ?? '', /"namespace":"com.example"/);
  const posts = ['sales-value', 'sales-key'].flatMap((subject) => [
    `POST /subjects/${subject}`,
    `POST /subjects/${subject}/versions`,
  ]);
  assert.equal(registry.requests, posts);
});

test('json-schema is JSON after the id of its schema', async ({ service, registry }) => {
  await send(service, FILE, { brokerTopic: 'json', valueFormat: 'json-schema' });
  const [first] = await messagesOf(service, 'json');
  assert.is(first?.value?.slice(5), '{"id":"a","sum":1.50}');
  assert.is(first?.headers['content-type'], 'application/json');
  assert.match(String([...registry.schemas.values()].find((schema) => schema.includes('$schema'))), /"sum"/);
});

test('without a format, messages are plain JSON', async ({ service, registry }) => {
  await send(service, FILE, { brokerTopic: 'plain' });
  const [first] = await messagesOf(service, 'plain');
  assert.is(first?.value, '{"id":"a","sum":1.50}');
  assert.is(first?.headers['ce_dataschema']?.slice(0, 13), '/specs/sales/');
  assert.equal(registry.requests, []);
});

test('a schema that the registry refuses fails the run before its first record, with its words', async ({
  service,
  registry,
}) => {
  registry.answer = { status: 409, body: '{"error_code":409,"message":"Schema being registered is incompatible"}' };
  const response = await send(service, 'id,sum\nx,1\n', { brokerTopic: 'refused', valueFormat: 'avro' });
  const { status, totalRecords, failure } = (await response.json()) as ProcessingResult;
  assert.equal([status, totalRecords, failure?.code], ['FAILED', 0, 'schema_refused']);
  assert.match(failure?.message ?? '', /"refused-value" \(409\): Schema being registered is incompatible$/);
  assert.equal(await messagesOf(service, 'refused'), []);
});

test('a registry that does not answer pauses the run, which then resumes', async ({ service, registry }) => {
  registry.answer = { status: 503, body: 'down' };
  const response = await send(service, 'id,sum\ny,1\n', { brokerTopic: 'paused', valueFormat: 'avro' });
  assert.is(response.status, 503);
  registry.answer = null;
  const path = response.headers.get('location')?.replace('/api/v1', '') ?? '';
  for (let tries = 0; tries < 100; tries++) {
    const run = (await (await service.fetch(path)).json()) as { status: string };
    if (run.status === 'SUCCESS') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.is((await messagesOf(service, 'paused')).length, 1);
});

test('a run with json-schema that the registry does not answer at first has its schema afterwards', async ({
  service,
  registry,
}) => {
  registry.answer = { status: 503, body: 'down' };
  const response = await send(service, 'id,sum\nz,1\n', { brokerTopic: 'late-json', valueFormat: 'json-schema' });
  assert.is(response.status, 503);
  assert.equal(await messagesOf(service, 'late-json'), []);
  registry.answer = null;
  const path = response.headers.get('location')?.replace('/api/v1', '') ?? '';
  for (let tries = 0; tries < 100; tries++) {
    const run = (await (await service.fetch(path)).json()) as { status: string };
    if (run.status === 'SUCCESS') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [message] = await messagesOf(service, 'late-json');
  assert.match(registry.schemas.get(Buffer.from(message?.value ?? '').readUInt32BE(1)) ?? 'none', /"title":"sales"/);
});

test('a spec that Avro cannot contain is 400 with the reason', async ({ service }) => {
  const body = formOf({
    specId: 'late',
    file: csvFile('t\n24:00\n', 'f.csv'),
    brokerTopic: 'late',
    valueFormat: 'avro',
  });
  const response = await service.fetch('/transform/file-to-events', { method: 'POST', body });
  assert.is(response.status, 400);
  assert.match(await response.text(), /24:00 is no time of a day/);
});

const settingsOf = (registry: TestRegistry, more: Partial<SchemaSettings> = {}): SchemaSettings => ({
  ...NO_SCHEMAS,
  url: registry.url,
  registers: true,
  ...more,
});

test('the subject is the topic, the record, or both', async ({ registry }) => {
  const { spec } = await loadModule({ text: SPEC, path: 'specs/sales.yaml', syntax: 'yaml', encoder: 'AVRO' });
  const request = { spec, topic: 't', jsonSchemas: null };
  for (const strategy of ['topic', 'record', 'topic-record'] as const)
    await findRunSchemas(request, settingsOf(registry, { strategy, namespace: 'n' }));
  const subjects = registry.requests.filter((one) => one.endsWith('/versions')).map((one) => one.split('/')[2]);
  assert.equal(subjects, ['t-value', 'n.sales', 't-n.sales']);
});

test('several record types need subjects of their own', async ({ registry }) => {
  const text = `name: two\nformat: CSV\nhasHeader: false\nrecordTypes:
  - { name: a, when: { column: 1, values: [A] }, fields: [{ name: x, type: STRING }] }
  - { name: b, when: { column: 1, values: [B] }, fields: [{ name: y, type: STRING }] }\n`;
  const { spec } = await loadModule({ text, path: 'specs/two.yaml', syntax: 'yaml', encoder: 'AVRO' });
  const request = { spec, topic: 'two', jsonSchemas: null };
  await findRunSchemas(request, settingsOf(registry)).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /--subject-name-strategy/),
  );
  const { values } = await findRunSchemas(request, settingsOf(registry, { strategy: 'record' }));
  assert.equal(
    values.map(({ recordType }) => recordType),
    ['a', 'b'],
  );
});

test('json-schema has a schema for each published record type, and records in others are part of it', async ({
  registry,
}) => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS);
  const flags = ['--schema-registry', registry.url, '--register-schemas', '--subject-name-strategy', 'topic-record'];
  const service = await startService(at, flags);
  try {
    const body = { specId: 'orders', brokerTopic: 'types', valueFormat: 'json-schema' };
    const file = csvFile('H;7\nO;1\nL;a\nL;b\n', 'o.csv');
    const response = await service.fetch('/transform/file-to-events', {
      method: 'POST',
      body: formOf({ ...body, file }),
    });
    const { status, failure } = (await response.json()) as ProcessingResult;
    assert.is(status, 'SUCCESS', JSON.stringify(failure));
    const read = (await messagesOf(service, 'types')).map(({ value = '' }) => {
      const bytes = Buffer.from(value ?? '');
      const schema = JSON.parse(registry.schemas.get(bytes.readUInt32BE(1)) ?? 'null') as { title: string };
      return [schema.title, JSON.stringify(schema).includes('"items"'), bytes.subarray(5).toString()];
    });
    assert.equal(read, [
      ['orders.head', false, '{"no":7}'],
      ['orders.order', true, '{"id":1,"lines":[{"sku":"a"},{"sku":"b"}]}'],
    ]);
    const subjects = registry.requests.filter((one) => one.endsWith('/versions')).map((one) => one.split('/')[2]);
    assert.equal(subjects, ['types-orders.head', 'types-orders.order']);
  } finally {
    await service.stop();
    at.remove();
  }
});

const ORDERS = `name: orders
format: CSV
hasHeader: false
delimiter: ";"
recordTypes:
  - { name: head, when: { column: 1, values: [H] }, fields: [{ name: t, type: STRING, publish: false }, { name: no, type: INTEGER }] }
  - { name: order, when: { column: 1, values: [O] }, fields: [{ name: t, type: STRING, publish: false }, { name: id, type: INTEGER }] }
  - name: line
    in: order
    as: lines
    when: { column: 1, values: [L] }
    fields: [{ name: t, type: STRING, publish: false }, { name: sku, type: STRING }]
`;

test('credentials are sent, and a denied access says so', async ({ registry }) => {
  registry.authorization = 'Bearer abc';
  const { spec } = await loadModule({ text: SPEC, path: 'specs/sales.yaml', syntax: 'yaml', encoder: 'AVRO' });
  const request = { spec, topic: 'secret', jsonSchemas: null };
  await findRunSchemas(request, settingsOf(registry)).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /denies access \(401\): Unauthorized/),
  );
  const { values } = await findRunSchemas(request, settingsOf(registry, { authorization: 'Bearer abc' }));
  assert.is(values.length, 1);
  registry.authorization = null;
});

test('the credential of the vault opens the registry, and says what it lacks', async ({ registry }) => {
  const at = createWorkplace();
  at.write('specs/sales.yaml', SPEC);
  const flags = ['--schema-registry', registry.url, '--register-schemas', '--schema-registry-credential', 'vault:reg'];
  const service = await startService(at, flags);
  registry.authorization = `Basic ${Buffer.from('ann:s3cret-words-of-ann').toString('base64')}`;
  const run = async (topic: string) => {
    const response = await send(service, FILE, { brokerTopic: topic, valueFormat: 'avro' });
    return (await response.json()) as ProcessingResult;
  };
  const write = (method: string, path: string, body: object) =>
    service.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  try {
    const { failure } = await run('vault-1');
    assert.is(failure?.code, 'schema_registry_denied');
    assert.match(failure?.message ?? '', /the credential "reg" .*does not exist\. Create it/);
    const request = { type: 'PASSWORD', secret: { password: 's3cret-words-of-ann' }, metadata: { username: 'ann' } };
    const created = await write('POST', '/credentials', { name: 'reg', types: ['SCHEMA_REGISTRY'], ...request });
    const { id } = (await created.json()) as { id: string };
    const second = await run('vault-2');
    assert.is(second.processedRecords, 2, JSON.stringify(second.failure));
    const shown = (await (await service.fetch(`/credentials/${id}`)).json()) as Readonly<Record<string, unknown>>;
    assert.equal([shown['hosts'], shown['usedBy']], [[new URL(registry.url).host], ['--schema-registry']]);
    assert.is((await service.fetch(`/credentials/${id}`, { method: 'DELETE' })).status, 409);
    const rotated = { secret: request.secret, metadata: request.metadata, hosts: ['registry.example'] };
    await write('PUT', `/credentials/${id}`, rotated);
    const refused = (await run('vault-3')).failure;
    assert.is(refused?.code, 'schema_registry_denied');
    assert.match(refused?.message ?? '', /is for registry\.example, not 127\.0\.0\.1/);
    assert.not.match(JSON.stringify(refused), /s3cret/);
  } finally {
    registry.authorization = null;
    await service.stop();
    at.remove();
  }
});

test('only a service with a vault takes its credential', () => {
  const read = (access?: { vault: boolean }) => {
    const flags = new Map([
      ['schema-registry', 'https://registry.example'],
      ['schema-registry-credential', 'vault:reg'],
    ]);
    return readSchemas(readSettings(schemaSettings, flags, {}), {}, access);
  };
  assert.is(read({ vault: true }).credential, 'reg');
  assert.throws(() => read({ vault: false }), /switched off \(--vault off\)/);
  assert.throws(() => read(), /only the service opens its vault: .* basic, bearer or mtls/);
});

test('an attempt after an interruption needs the ids with which the run began', async ({ registry }) => {
  const { spec } = await loadModule({ text: SPEC, path: 'specs/sales.yaml', syntax: 'yaml', encoder: 'AVRO' });
  const settings = settingsOf(registry);
  const schemas = await findRunSchemas({ spec, topic: 'lost', jsonSchemas: null }, settings);
  const attempt = (options: object, checkpoint: object | null) => {
    const destination = { kind: 'topic', topic: 'lost', deadLetterTopic: null };
    // Nothing else of a run and its targets is read.
    const run = { spec, destination, checkpoint, options: { valueFormat: 'avro', ...options } } as unknown as StoredRun;
    return openTarget(run, { schemas: settings, isRepeated: false } as unknown as Parameters<typeof openTarget>[1]);
  };
  registry.requests.splice(0);
  await attempt({ schemas }, null);
  assert.equal(registry.requests, []);
  await attempt({ schemas }, {});
  assert.equal(registry.requests, ['POST /subjects/lost-value']);
  const moved = { ...schemas, values: schemas.values.map((one) => ({ ...one, id: one.id + 1 })) };
  await attempt({ schemas: moved }, {}).then(
    () => assert.unreachable(),
    (error: RunFailure) => assert.equal([error.code, /other ids/.test(error.message)], ['schema_changed', true]),
  );
});

test('another schema under the id of a lookup fails the run', async ({ registry }) => {
  const { spec } = await loadModule({ text: SPEC, path: 'specs/sales.yaml', syntax: 'yaml', encoder: 'AVRO' });
  const request = { spec, topic: 'other', jsonSchemas: null };
  const answer = (schema: object) => ({ status: 200, body: JSON.stringify({ id: 5, schema: JSON.stringify(schema) }) });
  registry.answer = answer({ type: 'record', name: 'sales', fields: [{ name: 'id', type: 'string' }] });
  await findRunSchemas(request, settingsOf(registry)).then(
    () => assert.unreachable(),
    (error: RunFailure) => assert.is(error.code, 'schema_registry_failed'),
  );
  // Registries write schemas in another way.
  const sum = { scale: 2, precision: 8, logicalType: 'decimal', type: 'bytes' };
  const fields = [
    { name: 'id', type: { type: 'string' } },
    { name: 'sum', type: ['null', sum], default: null },
  ];
  registry.answer = answer({ fields, namespace: 'n', name: 'sales', type: 'record' });
  const { values } = await findRunSchemas(request, settingsOf(registry, { namespace: 'n' }));
  assert.is(values[0]?.id, 5);
});

test.run();

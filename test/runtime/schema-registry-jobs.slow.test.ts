/** Jobs whose messages have a schema, with a registry that does not answer, or refuses. */
import { mkdirSync, writeFileSync } from 'node:fs';
import avsc from 'avsc';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Message } from '../../runtime/state/store/topic-reader.ts';
import { startTestRegistry, type TestRegistry } from '../support/schema-registry.ts';
import { eventually, jsonInit, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service; registry: TestRegistry }>('jobs with schemas');
const SPEC = `name: sales
format: CSV
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: sum, type: DECIMAL, schemaPrecision: 8, schemaScale: 2 }
`;
const LATE = 'name: late\nformat: CSV\nfields:\n  - { name: t, type: TIME, endOfDay: true }\n';

test.before.each(async (context) => {
  context.registry = await startTestRegistry();
  context.at = createWorkplace();
  context.at.write('specs/sales.yaml', SPEC);
  context.at.write('specs/late.yaml', LATE);
  mkdirSync(context.at.path('in'));
  const flags = ['--schema-registry', context.registry.url, '--register-schemas', '--value-format', 'avro'];
  context.service = await startService(context.at, ['--local-roots', context.at.path('in'), ...flags]);
  const config = { root: context.at.path('in') };
  await context.service.fetch('/integrations', jsonInit('POST', { name: 'in', type: 'LOCAL_FS', config }));
});
test.after.each(async ({ at, service, registry }) => {
  await service.stop();
  await registry.close();
  at.remove();
});

/** Creates a job for one file. */
async function createJob(service: Service, file: string, more: object): Promise<void> {
  const source = { integration: 'in', path: '/', pattern: file };
  const job = {
    name: file.slice(0, 1),
    source,
    spec: 'sales',
    schedule: { every: '1h' },
    ready: { unchangedFor: '0s' },
  };
  const response = await service.fetch('/jobs', jsonInit('POST', { ...job, ...more }));
  assert.is(response.status, 201, await response.text());
}

interface JobFile {
  readonly state: string;
  readonly reason: { readonly code?: string; readonly message: string } | null;
}

async function fileOf(service: Service, job: string, state: string): Promise<JobFile> {
  const files = async () => (await (await service.fetch(`/jobs/${job}/files`)).json()) as JobFile[];
  await eventually(async () => (await files()).some((file) => file.state === state));
  const [file] = await files();
  if (file === undefined) throw new Error(`${job} has no file`);
  return file;
}

async function valuesOf(service: Service, topic: string): Promise<Buffer[]> {
  const response = await service.fetch(`/topics/${topic}/messages?from=0&limit=100`);
  if (response.status === 404) return [];
  return ((await response.json()) as Message[]).map(({ value, valueBase64 }) =>
    valueBase64 === undefined ? Buffer.from(value ?? '') : Buffer.from(valueBase64, 'base64'),
  );
}

test('`format` of a job is that of its messages, and without one, they have that of the service', async ({
  at,
  service,
  registry,
}) => {
  for (const name of ['a', 'b', 'c']) writeFileSync(at.path(`in/${name}.csv`), 'id,sum\nx,1.50\n');
  await createJob(service, 'a.csv', { to: { topic: 'a' } });
  await createJob(service, 'b.csv', { to: { topic: 'b', format: 'json' } });
  await createJob(service, 'c.csv', { to: { topic: 'c', format: 'json-schema' } });
  for (const job of ['a', 'b', 'c']) await fileOf(service, job, 'done');
  const [avro] = await valuesOf(service, 'a');
  const schema = registry.schemas.get(avro?.readUInt32BE(1) ?? -1) ?? 'null';
  const decoded: unknown = avsc.Type.forSchema(JSON.parse(schema)).fromBuffer(avro?.subarray(5) ?? Buffer.alloc(0));
  assert.equal(JSON.parse(JSON.stringify(decoded)), { id: 'x', sum: { type: 'Buffer', data: [0, 150] } });
  assert.is(String((await valuesOf(service, 'b'))[0]), '{"id":"x","sum":1.50}');
  const [checked] = await valuesOf(service, 'c');
  assert.match(registry.schemas.get(checked?.readUInt32BE(1) ?? -1) ?? '', 'json-schema.org/draft-07');
  assert.is(String(checked?.subarray(5)), '{"id":"x","sum":1.50}');
});

test('a file waits for a registry that does not answer, and fails if it refuses; nothing is published before', async ({
  at,
  service,
  registry,
}) => {
  registry.answer = { status: 503, body: 'down' };
  writeFileSync(at.path('in/w.csv'), 'id,sum\nx,1.50\n');
  await createJob(service, 'w.csv', { to: { topic: 'w' } });
  await eventually(() => registry.requests.length > 0);
  assert.equal(await valuesOf(service, 'w'), []);
  registry.answer = null;
  await fileOf(service, 'w', 'done');
  assert.is((await valuesOf(service, 'w')).length, 1);
  registry.answer = { status: 409, body: '{"message":"Schema being registered is incompatible"}' };
  writeFileSync(at.path('in/r.csv'), 'id,sum\nx,1.50\n');
  await createJob(service, 'r.csv', { to: { topic: 'r' } });
  const { reason } = await fileOf(service, 'r', 'failed');
  assert.match(reason?.message ?? '', /"r-value" \(409\): Schema being registered is incompatible/);
  assert.equal(await valuesOf(service, 'r'), []);
});

test('a job whose spec Avro cannot contain says so, and its files wait', async ({ at, service }) => {
  writeFileSync(at.path('in/l.csv'), 't\n24:00\n');
  await createJob(service, 'l.csv', { spec: 'late', to: { topic: 'l', format: 'avro' } });
  const job = async () => (await service.fetch('/jobs/l')).text();
  await eventually(async () => (await job()).includes('invalid_format'));
  assert.match(await job(), /24:00 is no time of a day/);
  assert.equal(await valuesOf(service, 'l'), []);
  // The way out.
  const view = JSON.parse(await job()) as object;
  const response = await service.fetch('/jobs/l', jsonInit('PUT', { ...view, to: { topic: 'l', format: 'json' } }));
  assert.is(response.status, 200, await response.text());
  await fileOf(service, 'l', 'done');
});

test.run();

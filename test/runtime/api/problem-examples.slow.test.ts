/** The examples of problems in the OpenAPI document: requests that cause them, and what the service answers. */
import { mkdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenApiDocument } from '../../../runtime/server/openapi/document.ts';
import { exampleIntegration } from '../../../runtime/server/shapes/integration.ts';
import type { ProblemCode } from '../../../runtime/server/http/problem.ts';
import { csvFile, eventually, formOf, jsonInit, ORDERS, ORDERS_CSV, ORDERS_YAML, startService } from '../service.ts';
import type { Service } from '../service.ts';
import { createWorkplace, type Workplace } from '../specmill.ts';

interface Context {
  at: Workplace;
  service: Service;
  document: OpenApiDocument;
  /** The id of a run that has ended. */
  runId: string;
  /** A key with the scope `read`. */
  reader: string;
}

type Sender = (context: Context) => Promise<Response>;

const test = suite<Context>('examples of problems');

const ADMIN: Record<string, string> = {};

function send({ service }: Context, path: string, init: RequestInit = {}): Promise<Response> {
  return service.fetch(path, { ...init, headers: { ...ADMIN, ...(init.headers as Record<string, string>) } });
}

const get =
  (path: string, headers: Record<string, string> = {}): Sender =>
  (context) =>
    send(context, path, { headers });
const json =
  (method: string, path: string, body: unknown): Sender =>
  (context) =>
    send(context, path, jsonInit(method, body));
const form =
  (path: string, parts: readonly (readonly [string, string | Blob])[], headers: Record<string, string> = {}): Sender =>
  (context) => {
    const body = new FormData();
    for (const [name, value] of parts) body.append(name, value);
    return send(context, path, { method: 'POST', body, headers });
  };

const file = csvFile(ORDERS_CSV);
const validate = '/transform/validate';
const transform = '/transform/file-to-events';
const SMALL = [
  ['specId', 'orders'],
  ['brokerTopic', 'small'],
  ['file', file],
] as const;
const NO_ID = '00000000-0000-4000-8000-000000000000';
const yaml = (body: string): RequestInit => ({ method: 'POST', body, headers: { 'content-type': 'application/yaml' } });
const named = { name: 'p', format: 'CSV', fields: [] };

/** A request that causes the problem. */
const CAUSES: Partial<Record<ProblemCode, Sender>> = {
  malformed_request: get('/runs/%zz'),
  malformed_form: (context) =>
    send(context, validate, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=X' },
    }),
  malformed_json: json('POST', '/specs', '{'),
  malformed_yaml: (context) => send(context, '/specs', yaml('a: [')),
  missing_part: form(validate, [['specId', 'orders']]),
  duplicate_part: form(validate, [
    ['specId', 'orders'],
    ['specId', 'orders'],
    ['file', file],
  ]),
  unknown_part: form(validate, [
    ['specId', 'orders'],
    ['x', 'y'],
    ['file', file],
  ]),
  unknown_parameter: get('/runs?x=1'),
  invalid_value: get('/runs?limit=x'),
  unauthenticated: ({ service }) => service.fetch('/specs'),
  forbidden: (context) =>
    send(context, '/specs', { ...jsonInit('POST', ORDERS, { authorization: `Bearer ${context.reader}` }) }),
  forbidden_origin: get('/specs', { origin: 'https://evil.example' }),
  not_found: get('/nothing'),
  spec_not_found: get('/specs/nothing'),
  reference_not_found: get('/reference/nothing'),
  sample_not_found: get('/specs/orders/samples/nothing.csv'),
  run_not_found: get(`/runs/${NO_ID}`),
  topic_not_found: get('/topics/nothing/messages'),
  credential_not_found: get(`/credentials/${NO_ID}`),
  integration_not_found: get(`/integrations/${NO_ID}`),
  instance_not_found: json('POST', `/instances/${NO_ID}/drain`, ''),
  job_not_found: get('/jobs/nothing'),
  job_file_not_found: json('POST', '/jobs/watch/files/999/retry', ''),
  method_not_allowed: json('DELETE', '/specs', ''),
  name_taken: json('POST', '/specs', { ...ORDERS, name: 'stored' }),
  spec_in_git: json('PUT', '/specs/orders', ORDERS),
  run_ended: (context) => send(context, `/runs/${context.runId}/cancel`, { method: 'POST' }),
  duplicate_file: form(transform, [...SMALL, ['onDuplicateFile', 'REFUSE']]),
  credential_in_use: json('DELETE', '/credentials/used', ''),
  integration_in_use: json('DELETE', '/integrations/folder', ''),
  job_paused: json('POST', '/jobs/watch/run', ''),
  version_differs: (context) =>
    send(
      context,
      '/specs/stored',
      jsonInit('PUT', { ...ORDERS, name: 'stored' }, { 'if-match': `"${'0'.repeat(64)}"` }),
    ),
  too_large: json('POST', '/specs', ' '.repeat(1024 * 1024 + 1)),
  unsupported_media_type: (context) =>
    send(context, '/specs', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }),
  invalid_spec: json('POST', '/specs', named),
  invalid_reference: (context) =>
    send(context, '/reference/twice', { method: 'PUT', body: 'k,k\n', headers: { 'content-type': 'text/csv' } }),
  invalid_archive: form(transform, [...SMALL, ['member', 'a.csv']]),
  invalid_credential: json('POST', '/credentials', { name: 'c', type: 'PASSWORD', secret: 7 }),
  invalid_job: json('POST', '/jobs', { name: 'j' }),
  invalid_integration: json('POST', '/integrations', { name: 'i', type: 'LOCAL_FS', config: {} }),
  idempotency_key_reused: form(transform, [...SMALL, ['skipInvalidRecords', 'true']], { 'idempotency-key': 'one' }),
  source_not_found: json('POST', validate, {
    specId: 'orders',
    source: { integrationId: 'folder', path: 'missing.csv' },
  }),
};

/** Tests of the problems that need another system, a broken disk, much time, or a connection of their own. */
const ELSEWHERE: readonly ProblemCode[] = [
  ...(['forbidden_host', 'request_timeout', 'unsupported_transfer_encoding', 'queue_full', 'rate_exceeded'] as const),
  ...([
    'run_in_progress',
    'run_not_finished',
    'no_rejects',
    'repaired_differs',
    'too_many_rejects',
    'pieces_incomplete',
    'mask_key_missing',
    'topic_in_use',
    'file_gone',
    'spec_too_costly',
  ] as const),
  ...([
    'integration_in_git',
    'job_in_git',
    'file_not_retryable',
    'already_published',
    'nothing_to_approve',
    'source_changed',
    'not_released',
  ] as const),
  ...(['internal_error', 'source_unreachable', 'source_failed', 'source_timed_out', 'vault_locked'] as const),
  ...(['run_paused', 'broker_unavailable', 'broker_refused', 'keys_unavailable', 'too_busy'] as const),
  ...([
    'storage_failed',
    'stopping',
    'insufficient_storage',
    'disk_full',
    'stored_data_damaged',
    'files_unavailable',
  ] as const),
];

test.before(async (context) => {
  const at = createWorkplace();
  const addKey = (name: string, scope: string) => at.call(['keys', 'add', name, '--scope', scope]).stdout.trim();
  Object.assign(context, { at, reader: addKey('reader', 'read') });
  ADMIN['authorization'] = `Bearer ${addKey('root', 'admin')}`;
  at.write('specs/orders.yaml', ORDERS_YAML);
  mkdirSync(at.path('incoming'));
  context.service = await startService(at, ['--threads', '1', '--local-roots', at.path('incoming')]);
  context.document = (await (await send(context, '/openapi.json')).json()) as OpenApiDocument;
  await createState(context);
});
test.after(async ({ at, service }) => {
  await service?.stop();
  at.remove();
});

async function createState(context: Context): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const response = await send(context, path, jsonInit('POST', body));
    assert.ok(response.status < 300, `${path}: ${await response.text()}`);
  };
  await post('/specs', { ...ORDERS, name: 'stored' });
  await post('/credentials', { name: 'used', type: 'PASSWORD', secret: 'a long secret', metadata: { username: 'u' } });
  const sftp = { ...exampleIntegration.config, host: '203.0.113.1' };
  await post('/integrations', { name: 'user', type: 'SFTP', credentialId: 'used', config: sftp });
  await post('/integrations', { name: 'folder', type: 'LOCAL_FS', config: { root: context.at.path('incoming') } });
  const source = { integration: 'folder', path: '/', pattern: '*.csv' };
  await post('/jobs', { name: 'watch', source, spec: 'orders', schedule: { every: '1h' }, to: { topic: 'watched' } });
  assert.is((await send(context, '/jobs/watch/pause', { method: 'POST' })).status, 200);
  const body = formOf(Object.fromEntries(SMALL));
  const sent = await send(context, transform, { method: 'POST', body, headers: { 'idempotency-key': 'one' } });
  context.runId = ((await sent.json()) as { runId: string }).runId;
  await eventually(async () => (await send(context, `/runs/${context.runId}`)).status === 200);
}

test('each problem of the document has an example, and a request that causes it', ({ document }) => {
  const examples = Object.keys(document.components['examples'] as object);
  assert.equal(examples.sort(), [...Object.keys(CAUSES), ...ELSEWHERE].sort());
});

for (const [code, cause] of Object.entries(CAUSES))
  test(`${code}: the answer is the example, but for the detail`, async (context) => {
    const examples = context.document.components['examples'] as Record<string, { value: Record<string, unknown> }>;
    const example = examples[code]?.value ?? {};
    const response = await cause(context);
    const body = (await response.json()) as Record<string, unknown>;
    for (const member of ['type', 'title', 'status', 'code'])
      assert.is(body[member], example[member], `${member}: ${JSON.stringify(body)}`);
    assert.equal([response.status, typeof body['detail']], [example['status'], 'string']);
  });

test.run();

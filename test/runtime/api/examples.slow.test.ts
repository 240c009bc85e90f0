/** Every example of the OpenAPI document is sent to a service, and answered as the document says. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { OpenApiDocument } from '../../../runtime/server/openapi/document.ts';
import { accepts } from '../../compiler/json-schema-validator.ts';
import { type Service, startService } from '../service.ts';
import { createWorkplace, type Workplace } from '../specmill.ts';
import { createPartnerFolder, ExampleState, ORDERS_YAML, PREPARATIONS } from './example-state.ts';
import { type DescribedResponse, type ExampleRequest, exampleRequestsOf, operationsOf } from './example-requests.ts';
import { findDifference, findMissing } from './is-like.ts';

/**
 * Operations that connect to another system. Values of their responses depend on it and on the time, so that the members
 * of the examples are compared, but not their values.
 */
const USES_SYSTEM = [
  ...['testIntegration', 'listIntegrationFiles'],
  ...['createJob', 'listJobs', 'getJob', 'replaceJob', 'deleteJob', 'runJob', 'pauseJob', 'resumeJob'],
  ...['listJobFiles', 'retryJobFile', 'retryJobFiles'],
];

const test = suite<{ at: Workplace; service: Service; document: OpenApiDocument; state: ExampleState }>(
  'examples of the API',
);

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.at.write('specs/orders/march.csv', 'Order No;amount\nA1;1,50\nA2;2,50\n');
  const partner = createPartnerFolder(context.at);
  context.service = await startService(context.at, ['--threads', '1', '--local-roots', partner]);
  context.document = (await (await context.service.fetch('/openapi.json')).json()) as OpenApiDocument;
  context.state = new ExampleState(context.service, partner);
  await context.state.findPageFile();
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

test('the response to each example is its example', async ({ document, service, state }) => {
  await state.reset();
  for (const operation of operationsOf(document).values()) {
    const id = operation.operation.operationId;
    // A service with SQLite has no instances. test/servers/cluster shows this operation.
    if (id === 'drainInstance') continue;
    // Without access control, no one can decide about a request of another. jobs/approval.slow.test.ts shows these.
    if (['approveJobFile', 'refuseJobFile', 'reviewJobFile'].includes(id)) continue;
    for (let index = 0; index < exampleRequestsOf(operation, state.actual).length; index++) {
      if (index === 0 || operation.method !== 'GET') await state.reset();
      await PREPARATIONS[id]?.(state);
      // Created again, because the preparation changes the id of the run.
      const request = exampleRequestsOf(operation, state.actual)[index] as ExampleRequest;
      // The list of the specs in git has one example. reference-tables.slow.test.ts shows the table of a spec.
      if (id === 'getReferenceTable' && request.shows === 'query spec') continue;
      const response = await fetch(service.url + request.path, request);
      await checkResponse(request, response, document);
    }
  }
});

async function checkResponse(request: ExampleRequest, response: Response, document: OpenApiDocument): Promise<void> {
  const title = `${request.id} (${request.shows}): ${response.status}`;
  const text = await response.text();
  assert.ok(response.status < 400 || request.shows.startsWith('header If'), `${title} ${text}`);
  const described = request.operation.responses[response.status];
  if (described === undefined) return assert.unreachable(`${title} is not described`);
  for (const [name, { required }] of Object.entries(described.headers ?? {}))
    if (required) assert.ok(response.headers.has(name), `${title}: ${name}`);
  checkBody(title, { response, text, described, document });
}

function checkBody(
  title: string,
  {
    response,
    text,
    described,
    document,
  }: { response: Response; text: string; described: DescribedResponse; document: OpenApiDocument },
): void {
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const content = described.content?.[type];
  if (content === undefined) return assert.is(`${type}${text}`, '', `${title}: ${type} is not described`);
  const isJson = /\bjson$/.test(type) && !type.includes('ndjson');
  const body: unknown = isJson ? JSON.parse(text) : text;
  assert.ok(
    accepts(content.schema as never, body, document.components.schemas),
    `${title}: the schema rejects ${text}`,
  );
  if (content.example === undefined || title.includes('(query ')) return;
  // The audit contains the requests of the test. A service with SQLite lists no instances.
  if (['listAudit', 'listInstances'].some((id) => title.startsWith(`${id} `))) return;
  if (VARYING.includes(type)) return checkLines(title, String(content.example), text);
  const usesSystem = USES_SYSTEM.some((id) => title.startsWith(`${id} `));
  const shown = response.status === 202 ? asQueued(body) : body;
  const difference = usesSystem ? findMissing(content.example, shown) : findDifference(content.example, shown);
  assert.is(difference, null, title);
}

/** Returns an accepted run as it was before its first thread was free. It may have begun since, and have read bytes. */
function asQueued(body: unknown): unknown {
  const run = body as { status?: string; progress?: object };
  return run.status === 'RUNNING' ? { ...run, status: 'QUEUED', progress: { ...run.progress, bytes: 0 } } : body;
}

/** Media types whose text differs from request to request. */
const VARYING = ['application/openmetrics-text', 'text/event-stream'];

/** Checks that each line of the example without data is in the text. */
function checkLines(title: string, example: string, text: string): void {
  const lines = text.split('\n');
  for (const line of example.split('\n'))
    if (!/^(data|id):/.test(line)) assert.ok(lines.includes(line), `${title}: ${line}`);
}

test.run();

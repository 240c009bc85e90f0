import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import type { RunView } from '../../runtime/runs/run-request.ts';
import type { Message, Topic } from '../../runtime/state/store/topic-reader.ts';
import {
  csvFile,
  eventually,
  formOf,
  ORDERS_CSV,
  ORDERS_YAML,
  problemOf,
  type Service,
  startService,
} from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('runs, dry runs and topics');
const GIT = gitSpecId('orders');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

let topics = 0;
const nextTopic = () => `topic-${++topics}`;

type Fields = Readonly<Record<string, string | Blob>>;

function transform(
  service: Service,
  fields: Fields,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return service.fetch('/transform/file-to-events', {
    method: 'POST',
    body: formOf({ specId: GIT, file: csvFile(ORDERS_CSV), ...fields }),
    headers,
  });
}

async function resultOf(response: Response): Promise<ProcessingResult> {
  assert.is(response.status, 200, await response.clone().text());
  const result = (await response.json()) as ProcessingResult;
  assert.is(result.totalRecords, result.processedRecords + result.failedRecords + result.skippedRecords);
  return result;
}

const get = async <T>(service: Service, path: string): Promise<T> => (await (await service.fetch(path)).json()) as T;
const bigCsv = (records: number) =>
  csvFile(`id,amount\n${Array.from({ length: records }, (_, i) => `r${i},${i % 10}.50`).join('\n')}\n`, 'big.csv');

test('file to events: 200 with the result, the messages in the topic, the run in the list', async ({ service }) => {
  const topic = nextTopic();
  const result = await resultOf(await transform(service, { brokerTopic: topic, skipInvalidRecords: 'true' }));
  assert.equal(
    [result.status, result.totalRecords, result.processedRecords, result.failedRecords, result.skippedRecords],
    ['PARTIAL_SUCCESS', 3, 1, 1, 1],
  );
  assert.equal(
    [result.fileName, result.specId, result.errors.length, result.errorsTruncated],
    ['a.csv', GIT, 2, false],
  );
  assert.ok((await get<Topic[]>(service, '/topics')).some((one) => one.name === topic && one.messages === 1));
  const [message] = await get<Message[]>(service, `/topics/${topic}/messages`);
  assert.equal([message?.offset, message?.key, message?.value], [0, 'a', '{"id":"a","amount":1.50}']);
  assert.equal(Object.keys(message?.headers ?? {}).sort(), [
    'ce_dataschema',
    'ce_id',
    'ce_source',
    'ce_specversion',
    'ce_type',
    'content-type',
  ]);
  assert.is(message?.headers['ce_id'], `${result.fileSha256?.slice(0, 16)}-${result.specVersion.slice(0, 8)}:1`);
  const run = await get<RunView>(service, `/runs/${result.runId}`);
  for (const [member, value] of Object.entries(result)) assert.equal(run[member as keyof RunView], value, member);
  assert.equal(run.progress, { bytes: ORDERS_CSV.length, totalBytes: ORDERS_CSV.length });
});

test('without skipInvalidRecords an ERROR is published with its issues', async ({ service }) => {
  const topic = nextTopic();
  const result = await resultOf(await transform(service, { brokerTopic: topic }));
  assert.equal([result.processedRecords, result.skippedRecords], [2, 0]);
  const messages = await get<Message[]>(service, `/topics/${topic}/messages?from=1&limit=5`);
  assert.equal(
    messages.map(({ offset }) => offset),
    [1],
  );
  assert.match(messages[0]?.headers['issues'] ?? '', /"MIN_VALUE"/);
});

test('Prefer: respond-async: 202, Location, Preference-Applied; the run ends on its own', async ({ service }) => {
  for (const prefer of ['respond-async', 'RESPOND-ASYNC; x=1, wait=10', 'wait=1, respond-async']) {
    const topic = nextTopic();
    const response = await transform(service, { brokerTopic: topic }, { prefer });
    const run = (await response.json()) as RunView;
    assert.equal(
      [response.status, response.headers.get('preference-applied'), response.headers.get('location')],
      [202, 'respond-async', `/api/v1/runs/${run.runId}`],
    );
    await eventually(async () => (await get<RunView>(service, `/runs/${run.runId}`)).status === 'PARTIAL_SUCCESS');
    assert.is((await get<Message[]>(service, `/topics/${topic}/messages`)).length, 2);
  }
  assert.is((await transform(service, { brokerTopic: nextTopic() }, { prefer: 'return=minimal' })).status, 200);
});

test('Idempotency-Key: the first result again; 422 with other content; without a key a new run', async ({
  service,
}) => {
  const brokerTopic = nextTopic();
  const headers = { 'idempotency-key': 'key-1' };
  const first = await resultOf(await transform(service, { brokerTopic }, headers));
  assert.equal(await resultOf(await transform(service, { brokerTopic }, headers)), first);
  const later = await transform(service, { brokerTopic }, { ...headers, prefer: 'respond-async' });
  assert.equal([later.status, later.headers.get('location')], [202, `/api/v1/runs/${first.runId}`]);
  for (const other of [
    { file: csvFile('id,amount\nz,1\n') },
    { brokerTopic: nextTopic() },
    { skipInvalidRecords: 'true' },
  ]) {
    await problemOf(await transform(service, { brokerTopic, ...other }, headers), 422, 'idempotency_key_reused');
  }
  assert.is((await get<Message[]>(service, `/topics/${brokerTopic}/messages`)).length, 2);
  const again = await resultOf(await transform(service, { brokerTopic }));
  assert.is.not(again.runId, first.runId);
  const ids = (await get<Message[]>(service, `/topics/${brokerTopic}/messages`)).map(
    ({ headers: all }) => all['ce_id'],
  );
  assert.equal([ids.length, new Set(ids).size], [4, 2]);
  for (const key of ['', 'a b', 'x'.repeat(256), 'ü'])
    await problemOf(await transform(service, { brokerTopic }, { 'idempotency-key': key }), 400, 'invalid_value');
  assert.equal(await get<object[]>(service, '/runs').then((runs) => runs.length > 0), true);
});

test('run_in_progress: 409 with Location while the same file, spec and topic are being processed', async ({
  service,
}) => {
  const brokerTopic = nextTopic();
  const file = bigCsv(300_000);
  const first = (await (
    await transform(service, { brokerTopic, file }, { prefer: 'respond-async' })
  ).json()) as RunView;
  await problemOf(await service.fetch(`/runs/${first.runId}/rejects`), 409, 'run_not_finished');
  const second = await transform(service, { brokerTopic, file }, { prefer: 'respond-async' });
  assert.is(second.headers.get('location'), `/api/v1/runs/${first.runId}`);
  assert.is((await problemOf(second, 409, 'run_in_progress'))['runId'], first.runId);
  const elsewhere = await transform(service, { brokerTopic: nextTopic(), file }, { prefer: 'respond-async' });
  assert.is(elsewhere.status, 202);
  await eventually(async () => (await get<RunView>(service, `/runs/${first.runId}`)).finishedAt !== null);
  await eventually(
    async () => (await get<RunView>(service, elsewhere.headers.get('location')?.slice(7) ?? '')).finishedAt !== null,
  );
  assert.is((await transform(service, { brokerTopic, file }, { prefer: 'respond-async' })).status, 202);
  await eventually(async () => (await get<RunView[]>(service, '/runs')).every(({ finishedAt }) => finishedAt !== null));
});

test('errors list every record with issues; rejects contain the unpublished bytes, header first', async ({
  service,
}) => {
  const text = 'id,amount\na,1.50\nb,0.00\n"c\n,2\nd,x\n';
  const { runId, errors } = await resultOf(
    await transform(service, {
      brokerTopic: nextTopic(),
      file: csvFile(text, 'täglich (1).csv'),
      skipInvalidRecords: 'true',
      errorLimit: '1',
    }),
  );
  assert.is(errors.length, 1);
  const answer = await service.fetch(`/runs/${runId}/errors`);
  assert.is(answer.headers.get('content-type'), 'application/x-ndjson');
  const lines = (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { record: number; outcome: string });
  assert.equal(
    lines.map(({ record, outcome }) => [record, outcome]),
    [
      [2, 'skipped'],
      [3, 'failed'],
      [4, 'failed'],
      [5, 'failed'],
    ],
  );
  const rejects = await service.fetch(`/runs/${runId}/rejects`);
  assert.is(await rejects.text(), text.replace('a,1.50\n', ''));
  assert.is(
    rejects.headers.get('content-disposition'),
    `attachment; filename="rejects-t_glich (1).csv"; filename*=UTF-8''rejects-t%C3%A4glich%20%281%29.csv`,
  );
});

test('maxErrors, all-or-nothing and dead letters', async ({ service }) => {
  const stopped = await resultOf(await transform(service, { brokerTopic: nextTopic(), maxErrors: '0' }));
  assert.equal([stopped.status, stopped.failure?.code], ['FAILED', 'too_many_errors']);
  const nothing = nextTopic();
  const refused = await resultOf(await transform(service, { brokerTopic: nothing, delivery: 'all-or-nothing' }));
  assert.is(refused.status, 'FAILED');
  assert.not.ok(
    (await get<Topic[]>(service, '/topics')).some(({ name, messages }) => name === nothing && messages > 0),
  );
  const dead = nextTopic();
  await resultOf(
    await transform(service, { brokerTopic: nextTopic(), deadLetterTopic: dead, skipInvalidRecords: 'true' }),
  );
  const letters = await get<Message[]>(service, `/topics/${dead}/messages`);
  assert.equal(
    letters.map(({ value }) => value?.trimEnd()),
    ['b,0.00', '"c'],
  );
  assert.equal(
    letters.map(({ key }) => key),
    ['b', null],
  );
  assert.ok(letters.every(({ headers }) => headers['issues'] !== undefined));
});

/** A dry run of a file with a spec that differs from the git spec by one line. */
async function dryRunOf(service: Service, name: string, line: string, file: Blob): Promise<ProcessingResult> {
  const headers = { 'content-type': 'application/yaml' };
  const body = `${ORDERS_YAML.replace('name: orders', `name: ${name}`)}${line}`;
  assert.is((await service.fetch('/specs', { method: 'POST', body, headers })).status, 201);
  const form = formOf({ specId: name, file });
  return resultOf(await service.fetch('/transform/validate', { method: 'POST', body: form }));
}

const SELECT = 'recordWhen: { column: id, values: [x] }\n';

test('a file without a record: FAILED, or a warning with onNoRecords: WARNING', async ({ service }) => {
  const fatal = await dryRunOf(service, 'none-fatal', SELECT, csvFile('id,amount\na,1\n'));
  assert.equal([fatal.status, fatal.failure?.code, fatal.warnings], ['FAILED', 'no_record_found', []]);
  const warned = await dryRunOf(service, 'none-warned', `${SELECT}onNoRecords: WARNING\n`, csvFile('id,amount\na,1\n'));
  assert.equal([warned.status, warned.failure?.code], ['SUCCESS', undefined]);
  assert.equal(
    warned.warnings.map(({ code }) => code),
    ['no_record_found'],
  );
});

test('a missing column: everything at once, with the hint of the command line', async ({ service }) => {
  const file = csvFile('ID;Amount\na;1\n');
  const { failure, runId } = await resultOf(await transform(service, { brokerTopic: nextTopic(), file }));
  assert.is(failure?.code, 'MISSING_COLUMN');
  assert.match(failure?.message ?? '', /no column "id" .* and no column "amount"/);
  assert.match(failure?.hint ?? '', /add delimiter: ";" to the spec/);
  assert.equal((await get<RunView>(service, `/runs/${runId}`)).failure, failure);
});

test('UTF-8 read as windows-1252 fails as ENCODING_SUSPECT, and publishes nothing', async ({ service }) => {
  const line = 'encoding: windows-1252\n';
  const file = csvFile('id,amount\nÄÖÜ,1.50\n');
  const dry = await dryRunOf(service, 'latin', line, file);
  assert.equal([dry.status, dry.failure?.code, dry.totalRecords], ['FAILED', 'ENCODING_SUSPECT', 0]);
  const { runId } = await resultOf(await transform(service, { specId: 'latin', brokerTopic: nextTopic(), file }));
  const { failure, processedRecords } = await get<RunView>(service, `/runs/${runId}`);
  assert.equal([failure?.code, processedRecords], ['ENCODING_SUSPECT', 0]);
  const warned = await dryRunOf(service, 'warned', `${line}runWarnings: { ENCODING_SUSPECT: WARNING }\n`, file);
  assert.equal([warned.status, warned.warnings.map(({ code }) => code)], ['SUCCESS', ['ENCODING_SUSPECT']]);
});

test('a dry run reports the same as a transform of the file, and leaves nothing', async ({ service }) => {
  const body = () => formOf({ specId: GIT, file: csvFile(ORDERS_CSV), skipInvalidRecords: 'true' });
  const dry = await resultOf(await service.fetch('/transform/validate', { method: 'POST', body: body() }));
  const { runId, ordering, ...run } = await resultOf(
    await transform(service, { brokerTopic: nextTopic(), skipInvalidRecords: 'true' }),
  );
  assert.equal([typeof runId, ordering], ['string', 'FILE']);
  assert.equal({ ...dry, durationMs: 0 }, { ...run, durationMs: 0 });
});

test('Accept: application/x-ndjson: every record with issues as a line, the result last', async ({ service }) => {
  const dryRun = (accept: string) =>
    service.fetch('/transform/validate', {
      method: 'POST',
      body: formOf({ file: csvFile(ORDERS_CSV), specId: GIT, errorLimit: '0' }),
      headers: { accept },
    });
  const response = await dryRun('application/x-ndjson');
  assert.is(response.headers.get('content-type'), 'application/x-ndjson');
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(
    lines.map(({ record }) => record),
    [2, 3, undefined],
  );
  assert.equal([lines[2]?.['totalRecords'], lines[2]?.['errors'], lines[2]?.['errorsTruncated']], [3, [], true]);
  for (const accept of [
    '*/*',
    'application/json',
    'application/x-ndjson;q=0',
    'application/json, application/x-ndjson;q=0.5',
  ]) {
    assert.is((await dryRun(accept)).headers.get('content-type'), 'application/json', accept);
  }
});

test('a client that disconnects from an NDJSON dry run ends it; a slow one delays it', async ({ service }) => {
  const bad = csvFile(`id,amount\n${'x,0\n'.repeat(200_000)}`);
  for (const wait of [0, 1500]) {
    const leave = new AbortController();
    const response = await service.fetch('/transform/validate', {
      method: 'POST',
      body: formOf({ specId: GIT, file: bad }),
      headers: { accept: 'application/x-ndjson' },
      signal: leave.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, wait));
    // The client has not read everything, so the dry run is in progress and its file still exists.
    assert.ok(wait === 0 || service.spool().length > 0);
    leave.abort();
  }
  const kept = (await get<RunView[]>(service, '/runs?limit=1000')).length;
  await eventually(() => service.spool().length <= kept);
  assert.is((await service.fetch('//health/live')).status, 200);
});

test('a client that disconnects during its run does not end the run', async ({ service }) => {
  const brokerTopic = nextTopic();
  const leave = new AbortController();
  const before = (await get<RunView[]>(service, '/runs')).length;
  const left = service
    .fetch('/transform/file-to-events', {
      method: 'POST',
      body: formOf({ specId: GIT, brokerTopic, file: bigCsv(150_000) }),
      signal: leave.signal,
    })
    .catch(() => null);
  await eventually(async () => (await get<RunView[]>(service, '/runs')).length > before);
  leave.abort();
  await left;
  await eventually(async () => (await get<RunView[]>(service, '/runs')).every(({ finishedAt }) => finishedAt !== null));
  assert.equal((await get<Topic[]>(service, '/topics')).find(({ name }) => name === brokerTopic)?.messages, 150_000);
});

test('GET /runs: newest first, in pages', async ({ service }) => {
  const all = await get<RunView[]>(service, '/runs?limit=1000');
  assert.ok(all.length >= 10);
  assert.equal(
    all.map(({ createdAt }) => createdAt),
    all
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );
  const paged: string[] = [];
  for (let path: string | undefined = '/runs?limit=4'; path !== undefined; ) {
    const response = await service.fetch(path);
    paged.push(...((await response.json()) as RunView[]).map(({ runId }) => runId));
    path = /^<\/api\/v1([^>]*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
  }
  assert.equal(
    paged,
    all.map(({ runId }) => runId),
  );
});

test('the same file through curl, the command line and an imported module: same counters, same bytes', async ({
  at,
  service,
}) => {
  const text = `id,amount\n${Array.from({ length: 500 }, (_, i) => (i % 7 === 0 ? `"k${i},1` : `k${i},${(i % 5) - 1}.${i % 3}0`)).join('\n')}\n`;
  const file = at.write('same.csv', text);
  const brokerTopic = nextTopic();
  const curl = JSON.parse(
    execFileSync(
      'curl',
      [
        '-sS',
        `${service.url}/api/v1/transform/file-to-events`,
        '-F',
        `specId=${GIT}`,
        '-F',
        `brokerTopic=${brokerTopic}`,
        '-F',
        'skipInvalidRecords=true',
        '-F',
        `file=@${file}`,
      ],
      { encoding: 'utf8' },
    ),
  ) as ProcessingResult;
  const { code, stdout, stderr } = at.call([
    'transform',
    '--spec',
    'orders',
    'same.csv',
    '--out',
    '-',
    '--skip-invalid',
    '--json',
  ]);
  assert.is(code, 1, stderr);
  const cli = JSON.parse(stderr) as ProcessingResult;
  const { runId, durationMs, ordering: __, ...viaCurl } = curl;
  const { durationMs: _, ...viaCli } = cli;
  assert.equal([typeof runId, typeof durationMs], ['string', 'number']);
  assert.equal(viaCurl, viaCli);
  const events = (await get<Message[]>(service, `/topics/${brokerTopic}/messages?limit=1000`))
    .map(({ value }) => `${value}\n`)
    .join('');
  assert.is(events, stdout);
  const esm = await (await service.fetch(`/specs/${GIT}/module?as=esm`)).text();
  const module = (await import(
    `data:text/javascript;base64,${Buffer.from(esm).toString('base64')}`
  )) as typeof import('../../compiler/kernel/model/contract.ts') & {
    createTransformer: import('../../compiler/kernel/model/contract.ts').SpecModule['createTransformer'];
  };
  const transformer = module.createTransformer({ skipInvalidRecords: true });
  const batches = [...transformer.push(Buffer.from(text))].concat([...transformer.end()]);
  assert.is(
    batches.reduce((sum, { records }) => sum + records, 0),
    curl.totalRecords,
  );
  const fromModule = batches
    .flatMap(({ bytes, ends, count }) =>
      Array.from(
        { length: count },
        (_ignored, i) => `${Buffer.from(bytes.subarray(ends[i - 1] ?? 0, ends[i])).toString()}\n`,
      ),
    )
    .join('');
  assert.is(fromModule, events);
});

test.run();

/** The approval of rejects by another person, from the outside: over HTTP with keys, and with the command line. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FileView, JobView } from '../../../runtime/jobs/job-view.ts';
import type { OrderReview } from '../../../runtime/jobs/review-order.ts';
import type { AuditView } from '../../../runtime/state/access/audit/audit-file.ts';
import {
  csvFile,
  eventually,
  formOf,
  jsonInit,
  ORDERS_YAML,
  problemOf,
  type Service,
  startService,
} from '../service.ts';
import { createWorkplace, type Ended, type Workplace } from '../specmill.ts';

const KEYS = {
  root: 'admin',
  anna: 'read,transform,connect,approve',
  berta: 'approve',
  clerk: 'read,transform',
} as const;
type Name = keyof typeof KEYS;

interface Context {
  at: Workplace;
  service: Service;
  send(name: Name, path: string, init?: RequestInit): Promise<Response>;
  call(name: Name, ...args: string[]): Ended;
}

const test = suite<Context>('rejects that another person approves');

const JOB = {
  name: 'claims',
  source: { integration: 'inbox', path: '/in', pattern: '*.csv' },
  spec: 'orders',
  schedule: { every: '1s' },
  ready: { unchangedFor: 0 },
  to: { topic: 'claims' },
  options: { skipInvalidRecords: true },
  approval: {},
};

test.before.each(async (context) => {
  const at = createWorkplace();
  context.at = at;
  at.write('specs/orders.yaml', ORDERS_YAML);
  mkdirSync(at.path('files/in'), { recursive: true });
  const keys = Object.entries(KEYS).map(([name, scope]) => {
    const { stdout, stderr, code } = at.call(['keys', 'add', name, '--scope', scope]);
    assert.is(code, 0, stderr);
    return [name, stdout.trim()] as const;
  });
  const keyOf = Object.fromEntries(keys);
  const args = ['--local-roots', at.path('files'), '--audit', at.path('audit.ndjson')];
  context.service = await startService(at, args);
  const { service } = context;
  context.send = (name, path, init = {}) =>
    service.fetch(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${keyOf[name]}` } });
  context.call = (name, ...args) =>
    at.call(args, { env: { SPECMILL_URL: service.url, SPECMILL_API_KEY: keyOf[name] ?? '' } });
  const config = { root: at.path('files') };
  await context.send('root', '/integrations', jsonInit('POST', { name: 'inbox', type: 'LOCAL_FS', config }));
  assert.is((await context.send('root', '/jobs', jsonInit('POST', JOB))).status, 201);
  at.write('files/in/a.csv', 'id,amount\na,1.50\nb,0.00\nc,2\nd,0\n');
});
test.after.each(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

async function fileIn({ send }: Context, state: FileView['state']): Promise<FileView> {
  let found: FileView | undefined;
  await eventually(async () => {
    [found] = (await (await send('root', `/jobs/claims/files?state=${state}`)).json()) as FileView[];
    return found !== undefined && !found.pending;
  });
  if (found === undefined) throw new Error('unreachable');
  return found;
}

async function messagesOf({ send }: Context): Promise<string[]> {
  const found = (await (await send('root', '/topics/claims/messages')).json()) as {
    headers: Record<string, string>;
    value: string;
  }[];
  return found.map(({ headers, value }) => `${headers['ce_id']?.split(':')[1]}=${JSON.parse(value).amount}`);
}

test('over HTTP: asked by one, approved by another, with the numbers of the original records', async (context) => {
  const { send } = context;
  const { id, runId } = await fileIn(context, 'done');
  const body = () => formOf({ file: csvFile('id,amount\nb,7\nd,8\n') });
  const refused = await send('clerk', `/runs/${runId}/rejects/retry`, { method: 'POST', body: body() });
  assert.is(refused.status, 202, 'a topic is no integration');
  const asked = (await refused.json()) as FileView;
  assert.equal([asked.id, asked.state, asked.approval?.requestedBy], [id, 'needs_approval', 'key:clerk']);
  const again = await send('anna', `/runs/${runId}/rejects/retry`, { method: 'POST', body: body() });
  await problemOf(again, 409, 'file_not_retryable');
  const path = `/jobs/claims/files/${id}`;
  const decide = (name: Name, action: string, sent: unknown = { comment: 'seen' }) =>
    send(name, `${path}/${action}`, jsonInit('POST', sent));
  for (const action of ['approve', 'refuse']) {
    await problemOf(await decide('clerk', action), 403, 'forbidden');
    await problemOf(await decide('berta', action, {}), 400, 'missing_part');
    await problemOf(await decide('berta', action, { comment: ' ' }), 400, 'invalid_value');
    await problemOf(await decide('berta', action, { comment: 'x', by: 'y' }), 400, 'unknown_part');
  }
  assert.is((await send('berta', '/jobs')).status, 200);
  assert.is((await send('berta', '/jobs/claims')).status, 200);
  assert.is((await send('berta', '/jobs/claims/files?state=needs_approval')).status, 200);
  for (const other of ['/integrations', '/credentials', '/runs', '/topics'])
    await problemOf(await send('berta', other), 403, 'forbidden');
  await problemOf(await send('berta', '/jobs/claims/pause', { method: 'POST' }), 403, 'forbidden');
  assert.equal(await messagesOf(context), ['1=1.5', '3=2']);
  assert.is((await decide('berta', 'approve', { comment: 'as in the letter' })).status, 202);
  await eventually(async () => (await messagesOf(context)).length === 4);
  assert.equal(await messagesOf(context), ['1=1.5', '3=2', '2=7', '4=8']);
  const done = await fileIn(context, 'done');
  assert.equal(done.records, { total: 4, processed: 4, failed: 0, skipped: 0, rejected: 0 });
  assert.equal([done.approval?.decision?.by, done.approval?.decision?.comment], ['key:berta', 'as in the letter']);
  await problemOf(await decide('berta', 'refuse'), 409, 'nothing_to_approve');
  await problemOf(
    await send('berta', '/jobs/claims/files/99/approve', jsonInit('POST', { comment: 'x' })),
    404,
    'job_file_not_found',
  );
  const entries = (await (await send('root', '/audit?limit=200')).json()) as AuditView[];
  const changes = entries.filter(({ status, path: of }) => status < 300 && /rejects\/retry|approve$|refuse$/.test(of));
  assert.equal(
    changes.map((entry) => [entry.principal, entry.path, entry.target, entry.runId, entry.comment]),
    [
      ['key:berta', '/api/v1/jobs/:id/files/:fileId/approve', 'claims', runId, 'as in the letter'],
      ['key:clerk', '/api/v1/runs/:id/rejects/retry', runId, runId, null],
    ],
  );
  const lines = readFileSync(context.at.path('audit.ndjson'), 'utf8').split('\n');
  assert.is(lines.filter((line) => line.includes('as in the letter')).length, 1);
});

test('with the command line: refused, then asked for again and approved', async (context) => {
  const { call, at } = context;
  const { runId } = await fileIn(context, 'done');
  at.write('repaired.csv', 'id,amount\nb,7\nd,0\n');
  const ask = () => call('anna', 'rejects', runId ?? '', '--retry', '--repaired', at.path('repaired.csv'));
  const asked = ask();
  assert.equal(
    [asked.code, asked.stdout],
    [0, 'the rejects are not published yet: 2 records wait for the approval of another person.\n'],
  );
  assert.match(call('berta', 'jobs', 'files', 'claims', '--state', 'needs_approval').stdout, 'a.csv');
  const own = call('anna', 'jobs', 'approve', 'claims', 'a.csv', '--comment', 'mine');
  assert.equal([own.code === 0, own.stderr.includes('another person must')], [false, true], own.stderr);
  assert.is(call('berta', 'jobs', 'approve', 'claims', 'a.csv').code, 2, 'without a comment');
  const refused = call('berta', 'jobs', 'refuse', 'claims', 'a.csv', '--comment', 'record 4 is wrong');
  assert.equal([refused.code, refused.stdout], [0, 'a.csv is refused: nothing is published\n'], refused.stderr);
  assert.is((await fileIn(context, 'done')).records?.rejected, 2);
  assert.is(ask().code, 0);
  const approved = call('berta', 'jobs', 'approve', 'claims', 'a.csv', '--comment', 'fine');
  assert.equal(
    [approved.code, approved.stdout],
    [0, 'a.csv is approved: its records are published\n'],
    approved.stderr,
  );
  await eventually(async () => (await fileIn(context, 'done')).records?.rejected === 1);
  const { counts } = (await (await context.send('root', '/jobs/claims')).json()) as JobView;
  assert.equal([counts.done, counts.needs_approval], [1, 0]);
});

test('what waits is reviewed: who asked, the records as they were sent, and what would be published', async (context) => {
  const { call, send, at } = context;
  const { id, runId } = await fileIn(context, 'done');
  at.write('repaired.csv', 'id,amount\nb,7\nd,0\n');
  const path = `/jobs/claims/files/${id}/review`;
  await problemOf(await send('berta', path), 409, 'nothing_to_approve');
  assert.is(call('anna', 'rejects', runId ?? '', '--retry', '--repaired', at.path('repaired.csv')).code, 0);
  await problemOf(await send('clerk', path), 403, 'forbidden');
  const first = await send('berta', `${path}?limit=1`);
  assert.match(first.headers.get('link') ?? '', /review\?limit=1&cursor=2>; rel="next"/);
  const review = (await (await send('berta', path)).json()) as OrderReview;
  assert.equal(
    [review.file.approval?.requestedBy, review.obstacle, review.hasMore, review.failure],
    ['key:anna', null, false, null],
  );
  assert.equal(
    review.records.map(({ record, outcome, original, event, messages }) => [
      ...[record, outcome, original?.line, original?.cells?.map(({ text }) => text)],
      ...[original?.messages.map(({ code }) => code), event?.map(({ text }) => text), messages.map(({ code }) => code)],
    ]),
    [
      [2, 'processed', 3, ['b', '0.00'], ['MIN_VALUE'], ['b', '7'], []],
      [4, 'skipped', 5, ['d', '0'], ['MIN_VALUE'], undefined, ['MIN_VALUE']],
    ],
  );
  assert.is(((await first.json()) as OrderReview).records.length, 1);
  const shown = call('berta', 'jobs', 'review', 'claims', 'a.csv');
  assert.is(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /^a\.csv: 2 records, with repaired ones\nasked by key:anna at /);
  assert.match(shown.stdout, /record 2, line 3: published\n {2}sent: id="b", amount="0\.00"\n/);
  assert.match(shown.stdout, /record 4, line 5: rejected again\n/);
  const json = JSON.parse(call('berta', 'jobs', 'review', 'claims', 'a.csv', '--json').stdout) as OrderReview;
  assert.is(json.records.length, 2);
  at.write('specs/orders.yaml', ORDERS_YAML.replace('name: orders', 'name: orders\ndescription: another one'));
  await eventually(async () => call('berta', 'jobs', 'review', 'claims', 'a.csv').code === 1);
  assert.match(
    call('berta', 'jobs', 'review', 'claims', 'a.csv').stdout,
    /would publish nothing: The spec was changed/,
  );
});

test('an approval of stored records that were changed is 409 with the way out', async (context) => {
  const { call, at } = context;
  const { runId } = await fileIn(context, 'done');
  const spool = at.path('.data/spool');
  const before = new Set(readdirSync(spool));
  at.write('repaired.csv', 'id,amount\nb,7\nd,8\n');
  assert.is(call('anna', 'rejects', runId ?? '', '--retry', '--repaired', at.path('repaired.csv')).code, 0);
  const [stored = ''] = readdirSync(spool).filter((name) => !before.has(name));
  writeFileSync(join(spool, stored), 'id,amount\na,1.50\nb,9\nc,2\nd,9\n');
  const { code, stdout, stderr } = call('berta', 'jobs', 'approve', 'claims', 'a.csv', '--comment', 'fine');
  assert.equal([code === 0, stdout], [false, '']);
  assert.match(stderr, /were changed after the request\. Refuse them, and ask for the rejects again/);
  assert.equal(await messagesOf(context), ['1=1.5', '3=2']);
});

test.run();

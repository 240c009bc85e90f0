import { mkdirSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FileView, JobView } from '../../../runtime/jobs/job-view.ts';
import { eventually, jsonInit, ORDERS_YAML, type Service, startService } from '../service.ts';
import { createWorkplace, type Ended, type Workplace } from '../specmill.ts';

interface Context {
  at: Workplace;
  service: Service;
  /** Calls `specmill jobs` with the address of the service. */
  jobs(...args: string[]): Ended;
}

const test = suite<Context>('specmill jobs');

const JOB = {
  name: 'claims',
  source: { integration: 'inbox', path: '/in', pattern: '*.csv' },
  spec: 'orders',
  schedule: { every: '1s' },
  ready: { unchangedFor: 0 },
  to: { topic: 'claims' },
};

test.before(async (context) => {
  const at = createWorkplace();
  context.at = at;
  at.write('specs/orders.yaml', ORDERS_YAML);
  mkdirSync(at.path('files/in'), { recursive: true });
  writeFileSync(at.path('files/in/a.csv'), 'id,amount\n1,2.50\n');
  writeFileSync(at.path('files/in/b\u202e.csv'), 'nonsense\nx\n');
  context.service = await startService(at, ['--local-roots', at.path('files')]);
  const { service } = context;
  context.jobs = (...args) => at.call(['jobs', ...args], { env: { SPECMILL_URL: service.url } });
  const config = { root: at.path('files') };
  await service.fetch('/integrations', jsonInit('POST', { name: 'inbox', type: 'LOCAL_FS', config }));
  assert.is((await service.fetch('/jobs', jsonInit('POST', JOB))).status, 201);
  await eventually(async () => {
    const { counts } = (await (await service.fetch('/jobs/claims')).json()) as JobView;
    return counts.done === 1 && counts.failed === 1;
  });
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

test('the metrics count the files and the alerts of jobs', async ({ service }) => {
  const text = await (await service.fetch('//metrics')).text();
  assert.match(text, /^specmill_job_files_total\{job="claims",state="done"\} 1$/m);
  assert.match(text, /^specmill_job_files_total\{job="claims",state="failed"\} 1$/m);
  assert.match(text, /^specmill_job_alerts_total\{job="claims",kind="run_failed"\} 1$/m);
});

test('list and show print the jobs, as text and as JSON', ({ jobs }) => {
  const list = jobs('list');
  assert.is(list.code, 0, list.stderr);
  assert.match(list.stdout, /^claims +api +active +\d{4}-.* +1 +0 +1 *$/m);
  const [listed] = JSON.parse(jobs('list', '--json').stdout) as JobView[];
  const show = jobs('show', 'claims');
  assert.match(show.stdout, /^files +1 done, 1 failed$/m);
  assert.match(jobs('show', listed?.id ?? '').stdout, /^job +claims /);
});

test('files prints where each file is, and escapes what partners put into names', ({ jobs }) => {
  const files = jobs('files', 'claims');
  assert.is(files.code, 0, files.stderr);
  assert.match(files.stdout, /done .*in\/a\.csv/);
  assert.not.match(files.stdout, /\u202e/);
  const failed = JSON.parse(jobs('files', 'claims', '--state', 'failed', '--json').stdout) as FileView[];
  assert.equal(
    failed.map(({ state, name }) => [state, name]),
    [['failed', 'b\u202e.csv']],
  );
  assert.equal(JSON.parse(jobs('files', 'claims', '--name', 'a*', '--json').stdout).length, 1);
  const none = jobs('files', 'claims', '--state', 'quarantined');
  assert.equal([none.code, none.stdout, none.stderr], [0, '', 'no file found\n']);
});

test('pause, run, resume and retry change the job', ({ jobs }) => {
  assert.is(jobs('pause', 'claims').stdout, 'claims is paused\n');
  const refused = jobs('run', 'claims');
  assert.equal([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /paused/);
  assert.is(jobs('resume', 'claims').stdout, 'claims is active\n');
  assert.is(jobs('run', 'claims').stdout, 'claims is active\n');
  const [failed] = JSON.parse(jobs('files', 'claims', '--state', 'failed', '--json').stdout) as FileView[];
  const retried = jobs('retry', 'claims', failed?.id ?? '');
  assert.equal([retried.code, retried.stdout], [0, 'in/b\\u{202e}.csv waits for another run\n'], retried.stderr);
  const [done] = JSON.parse(jobs('files', 'claims', '--state', 'done', '--json').stdout) as FileView[];
  assert.match(
    jobs('retry', 'claims', done?.id ?? '').stderr,
    /was published before, with \d+ records?\. Use force \(--force\)/,
  );
  const forced = jobs('retry', 'claims', 'a.csv', '--spec-version', 'current', '--force', '--json');
  assert.equal([forced.code, (JSON.parse(forced.stdout) as FileView[])[0]?.id], [0, done?.id], forced.stderr);
  assert.is(jobs('retry', 'claims', '--state', 'quarantined').stdout, 'no file found\n');
});

test('wrong calls and an unreachable service have their exit codes', ({ at, jobs }) => {
  for (const [args, message] of [
    [[], /name what to do/],
    [['lst'], /"lst"/],
    [['show'], /an operand is missing/],
    [['list', 'claims'], /too many operands/],
    [['retry', 'claims'], /name the files, or use --state failed/],
    [['retry'], /jobs retry JOB FILE.*, or specmill jobs retry JOB --state S/],
    [['show', 'claims', '--state', 'done'], /--state belongs to specmill jobs files and retry/],
    [['files', 'claims', '--state', 'gone'], /gone/],
    [['show', 'nope'], /no job/i],
    [['show', '../specs'], /no job/i],
    [['list', '--url', 'ftp://x'], /--url takes the address/],
  ] as const) {
    const { code, stdout, stderr } = jobs(...args);
    assert.equal([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, message, args.join(' '));
  }
  const away = at.call(['jobs', 'list', '--url', 'http://127.0.0.1:1']);
  assert.is(away.code, 3);
  assert.match(away.stderr, /no service answers at http:\/\/127\.0\.0\.1:1/);
});

test.run();

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RunSummary } from '../../runtime/runs/run-request.ts';
import { eventually } from './service.ts';
import { cacheFakeModule, createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('runs, rejects, cancel');

test.before.each(async (context) => {
  context.at = createWorkplace();
  await cacheFakeModule(context.at);
});
test.after.each(({ at }) => at.remove());

const runsOf = (at: Workplace, ...flags: string[]) =>
  JSON.parse(at.call(['runs', '--json', ...flags]).stdout) as RunSummary[];
const transform = (at: Workplace, file: string, topic: string) =>
  at.call(['transform', '--spec', 'fake', file, '--topic', topic]);

test('runs lists and filters runs, as a table and as JSON', ({ at }) => {
  assert.equal(at.call(['runs']), { code: 0, stdout: '', stderr: 'no run found in ./.data\n' });
  at.write('a.txt', 'a\nE b\n');
  at.write('b.txt', 'a\n');
  transform(at, 'a.txt', 'first');
  transform(at, 'b.txt', 'second');
  const [newest, oldest, ...others] = runsOf(at);
  assert.equal(
    [newest?.topic, newest?.status, oldest?.topic, oldest?.status, others],
    ['second', 'SUCCESS', 'first', 'PARTIAL_SUCCESS', []],
  );
  assert.equal(runsOf(at, '--limit', '1'), [newest]);
  assert.equal(runsOf(at, '--topic', 'first'), [oldest]);
  assert.equal(runsOf(at, '--status', 'success', '--spec', 'fake'), [newest]);
  assert.equal(runsOf(at, '--spec', 'other'), []);
  const { stdout } = at.call(['runs']);
  assert.match(stdout, /^Run +Accepted \(UTC\) +Status +Records +With errors +Topic +File\n/);
  assert.match(stdout, new RegExp(`^${oldest?.runId} +\\d{4}-.* PARTIAL_SUCCESS +2 +1 +first +a\\.txt$`, 'm'));
  assert.match(at.call(['runs', '--status', 'sucess']).stderr, /did you mean SUCCESS\?/);
});

test('rejects prints the bytes of the records that were not published, or the issues', ({ at }) => {
  at.write('a.txt', 'a\nF b\nE c\n');
  transform(at, 'a.txt', 't');
  const runId = runsOf(at)[0]?.runId ?? '';
  assert.equal(at.call(['rejects', runId]), { code: 0, stdout: 'F b\n', stderr: '' });
  const issues = at.call(['rejects', runId, '--issues']).stdout.trimEnd().split('\n');
  assert.equal(
    issues.map((line) => (JSON.parse(line) as { record: number }).record),
    [2, 3],
  );
});

test('cancel ends an interrupted run as FAILED, and a finished one stays as it is', async ({ at }) => {
  at.write('many.txt', 'line of some length\n'.repeat(400_000));
  const child = at.start(['transform', '--spec', 'fake', 'many.txt', '--topic', 't']);
  await eventually(() => at.call(['tail', 't', '--limit', '1']).stdout !== '');
  child.kill('SIGINT');
  await once(child, 'exit');
  const runId = runsOf(at)[0]?.runId ?? '';
  assert.equal(at.call(['rejects', runId]).code, 2, 'an unfinished run has no rejects');
  const { code, stdout, stderr } = at.call(['cancel', runId]);
  assert.equal([code, stderr], [0, '']);
  assert.match(stdout, new RegExp(`^the run ${runId} is cancelled; it processed \\d+ records\n$`));
  const [run] = runsOf(at);
  assert.equal([run?.status, run?.failure?.code], ['FAILED', 'cancelled']);
  const again = at.call(['cancel', runId]);
  assert.equal([again.code, /has finished/.test(again.stderr)], [2, true]);
});

test('an unknown run is wrong usage', ({ at }) => {
  at.write('a.txt', 'a\n');
  const none = '00000000-0000-4000-8000-000000000000';
  assert.is(at.call(['rejects', none]).code, 2);
  transform(at, 'a.txt', 't');
  for (const command of ['rejects', 'cancel']) {
    assert.match(at.call([command, none]).stderr, /there is no run 0000[^]*specmill runs lists/);
    assert.match(at.call([command, 'latest']).stderr, /"latest" is not the id of a run/);
    assert.is(at.call([command]).code, 2);
  }
});

test('with a process that has no address on the data folder, the commands name the request to send', async ({ at }) => {
  const service = at.start(['serve', '--port', '0']);
  let ready = '';
  service.stdout?.on('data', (bytes: Buffer) => (ready += bytes.toString()));
  await eventually(() => ready.includes('listening'));
  rmSync(at.path('.data/address'));
  const id = '00000000-0000-4000-8000-000000000000';
  for (const [call, request] of [
    [['runs'], 'curl http://127.0.0.1:3000/api/v1/runs'],
    [['rejects', id], `curl http://127.0.0.1:3000/api/v1/runs/${id}/rejects`],
    [['cancel', id], `curl -X POST http://127.0.0.1:3000/api/v1/runs/${id}/cancel`],
  ] as const) {
    const { code, stdout, stderr } = at.call(call);
    assert.equal([code, stdout], [3, '']);
    assert.ok(stderr.includes(`for example: ${request}\n`), stderr);
  }
});

test.run();

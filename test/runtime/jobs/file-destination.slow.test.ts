import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConnectorFailure } from '../../../runtime/connector/failure.ts';
import { rejectionOf } from '../data-folder.ts';
import { eventually } from '../service.ts';
import { type JobWorkplace, openWorkplace, QUICK_JOB } from './workplace.ts';

const test = suite<{ at: JobWorkplace }>('a job that writes files');
test.before.each(async (context) => {
  context.at = await openWorkplace();
});
test.after.each(async ({ at }) => at.close());

const to = (path: string) => ({ integration: 'inbox', path });
const FILE_JOB = { ...QUICK_JOB, to: to('events/{name}.ndjson') };

test('the records of a file become lines of JSON, and nothing becomes a message', async ({ at }) => {
  at.put('in/a.txt', 'one\ntwo\n');
  await at.jobs.create(FILE_JOB);
  const { runId } = await at.fileIn('a.txt', 'done');
  assert.is(at.read('events/a.txt.ndjson'), '{"line":"one"}\n{"line":"two"}\n');
  const { topic, destination } = (await at.all.runs.get(runId ?? '')) ?? {};
  assert.equal(
    [topic, destination],
    [null, { kind: 'file', integrationId: 'i', path: 'events/a.txt.ndjson', format: 'NDJSON' }],
  );
  assert.equal(await at.messages(), []);
});

test('a path that ends in .csv makes CSV with a header, without the records that are skipped', async ({ at }) => {
  at.put('in/a.txt', 'one\nE two\n"three", four\n');
  const options = { skipInvalidRecords: true };
  const then = { rejects: { path: 'rejects/{name}' } };
  await at.jobs.create({ ...QUICK_JOB, to: to('events/{date}/{stem}.CSV'), options, then });
  await at.fileIn('a.txt', 'done');
  const path = `events/${new Date().toISOString().slice(0, 10)}/a.CSV`;
  assert.equal(at.paths(), [path, 'in/a.txt', 'rejects/a.txt']);
  assert.is(at.read(path), 'line\none\n"""three"", four"\n');
  assert.is(at.read('rejects/a.txt'), 'E two\n');
});

test('a run that fails writes no file, and all of its records are rejects', async ({ at }) => {
  at.put('in/a.txt', 'one\nE two\nE three\nfour\n');
  const options = { skipInvalidRecords: true, maxErrors: 1 };
  await at.jobs.create({ ...FILE_JOB, options, then: { rejects: { path: 'rejects/{name}' } } });
  assert.is((await at.fileIn('a.txt', 'failed')).reason?.code, 'too_many_errors');
  assert.equal(at.paths(), ['in/a.txt', 'rejects/a.txt']);
  assert.is(at.read('rejects/a.txt'), 'one\nE two\nE three\nfour\n');
});

test('a file that exists is not replaced: the new one gets a number', async ({ at }) => {
  at.put('events/a.txt.ndjson', 'older\n');
  at.put('in/a.txt', 'one\n');
  await at.jobs.create(FILE_JOB);
  await at.fileIn('a.txt', 'done');
  assert.equal(at.paths(), ['events/a.1.txt.ndjson', 'events/a.txt.ndjson', 'in/a.txt']);
  assert.is(at.read('events/a.txt.ndjson'), 'older\n');
});

test('a connection that is lost while the file is written pauses the run, which writes it again', async ({ at }) => {
  let losses = 2;
  at.wrap = (connector) => ({
    ...connector,
    async write(path) {
      const writer = await connector.write(path);
      const lose = async (): Promise<void> => {
        if (path.startsWith('events') && losses-- > 0) throw new ConnectorFailure('connection_lost', 'Lost.');
      };
      return {
        ...writer,
        // Lost after the bytes, and once when the file is complete.
        write: (bytes) => writer.write(bytes).then(() => (losses === 2 ? lose() : undefined)),
        commit: () => lose().then(() => writer.commit()),
        async abort() {
          await writer.abort();
          // The connection is gone, so the temporary file remains.
          if (losses >= 0) at.put('events/.a.txt.ndjson.0123456789ab.part', 'partial');
        },
      };
    },
  });
  at.put('in/a.txt', 'one\ntwo\n');
  await at.jobs.create(FILE_JOB);
  await at.fileIn('a.txt', 'done');
  assert.is(losses, -1);
  assert.equal(at.paths(), ['events/a.txt.ndjson', 'in/a.txt'], 'the temporary files are gone');
  assert.is(at.read('events/a.txt.ndjson'), '{"line":"one"}\n{"line":"two"}\n');
});

for (const [code, expected, name] of [
  ['permission_denied', 'permission_denied', 'events/{name}.ndjson'],
  ['authentication_failed', 'authentication_failed', 'inbox'],
  ['disk_full', 'destination_unavailable', 'inbox'],
] as const)
  test(`a destination that reports ${code} pauses the job, which works again by itself`, async ({ at }) => {
    let isBroken = true;
    at.wrap = (connector) => ({
      ...connector,
      write: (path) =>
        isBroken && path.startsWith('events')
          ? Promise.reject(new ConnectorFailure(code, 'No access.'))
          : connector.write(path),
    });
    at.put('in/a.txt', 'one\n');
    await at.jobs.create({ ...FILE_JOB, then: { failed: { move: 'failed/{name}' } } });
    await eventually(async () => (await at.jobs.get('job')).status === 'paused_by_error');
    const { lastError, counts } = await at.jobs.get('job');
    assert.equal([lastError?.code, lastError?.name], [expected, name]);
    assert.match(lastError?.message ?? '', /^No access\./);
    assert.equal([counts.running, counts.failed], [1, 0]);
    assert.equal(at.paths(), ['in/a.txt'], 'nothing is moved to failed/');
    isBroken = false;
    await at.fileIn('a.txt', 'done');
    const { status, lastError: last } = await at.jobs.get('job');
    assert.equal([status, last], ['active', null]);
    assert.is(at.counted('job_alerts_total', 'job_paused'), 1);
    assert.is(at.read('events/a.txt.ndjson'), '{"line":"one"}\n');
  });

test('a destination that is unreachable during a restart keeps the job paused, and the file is published once', async ({
  at,
}) => {
  let isBroken = true;
  at.wrap = (connector) => ({
    ...connector,
    write: (path) =>
      isBroken && path.startsWith('events')
        ? Promise.reject(new ConnectorFailure('unreachable', 'The host is down.'))
        : connector.write(path),
  });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create(FILE_JOB);
  await eventually(async () => (await at.jobs.get('job')).lastError?.code === 'destination_unavailable');
  await at.restart();
  assert.is((await at.jobs.get('job')).status, 'paused_by_error');
  isBroken = false;
  await at.fileIn('a.txt', 'done');
  await eventually(async () => (await at.jobs.get('job')).status === 'active');
  assert.equal(at.paths(), ['events/a.txt.ndjson', 'in/a.txt']);
});

test('a destination that cannot write fails the run', async ({ at }) => {
  at.wrap = (connector) => ({ ...connector, capabilities: { ...connector.capabilities, canWrite: false } });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create(FILE_JOB);
  assert.is((await at.fileIn('a.txt', 'failed')).reason?.code, 'destination_not_supported');
});

test('a destination that is unreachable pauses the job before there is a run', async ({ at }) => {
  let isAway = true;
  at.wrap = (connector) => ({
    ...connector,
    stat: (path) =>
      isAway && path.startsWith('events')
        ? Promise.reject(new ConnectorFailure('unreachable', 'The host is down.'))
        : connector.stat(path),
  });
  at.put('in/a.txt', 'one\n');
  await at.jobs.create({ ...FILE_JOB, retry: { backoff: '1s..1s' } });
  await eventually(async () => (await at.jobs.get('job')).status === 'paused_by_error');
  assert.equal(await at.all.runs.list({ limit: 1 }), []);
  isAway = false;
  assert.is((await at.fileIn('a.txt', 'done')).attempts, 0);
});

test('files are written beside the watched folder, not into it, and a recursive look omits them', async ({ at }) => {
  const create = (change: object) => rejectionOf(at.jobs.create({ ...FILE_JOB, ...change }));
  assert.match((await create({ to: to('in/{name}') })).message, /"to.path" leads back into the folder/);
  assert.match((await create({ to: to('events/{run}') })).message, /"to.path" cannot contain \{run\}|must contain/);
  assert.match((await create({ to: to('events/{name}-{run}') })).message, /"to.path" cannot contain \{run\}/);
  assert.match((await create({ to: to('events/all.csv') })).message, /must contain \{name\} or \{stem\}/);
  assert.match((await create({ to: { integration: 'i', path: 'in/{name}' } })).message, /in another way/);
  assert.match((await create({ to: { integration: 'no', path: 'e/{name}' } })).message, /"no", which does not exist/);
  assert.match((await create({ options: { deadLetterTopic: 'd' } })).message, /needs a topic as the destination/);
  at.put('in/a.txt', 'one\n');
  const source = { integration: 'inbox', path: '', pattern: '*', recursive: true };
  await at.jobs.create({ ...FILE_JOB, source });
  await at.fileIn('a.txt', 'done');
  const { lastCheck } = await at.jobs.get('job');
  await at.jobs.run('job');
  await eventually(async () => (await at.jobs.get('job')).lastCheck !== lastCheck);
  assert.equal((await at.jobs.files('job', { limit: 9 })).length, 1);
});

test.run();

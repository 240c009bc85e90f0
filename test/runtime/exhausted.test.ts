import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDataFolder, createRequest, openAll } from './data-folder.ts';
import { eventually } from './service.ts';
import { findExhausted } from '../../runtime/base/model/exhausted.ts';
import { RunFailure } from '../../runtime/base/model/run-failure.ts';
import { toAttempt } from '../../runtime/runs/attempt-run.ts';
import { toThreadError } from '../../runtime/runs/worker/run-thread.ts';
import { WorkerLost } from '../../runtime/reading/workers/worker-lost.ts';
import { ThreadFailure } from '../../runtime/reading/workers/pool-thread.ts';

const signal = new AbortController().signal;
const systemError = (code: string): Error => Object.assign(new Error(`${code}: open`), { code, syscall: 'open' });

test('a lack of descriptors or memory pauses a run, in its thread and outside of it', () => {
  for (const code of ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])
    for (const error of [systemError(code), new Error('wrapped', { cause: systemError(code) })]) {
      const inThread = toThreadError(error);
      assert.is(inThread.kind, 'pause', code);
      assert.is(inThread.code, 'resources_exhausted');
      assert.match(inThread.message, new RegExp(code));
      const outside = toAttempt(error, signal);
      assert.ok(outside.kind === 'paused' && outside.pause.code === 'resources_exhausted', code);
      const passedOn = toAttempt(new ThreadFailure(inThread), signal);
      assert.ok(passedOn.kind === 'paused' && passedOn.pause.code === 'resources_exhausted', code);
    }
});

test('a thread that is lost for a lack of descriptors is no fault of its file', () => {
  for (const message of ['EMFILE: too many open files, open a.js', 'Worker initialization failure: EMFILE']) {
    const lost = new WorkerLost('an internal error occurred', { cause: new Error(message) });
    const next = new WorkerLost('it ended before the task began', { cause: lost });
    for (const error of [lost, next]) {
      const attempt = toAttempt(error, signal);
      assert.ok(attempt.kind === 'paused' && attempt.pause.code === 'resources_exhausted', message);
    }
  }
  assert.is(toAttempt(new WorkerLost('it did not respond in time'), signal).kind, 'crashed');
});

test('an error of the device pauses a run, in its thread and outside of it', () => {
  for (const error of [
    systemError('EIO'),
    new Error('EIO: i/o error, write'),
    new Error('wrapped', { cause: systemError('EIO') }),
  ]) {
    const inThread = toThreadError(error);
    assert.equal([inThread.kind, inThread.code], ['pause', 'storage_failed']);
    const passedOn = toAttempt(new ThreadFailure(inThread), signal);
    assert.ok(passedOn.kind === 'paused' && passedOn.pause.code === 'storage_failed');
  }
});

test('other errors do not pause a run as a lack of resources', () => {
  for (const error of [
    systemError('EIO'),
    new Error('an EMFILE'),
    new Error('E: x'),
    new RunFailure('file_lost', 'lost'),
    'EMFILE',
    null,
  ])
    assert.is(findExhausted(error), null);
  assert.is(toThreadError(new RunFailure('file_lost', 'lost')).kind, 'failure');
  assert.is(toThreadError(new Error('bug')).kind, 'fault');
});

test('a page that could not be read once, which SQLite reports as damage, pauses a run', async () => {
  const { folder, remove } = createDataFolder();
  const all = await openAll(folder);
  const runs = { ...all.store.runs };
  let isDamaged = true;
  const insertOpened: typeof runs.insertOpened = async (run) => {
    const inserted = await runs.insertOpened(run);
    const { journal: opened } = inserted;
    if (opened === null) return inserted;
    const commit: typeof opened.journal.commit = async (entry) => {
      if (isDamaged) {
        isDamaged = false;
        throw Object.assign(new Error('SQLITE_CORRUPT'), { code: 'SQLITE_CORRUPT' });
      }
      return opened.journal.commit(entry);
    };
    return { ...inserted, journal: { ...opened, journal: { ...opened.journal, commit } } };
  };
  Object.assign(all.store, { runs: { ...runs, insertOpened } });
  const accepted = await all.runs.accept(await createRequest(folder, 'one\ntwo\n'));
  const runId = 'runId' in accepted ? accepted.runId : '';
  await eventually(async () => (await all.runs.find(runId))?.status === 'SUCCESS');
  await all.close();
  remove();
});

test.run();

/** Many files get another run in one transaction: all or none. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rejectionOf } from '../data-folder.ts';
import { CRASH_JOB } from './crash-job.ts';
import { type JobWorkplace, openWorkplace } from './workplace.ts';

const test = suite<{ at: JobWorkplace }>('many files that get another run');
test.before.each(async (context) => {
  context.at = await openWorkplace();
});
test.after.each(({ at }) => at.close());

const NAMES = ['a.txt', 'b.txt', 'c.txt'];
const RETRY = { files: NAMES, specVersion: 'CURRENT', force: true } as const;

test('a conflict at one of them leaves all as they were, and the next request changes all', async ({ at }) => {
  for (const name of NAMES) at.put(`in/${name}`, `one of ${name}\n`);
  await at.jobs.create(CRASH_JOB);
  const before = [];
  for (const name of NAMES) before.push(await at.fileIn(name, 'done'));
  const last = before[2];
  const { files } = at.all.store.jobs;
  // Another process changes the last file after the request has read it.
  const changeEach = files.changeEach;
  Object.assign(files, {
    changeEach: async (changes: Parameters<typeof changeEach>[0]) => {
      await files.change(Number(last?.id), 'done', { state: 'failed' });
      return changeEach(changes);
    },
  });
  const error = await rejectionOf(at.jobs.retryFiles('job', RETRY));
  assert.equal(
    [error.name, /"c\.txt" was changed in the meantime, so no file/.test(error.message)],
    ['CannotRetry', true],
  );
  for (const [index, name] of NAMES.entries())
    assert.is((await at.fileIn(name, index === 2 ? 'failed' : 'done')).runId, before[index]?.runId);
  Object.assign(files, { changeEach });
  assert.equal(
    (await at.jobs.retryFiles('job', RETRY)).map(({ name, state, reason }) => [name, state, reason?.message]),
    NAMES.map((name) => [
      name,
      'waiting',
      `A person has asked for another try.${name === 'c.txt' ? '' : ' 1 record was published before.'}`,
    ]),
  );
  for (const [index, name] of NAMES.entries())
    assert.is.not((await at.fileIn(name, 'done')).runId, before[index]?.runId);
});

test.run();

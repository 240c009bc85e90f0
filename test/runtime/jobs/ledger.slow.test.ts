import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connector, RemoteFile } from '../../../runtime/connector/connector.ts';
import { readDefinition } from '../../../runtime/jobs/definition/read-definition.ts';
import type { Job } from '../../../runtime/jobs/definition/job.ts';
import type { JobServices } from '../../../runtime/jobs/work/work.ts';
import { look } from '../../../runtime/jobs/watch/look.ts';
import { readyFiles } from '../../../runtime/jobs/watch/ready-files.ts';
import { openTestStore } from '../../support/test-store.ts';
import { createDataFolder, SILENT } from '../data-folder.ts';
import { QUICK_JOB } from './workplace.ts';

const test = suite('a look at many files');

const FILES = 100_000;
/** A look takes some seconds. Much more than this, and it reads the whole ledger for each batch. */
const HANGS_MS = 60_000;
const MAX_BYTES = 150e6;

test('100,000 files are compared in bounded time and memory, and their rows are removed when they are gone', async () => {
  const { folder, remove } = createDataFolder();
  const store = await openTestStore(folder);
  const reading = readDefinition({ ...QUICK_JOB, ready: { minAge: '1d' } });
  if (reading.kind === 'invalid') return assert.unreachable();
  const job = { id: 'j', definition: reading.definition } as Job;
  let now = Date.now();
  let listed = FILES;
  // Only these members are used by a look.
  const services = { tables: store.jobs, log: SILENT, now: () => now } as unknown as JobServices;
  const connector = { list: () => listFiles(listed, now) } as unknown as Connector;
  const lookOnce = async (): Promise<number> => {
    const started = performance.now();
    const { doneFiles } = await look({ job, services, connector }, new AbortController().signal);
    for await (const _ of readyFiles({ job, services }, { doneFiles, waiting: { nextAt: null } })) assert.unreachable();
    return performance.now() - started;
  };
  const before = process.memoryUsage().rss;
  const times = [await lookOnce(), await lookOnce()];
  const grown = process.memoryUsage().rss - before;
  console.log(
    `note: ${FILES} new files ${(times[0] ?? 0).toFixed(0)} ms, known files ${(times[1] ?? 0).toFixed(0)} ms, ${(grown / 1e6).toFixed(0)} MB`,
  );
  assert.ok(Math.max(...times) < HANGS_MS);
  assert.ok(grown < MAX_BYTES, `${grown}`);
  assert.equal(await store.jobs.files.counts('j'), { waiting: FILES });
  listed = 0;
  await lookOnce();
  now += 91 * 86_400_000;
  while ((await store.jobs.files.removeGone('j', now - 90 * 86_400_000)) > 0);
  assert.equal(await store.jobs.files.counts('j'), {});
  await store.close();
  remove();
});

async function* listFiles(count: number, now: number): AsyncGenerator<RemoteFile> {
  const modified = new Date(now).toISOString();
  for (let index = 0; index < count; index++) {
    const name = `claims-${index}.txt`;
    yield { path: `in/${name}`, name, size: index, modified, version: `v${index}` };
  }
}

test.run();

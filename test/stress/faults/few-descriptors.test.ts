/**
 * A service that has no free descriptors, or no memory, while it has accepted runs: each of them ends as SUCCESS with all of
 * its messages once there is some again. The limits of the running process are set with prlimit(1).
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFile, eventually, formOf, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { skipIf } from '../../support/skip.ts';

const test = suite('few descriptors, no memory');
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
const check = skipIf(hasPrlimit ? null : 'there is no prlimit', test);

const RECORDS = 60_000;
const RUNS = 12;

interface Result {
  runId: string;
  status: string;
  finishedAt: string | null;
  processedRecords: number;
  failure?: { code: string };
}

/** Sets how many descriptors, or bytes of address space, the process may have. */
function limit(service: Service, resource: 'nofile' | 'as', most: number): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(service.pid), `--${resource}=${most}:`], {
    encoding: 'utf8',
  });
  assert.is(status, 0, stderr);
}

const addressSpaceOf = ({ pid }: Service): number =>
  Number(/VmSize:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
const descriptorsOf = ({ pid }: Service): number => readdirSync(`/proc/${pid}/fd`).length;

/** Sends files; some may be refused. Returns the ids of the accepted runs. */
async function send(service: Service, topic: string): Promise<string[]> {
  const accepted: string[] = [];
  for (let i = 0; i < RUNS; i++) {
    const text = `id,amount\n${Array.from({ length: RECORDS }, (_, line) => `${i}-${line},1.00\n`).join('')}`;
    try {
      const response = await service.fetch('/transform/file-to-events', {
        method: 'POST',
        headers: { prefer: 'respond-async' },
        body: formOf({ specId: 'orders', brokerTopic: topic, file: csvFile(text) }),
      });
      const body = (await response.json()) as { runId: string; code?: string };
      if (response.status === 202) accepted.push(body.runId);
      else assert.ok(response.status >= 500, `${response.status} ${JSON.stringify(body)}`);
    } catch (error) {
      // Without a descriptor there is no connection.
      assert.instance(error, TypeError);
    }
  }
  return accepted;
}

/** Waits for the end of all runs, and checks that each has published all of its records, once. */
async function checkAll(service: Service, accepted: readonly string[]): Promise<void> {
  const list = async () => (await (await service.fetch('/runs?limit=1000')).json()) as Result[];
  await eventually(async () => (await list()).every(({ finishedAt }) => finishedAt !== null), 240_000);
  const runs = await list();
  assert.equal(
    runs.filter(({ status, processedRecords }) => status !== 'SUCCESS' || processedRecords !== RECORDS),
    [],
  );
  // A run whose response was lost is accepted, too.
  const known = new Set(runs.map(({ runId }) => runId));
  assert.equal(
    accepted.filter((id) => !known.has(id)),
    [],
  );
  const topics = (await (await service.fetch('/topics')).json()) as { name: string; messages: number }[];
  assert.is(
    topics.reduce((sum, one) => sum + one.messages, 0),
    runs.length * RECORDS,
  );
}

check('accepted runs end as SUCCESS after a lack of descriptors', async () => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  const service = await startService(at, ['--threads', '2']);
  try {
    const runs: string[] = [];
    // Runs are accepted before and during the lack. At 1 there is none for a connection and a file at once.
    for (const free of [1, 3, 6, 12, 24]) {
      const begun = send(service, `free-${free}`);
      await sleep(300);
      limit(service, 'nofile', descriptorsOf(service) + free);
      runs.push(...(await begun));
      await sleep(1000);
      limit(service, 'nofile', 4096);
    }
    assert.ok(runs.length > RUNS, `${runs.length} runs were accepted`);
    await checkAll(service, runs);
    const paused = service
      .stderr()
      .split('\n')
      .filter((line) => /EMFILE|too many open files|descriptors/iu.test(line));
    console.log(
      `note: ${runs.length} of ${5 * RUNS} runs were accepted, ${paused.length} lines of the log name the lack`,
    );
  } finally {
    await service.stop();
    at.remove();
  }
});

check('accepted runs end as SUCCESS after a lack of memory, which may end the process', async () => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  const runs: string[] = [];
  let ends = 0;
  try {
    for (const free of [16, 64, 160]) {
      const service = await startService(at, ['--threads', '2']);
      const hasEnded = service.exited.then(() => true);
      const begun = send(service, `free-${free}`);
      await sleep(500);
      limit(service, 'as', addressSpaceOf(service) + free * 2 ** 20);
      runs.push(...(await begun));
      // A supervisor starts the process again. One that lives gets its memory back.
      if (await Promise.race([hasEnded, sleep(2000, false)])) ends++;
      else {
        service.signal('SIGKILL');
        await hasEnded;
      }
    }
    assert.ok(runs.length > 0, 'no run was accepted');
    const service = await startService(at, ['--threads', '2']);
    await checkAll(service, runs);
    await service.stop();
    console.log(`note: ${runs.length} of ${3 * RUNS} runs were accepted, and the process ended ${ends} times`);
  } finally {
    at.remove();
  }
});

test.run();

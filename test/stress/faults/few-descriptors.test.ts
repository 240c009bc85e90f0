/**
 * A service that has no free descriptors while it has accepted runs: each of them ends as SUCCESS with all of its messages
 * once there are some again. The limit of the running process is set with prlimit(1).
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFile, eventually, formOf, ORDERS_YAML, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { skipIf } from '../../support/skip.ts';

const test = suite('few descriptors');
const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
const check = skipIf(hasPrlimit ? null : 'there is no prlimit', test);

const RECORDS = 60_000;
const RUNS = 12;

interface Result {
  runId: string;
  status: string | null;
  processedRecords: number;
  failure?: { code: string };
}

/** Sets how many descriptors the process may have. */
function limit(service: Service, descriptors: number): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(service.pid), `--nofile=${descriptors}:`], {
    encoding: 'utf8',
  });
  assert.is(status, 0, stderr);
}

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

async function resultsOf(service: Service, ids: readonly string[]): Promise<Result[]> {
  return Promise.all(ids.map(async (id) => (await (await service.fetch(`/runs/${id}`)).json()) as Result));
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
      limit(service, descriptorsOf(service) + free);
      runs.push(...(await begun));
      await sleep(1000);
      limit(service, 4096);
    }
    assert.ok(runs.length > RUNS, `${runs.length} runs were accepted`);
    await eventually(async () => (await resultsOf(service, runs)).every(({ status }) => status !== null), 240_000);
    const results = await resultsOf(service, runs);
    assert.equal(
      results.filter(({ status, processedRecords }) => status !== 'SUCCESS' || processedRecords !== RECORDS),
      [],
    );
    const topics = (await (await service.fetch('/topics')).json()) as { name: string; messages: number }[];
    const messages = topics.reduce((sum, one) => sum + one.messages, 0);
    assert.is(messages, runs.length * RECORDS);
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

test.run();

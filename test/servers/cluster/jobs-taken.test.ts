/** A job of several instances: one of them looks at its source, and another one continues when that one dies. */
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import type { JobView } from '../../../runtime/jobs/job-view.ts';
import type { RunView } from '../../../runtime/runs/run-request.ts';
import { readValues } from '../kafka/consumer.ts';
import { eventually, jsonInit } from '../../runtime/service.ts';
import { type Instance, testCluster } from './cluster-place.ts';

const TAKEN_OVER_MS = 20_000;
const PIECE_BYTES = 20_000;
process.env['SPECMILL_TEST_PIECE_BYTES'] = String(PIECE_BYTES);

await testCluster('jobs of several instances', (test) => {
  test('each file has one run, also after the instance of the job has died', async ({ start, broker }) => {
    const inbox = mkdtempSync(join(tmpdir(), 'specmill-inbox-'));
    mkdirSync(join(inbox, 'out'));
    await broker.createTopic('t', { partitions: 1 });
    const flags = ['--local-roots', inbox];
    const instances = [await start(flags), await start(flags), await start(flags)];
    const [a, b] = instances as [Instance, Instance, Instance];
    let written = 0;
    const put = (files: number): void => {
      for (let file = 0; file < files; file++, written++) {
        writeFileSync(join(inbox, 'partial'), `id,amount\nk${written},1.50\n`);
        renameSync(join(inbox, 'partial'), join(inbox, 'out', `${written}.csv`));
      }
    };
    const postJson = async (service: Instance, path: string, body: unknown): Promise<void> => {
      const response = await service.fetch(path, jsonInit('POST', body));
      assert.is(response.status, 201, await response.text());
    };
    await postJson(a, '/integrations', { name: 'inbox', type: 'LOCAL_FS', config: { root: inbox } });
    await postJson(a, '/jobs', {
      name: 'orders',
      source: { integration: 'inbox', path: '/out', pattern: '*.csv' },
      spec: 'orders',
      schedule: { every: '1s' },
      ready: { unchangedFor: '0s' },
      to: { topic: 't' },
      options: { delivery: 'exactly-once', ordering: 'NONE', maxErrors: 3 },
      then: { done: { move: 'done/{name}' } },
    });
    const jobAt = async (service: Instance): Promise<JobView> =>
      (await (await service.fetch('/jobs/orders')).json()) as JobView;
    await eventually(async () => (await b.fetch('/jobs/orders')).status === 200);
    const moved = (): number => (readdirSync(inbox).includes('done') ? readdirSync(join(inbox, 'done')).length : 0);
    put(5);
    await eventually(() => moved() === 5, 60_000);

    // A file whose content is larger than a piece is published in pieces, also with a limit of errors.
    const large = Array.from({ length: 3000 }, (_, index) => `large ${index},1.50\n`).join('');
    assert.ok(large.length > 2 * PIECE_BYTES);
    writeFileSync(join(inbox, 'out', 'large.csv'), gzipSync(`id,amount\n${large}`));
    await eventually(() => moved() === 6, 60_000);
    const runs = (await (await b.fetch('/runs?limit=1')).json()) as RunView[];
    assert.equal(
      runs.map(({ fileName, ordering, processedRecords }) => [fileName, ordering, processedRecords]),
      [['large.csv', 'NONE', 3000]],
    );

    const lookers = await Promise.all(instances.map(async (one) => ({ one, at: (await jobAt(one)).nextCheck })));
    await b.fetch('/jobs/orders/pause', { method: 'POST' });
    assert.is((await jobAt(a)).status, 'paused');
    put(1);
    await b.fetch('/jobs/orders/resume', { method: 'POST' });
    await eventually(() => moved() === 7, 60_000);

    const holder = lookers.find(({ at }) => at !== null)?.one ?? a;
    put(3);
    holder.signal('SIGKILL');
    const killed = performance.now();
    put(3);
    await eventually(() => moved() === written + 1, 60_000);
    const ms = performance.now() - killed;
    console.log(`note: the job of a killed instance was executed after ${(ms / 1000).toFixed(1)} s`);
    assert.ok(ms < TAKEN_OVER_MS + 5000, `${ms} ms`);
    const keys: string[] = [];
    await readValues(broker.address, 't', (value) => void keys.push((JSON.parse(value) as { id: string }).id));
    const small = keys.filter((key) => !key.startsWith('large'));
    assert.is(keys.length - small.length, 3000);
    assert.equal(small.sort(), Array.from({ length: written }, (_, file) => `k${file}`).sort());
    rmSync(inbox, { recursive: true, force: true });
  });
});

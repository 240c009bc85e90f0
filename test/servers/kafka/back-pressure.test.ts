/**
 * A broker that accepts 1 MB per second, and a file many times larger than the allowed memory: 100 MB, in the long form
 * 1 GB.
 */
import { openAsBlob } from 'node:fs';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { eventually } from '../../runtime/service.ts';
import { fetchRun, sendFile } from '../../runtime/service-run.ts';
import { countRecords, findMissing } from './consumer.ts';
import { LINE_BYTES, LINES_YAML, peakMemory, writeLines } from './lines.ts';
import { isLong, createOrdersPlace, printNote } from './orders.ts';
import { kafkaSuite } from './suite.ts';

const BYTES_A_SECOND = 1_000_000;
const FILE_BYTES = {
  'at-least-once': isLong ? 1e9 : 100e6,
  'exactly-once': isLong ? 1e9 : 30e6,
  'all-or-nothing': isLong ? 300e6 : 20e6,
};
const MOST_MEMORY = 300e6;

const { test, run } = kafkaSuite('a slow broker');

for (const [delivery, bytes] of Object.entries(FILE_BYTES)) {
  test(`${delivery}: ${bytes / 1e6} MB at 1 MB/s, with peak memory under ${MOST_MEMORY / 1e6} MB`, async ({
    broker,
    proxy,
    proxied,
    serve,
  }) => {
    const records = bytes / LINE_BYTES;
    await broker.createTopic(delivery, { partitions: 3 });
    const at = createOrdersPlace();
    at.write('specs/lines.yaml', LINES_YAML);
    await writeLines(at.path('big.csv'), records);
    const service = await serve(at, proxied);
    proxy.slow(BYTES_A_SECOND);
    const started = performance.now();
    const runId = await sendFile(service, {
      specId: gitSpecId('lines'),
      brokerTopic: delivery,
      delivery,
      file: await openAsBlob(at.path('big.csv')),
    });
    await eventually(
      async () => (await fetchRun(service, runId)).finishedAt !== null,
      (4000 * bytes) / BYTES_A_SECOND + 120_000,
    );
    const seconds = (performance.now() - started) / 1000;
    const peak = peakMemory(service.pid);
    const { status, processedRecords, failure } = await fetchRun(service, runId);
    printNote(`${delivery}, ${bytes / 1e6} MB in ${seconds.toFixed(0)} s: peak memory ${(peak / 1e6).toFixed(0)} MB`);
    await service.stop();
    at.remove();
    proxy.slow(Infinity);
    assert.equal([status, processedRecords, failure], ['SUCCESS', records, undefined]);
    assert.ok(seconds > (0.9 * bytes) / BYTES_A_SECOND, 'the broker was slow');
    assert.ok(peak < MOST_MEMORY, `${peak} bytes`);
    assert.equal(findMissing(await countRecords(broker.address, delivery, records)), { missing: [], doubled: 0 });
  });
}

run();

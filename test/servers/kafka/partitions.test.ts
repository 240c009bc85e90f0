/** Partitions: equal keys go to the same one, that of the Java client, and each is in file order. */
import { spawn } from 'node:child_process';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { csvFile } from '../../runtime/service.ts';
import { waitForEnd, sendFile } from '../../runtime/service-run.ts';
import { consume, countRecords, findMissing } from './consumer.ts';
import { createOrdersPlace, ordersForm, ordersOf } from './orders.ts';
import { kafkaSuite } from './suite.ts';

const PARTITIONS = 7;
const KEYS = 2000;
/** Keys of the tests of Kafka's Java client (UtilsTest), with their murmur2 hashes. */
const VECTORS: Readonly<Record<string, number>> = {
  '21': -973932308,
  foobar: -790332482,
  'a-little-bit-long-string': -985981536,
  'a-little-bit-longer-string': -1486304829,
  lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8: -58897971,
  abc: 479470107,
};

const { test, testAnywhere, run } = kafkaSuite('partitions');

testAnywhere(
  'equal keys go to one partition: that of the Java client, and of librdkafka with the Java partitioner',
  async ({ broker, serve }) => {
    for (const topic of ['ours', 'theirs']) await broker.createTopic(topic, { partitions: PARTITIONS });
    const keys = [
      ...Object.keys(VECTORS),
      ...Array.from({ length: KEYS }, (_, index) => `${'ä€😀x'.repeat(index % 4)}${'key'.slice(index % 3)} ${index}`),
    ];
    const at = createOrdersPlace();
    const service = await serve(at, broker.address);
    const { status } = await waitForEnd(
      service,
      await sendFile(service, ordersForm('ours', ordersOf([...keys, ...keys, ...keys].sort()))),
    );
    assert.is(status, 'SUCCESS');
    await service.stop();
    at.remove();
    await new Promise<void>((resolve, reject) => {
      const child = spawn(
        'kcat',
        ['-P', '-b', broker.address, '-t', 'theirs', '-K', '|', '-X', 'partitioner=murmur2'],
        { stdio: ['pipe', 'ignore', 'inherit'] },
      );
      child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`kcat ended with ${code}`))));
      child.stdin.end(keys.map((key) => `${key}|x`).join('\n'));
    });
    const theirs = new Map((await consume(broker.address, 'theirs')).map(({ key, partition }) => [key, partition]));
    const ours = await consume(broker.address, 'ours');
    assert.equal([theirs.size, ours.length], [keys.length, 3 * keys.length]);
    for (const { key, partition } of ours) assert.is(partition, theirs.get(key), `the partition of ${key}`);
    for (const [key, hash] of Object.entries(VECTORS)) {
      assert.is(
        ours.find((one) => one.key === key)?.partition,
        (hash & 0x7fffffff) % PARTITIONS,
        `the partition of ${key} in Java`,
      );
    }
  },
);

for (const delivery of ['at-least-once', 'exactly-once', 'all-or-nothing']) {
  (delivery === 'at-least-once' ? testAnywhere : test)(
    `${delivery}: without a key, all partitions are used, and each is in file order`,
    async ({ broker, serve }) => {
      const records = 50_000;
      const topic = `keyless-${delivery}`;
      await broker.createTopic(topic, { partitions: 3 });
      const at = createOrdersPlace();
      at.write('specs/lines.yaml', 'name: lines\nformat: CSV\nfields:\n  - { name: id, type: STRING }\n');
      const service = await serve(at, broker.address);
      const file = csvFile(`id\n${Array.from({ length: records }, (_, index) => `a line ${index}\n`).join('')}`);
      const { status, failure } = await waitForEnd(
        service,
        await sendFile(service, { specId: gitSpecId('lines'), brokerTopic: topic, delivery, file }),
      );
      assert.equal([status, failure], ['SUCCESS', undefined]);
      await service.stop();
      at.remove();
      const counted = await countRecords(broker.address, topic, records);
      assert.equal(
        { ...findMissing(counted), outOfOrder: counted.outOfOrder },
        { missing: [], doubled: 0, outOfOrder: 0 },
      );
      assert.equal([...counted.partitions.keys()].sort(), [0, 1, 2]);
    },
  );
}

run();

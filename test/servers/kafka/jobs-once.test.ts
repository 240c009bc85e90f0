/** A job publishes each file to Kafka exactly once, while the service and the server of its source are killed. */
import { requireServer } from '../connectors/install/require-server.ts';
import { onceSources } from '../connectors/once/once-source.ts';
import { publishOnce, sizeOf } from '../connectors/once/publish-once.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { readValues } from './consumer.ts';
import { isLong } from './orders.ts';
import { kafkaSuite } from './suite.ts';

const SIZE = sizeOf({ files: 40, records: 500, kills: 4, serverKills: 2 });

const { test, run } = kafkaSuite('a job with Kafka publishes each file once');

// The short form has one source, to save time. test:connectors has both, with the embedded broker.
for (const { type, server, open } of onceSources.filter(({ type }) => isLong || type === 'BUCKET_A')) {
  const title = `from ${type}, while the service and the server are killed`;
  if (!requireServer(server, title)) continue;
  test(title, async ({ broker }) => {
    const topic = `claims-${type}`;
    await broker.createTopic(topic);
    const at = createWorkplace();
    const source = await open();
    const target = {
      topic,
      flags: ['--broker', `kafka://${broker.address}`],
      options: { delivery: 'exactly-once', onDuplicateFile: 'WARN' },
      read: (_: unknown, onValue: (value: string) => void) => readValues(broker.address, topic, onValue),
    };
    try {
      await publishOnce(at, { source, target, size: SIZE });
    } finally {
      at.remove();
      await source.close();
    }
  });
}

run();

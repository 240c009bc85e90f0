/** The common tests of all sinks, with Kafka: one topic of one partition per test, read by kcat. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Delivery, createRunOptions } from '../../../runtime/base/model/run-info.ts';
import { openKafkaRun } from '../../../runtime/sink/kafka/delivery/kafka-run.ts';
import { openKafkaSink } from '../../../runtime/sink/kafka/publish.ts';
import type { Sink } from '../../../runtime/sink/contract.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import type { Store } from '../../../runtime/state/store/store.ts';
import { newRun } from '../../runtime/data-folder.ts';
import { type Destination, type Kind, sinkContract } from '../../runtime/sink-contract.ts';
import { consume } from './consumer.ts';
import { type BrokerContext, kafkaSuite } from './suite.ts';

/** The broker is shared by all tests, so each uses its own transactional ids. */
async function createDestination({ broker }: BrokerContext, topic: string, usual: Delivery): Promise<Destination> {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-sink-'));
  const store = await openStore(folder);
  await broker.createTopic(topic, { partitions: 1 });
  const opened: Sink[] = [];
  return {
    async open(runId, delivery = usual) {
      const sink = await openSink(store, { runId: `${topic}-${runId}`, topic, delivery, address: broker.address });
      opened.push(sink);
      return sink;
    },
    values: async () => (await consume(broker.address, topic)).map(({ value }) => value),
    async close() {
      for (const sink of opened) await sink.close(null);
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openSink(
  store: Store,
  { runId, topic, delivery, address }: { runId: string; topic: string; delivery: Delivery; address: string },
): Promise<Sink> {
  const given = newRun(runId, { broker: 'kafka', topic, options: createRunOptions({ delivery }) });
  if ((await store.runs.find(runId)) === null) await store.runs.insert(given);
  const { journal, checkpoint } = await store.runs.openJournal(runId);
  const { spec, specId, fileName, fileSha256, options } = given;
  const run = await openKafkaRun({
    info: { runId, spec, specId, fileName, fileSha256, options },
    topic,
    deadLetterTopic: null,
    checkpoint,
    journal,
    readSlice: null,
    signal: new AbortController().signal,
    settings: { kind: 'kafka', brokers: [address], ssl: null, sasl: null, compression: 'none', createTopics: false },
  });
  const sink = await openKafkaSink(run);
  return { ...sink, close: (result) => sink.close(result).finally(() => run.connection.close()) };
}

const kinds: (Kind & { delivery: Delivery })[] = [
  { name: 'kafka, exactly once', delivery: 'exactly-once', resumes: true, showsAtOnce: false, fences: true },
  { name: 'kafka, at least once', delivery: 'at-least-once', resumes: true, showsAtOnce: null, fences: false },
];

for (const kind of kinds) {
  const { test, testAnywhere, run } = kafkaSuite(`a sink: ${kind.name}`);
  // Transactions need a real Kafka.
  const testOf = (name: string) =>
    kind.delivery === 'at-least-once' && !name.startsWith('all or nothing') ? testAnywhere : test;
  let cases = 0;
  sinkContract(kind, (name, check) =>
    testOf(name)(name, async (surroundings) => {
      const at = await createDestination(surroundings, `${kind.delivery}-${++cases}`, kind.delivery);
      await check({ at }).finally(() => at.close());
    }),
  );
  run();
}

/**
 * Publishes prepared messages and prints the processor time: `publish-alone.ts HOST:PORT TOPIC WAY MESSAGES`. WAY is
 * specmill (batches of bytes, as from a module) or kafkajs (message objects, a thousand per send).
 */
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import type { Batch } from '../../../compiler/kernel/model/contract.ts';
import { createCheckpoint } from '../../../runtime/base/model/checkpoint.ts';
import { headersOf, createMessageHeaders } from '../../../runtime/base/model/message-headers.ts';
import { openKafkaRun } from '../../../runtime/sink/kafka/delivery/kafka-run.ts';
import { openKafkaSink } from '../../../runtime/sink/kafka/publish.ts';
import { createRunOptions } from '../../../runtime/base/model/run-info.ts';

const [, , address = '', topic = '', way = 'specmill', count = '100000'] = process.argv;
const MESSAGES = Number(count);
const A_BATCH = 1000;
const VALUE = Buffer.from(JSON.stringify({ id: 'x'.repeat(20), text: 'y'.repeat(162) }));
const spec = { name: 'orders', version: 'ab'.repeat(32), format: 'CSV' as const, fields: [] };
const fileSha256 = 'cd'.repeat(32);

const publish = way === 'specmill' ? await openOurs() : await openTheirs();
// Only the second half is measured, when the program is warm.
for (let first = 1; first <= MESSAGES / 2; first += A_BATCH) await publish.batch(first);
const began = { cpu: process.cpuUsage(), at: performance.now() };
for (let first = MESSAGES / 2 + 1; first <= MESSAGES; first += A_BATCH) await publish.batch(first);
const cpu = process.cpuUsage(began.cpu);
const wallMs = performance.now() - began.at;
await publish.end();
console.log(
  JSON.stringify({
    way,
    valueBytes: VALUE.length,
    microseconds: (cpu.user + cpu.system) / (MESSAGES / 2),
    perSecond: Math.round((MESSAGES / 2 / wallMs) * 1000),
  }),
);

interface Publishing {
  batch(first: number): Promise<void>;
  end(): Promise<void>;
}

async function openOurs(): Promise<Publishing> {
  const info = { runId: 'r', spec, specId: null, fileName: 'f', fileSha256, options: createRunOptions() };
  const journal = { commit: async () => {}, finish: async () => {} };
  const settings = {
    kind: 'kafka' as const,
    brokers: [address],
    ssl: null,
    sasl: null,
    compression: 'none' as const,
    createTopics: true,
  };
  const run = await openKafkaRun({
    info,
    settings,
    topic,
    deadLetterTopic: null,
    checkpoint: null,
    journal,
    readSlice: null,
    signal: new AbortController().signal,
  });
  const sink = await openKafkaSink(run);
  const checkpoint = (await sink.open(info)) ?? createCheckpoint();
  const bytes = Buffer.concat(Array.from({ length: A_BATCH }, () => VALUE));
  const ends = Uint32Array.from({ length: A_BATCH }, (_, index) => (index + 1) * VALUE.length);
  const batch: Batch = {
    firstRecord: 1,
    records: A_BATCH,
    count: A_BATCH,
    bytes,
    ends,
    keys: new Uint8Array(0),
    keyEnds: new Uint32Array(A_BATCH),
    corrected: 0,
    otherLines: 0,
    recordIssues: [],
    warnings: [],
    failure: null,
    next: { byteOffset: 0, line: 0, record: 0, state: null },
  };
  return {
    batch: (first) =>
      sink.commit({ ...batch, firstRecord: first, next: { ...batch.next, record: first + A_BATCH - 1 } }, checkpoint),
    async end() {
      await sink.close(null);
      await run.connection.close();
    },
  };
}

async function openTheirs(): Promise<Publishing> {
  const producer = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  const headers = createMessageHeaders(spec, fileSha256);
  return {
    async batch(first) {
      const messages = Array.from({ length: A_BATCH }, (_, index) => ({
        value: VALUE,
        partition: 0,
        headers: headersOf(headers, first + index),
      }));
      await producer.send({ topic, messages });
    },
    end: () => producer.disconnect(),
  };
}

import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import type { Batch, RecordIssues } from '../../compiler/kernel/model/contract.ts';
import { createMessageHeaders, toDeadLetterHeaders } from '../../runtime/base/model/message-headers.ts';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import type { Connection } from '../../runtime/sink/kafka/client/connection.ts';
import type { KafkaRun } from '../../runtime/sink/kafka/delivery/kafka-run.ts';
import type { Cluster } from '../../runtime/sink/kafka/client/kafkajs.ts';
import { createPublisher } from '../../runtime/sink/kafka/delivery/create-publisher.ts';
import { createRecordHeaders } from '../../runtime/sink/kafka/protocol/record-headers.ts';
import type { PendingBatch } from '../../runtime/sink/kafka/delivery/pending-batch.ts';
import type { Publisher } from '../../runtime/sink/kafka/delivery/publisher.ts';
import type { SendWindow } from '../../runtime/sink/kafka/delivery/send-window.ts';
import { overheadOf } from '../../runtime/sink/kafka/protocol/message-size.ts';
import { newRun } from './data-folder.ts';

const require = createRequire(import.meta.url);

/** A produce request. */
export interface Produced {
  topic: string;
  partition: number;
  bytes: number;
  firstSequence: number;
  records: { value: string; key: string | null; headers: Record<string, string> }[];
}

const CORRELATION = 77;
/** A broker's successful answer: no topic with an error, no throttling. */
const YES = Buffer.alloc(8);

/** Reads a produce request as a broker would. */
async function readRequest(request: Buffer): Promise<Produced> {
  // Internals of kafkajs, which have no published types.
  const Decoder = require('kafkajs/src/protocol/decoder') as new (
    bytes: Buffer,
  ) => { readInt16(): number; readInt32(): number; readString(): string | null; readAll(): Buffer };
  const decodeBatch = require('kafkajs/src/protocol/recordBatch/v0/decoder') as (decoder: unknown) => Promise<{
    firstSequence: number;
    records: { value: Buffer; key: Buffer | null; headers: Record<string, Buffer> }[];
  }>;
  const decoder = new Decoder(request);
  assert.equal([decoder.readInt32(), decoder.readInt16(), decoder.readInt16()], [request.length - 4, 0, 7]);
  assert.equal([decoder.readInt32() >= CORRELATION, decoder.readString()], [true, 'specmill']);
  assert.equal(
    [decoder.readString(), decoder.readInt16(), decoder.readInt32() > 0, decoder.readInt32()],
    [null, -1, true, 1],
  );
  const topic = decoder.readString() ?? '';
  assert.is(decoder.readInt32(), 1);
  const partition = decoder.readInt32();
  const bytes = decoder.readInt32();
  const batch = decoder.readAll();
  assert.is(batch.length, bytes);
  const { firstSequence, records } = await decodeBatch(new Decoder(batch));
  const text = (headers: Record<string, Buffer>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.toString()]));
  return {
    topic,
    partition,
    bytes,
    firstSequence,
    records: records.map(({ value, key, headers }) => ({
      value: value.toString(),
      key: key?.toString() ?? null,
      headers: text(headers),
    })),
  };
}

/** Creates a broker that answers when the test releases it. `fails` is the error code of its answers. */
export function fakeBroker() {
  const produced: Produced[] = [];
  const requests: Buffer[] = [];
  const waiting: (() => void)[] = [];
  const state = { fails: null as Error | null, triesAgain: false, underWay: new Set<string>(), overtakes: 0 };
  async function take(request: Buffer): Promise<void> {
    const one = await readRequest(request);
    const lane = `${one.topic}/${one.partition}`;
    if (state.underWay.has(lane)) state.overtakes++;
    state.underWay.add(lane);
    produced.push(one);
    await new Promise<void>((resolve) => waiting.push(resolve));
    state.underWay.delete(lane);
    const { fails } = state;
    if (state.triesAgain) state.fails = null;
    if (fails !== null) throw fails;
  }
  // The members of a kafkajs connection that are used.
  const wire = {
    isConnected: () => true,
    isAuthenticated: () => true,
    nextCorrelationId: () => CORRELATION + requests.length,
    socket: { write: (request: Buffer) => void (wire.written.push(request), requests.push(request)) },
    written: [] as Buffer[],
    requestQueue: {
      maybeThrottle() {},
      push({
        entry,
        sendRequest,
      }: {
        entry: { resolve(answer: { payload: Buffer }): void; reject(error: unknown): void };
        sendRequest(): void;
      }) {
        sendRequest();
        take(wire.written.shift() ?? Buffer.alloc(0)).then(() => entry.resolve({ payload: YES }), entry.reject);
      },
    },
  };
  const cluster = {
    findTopicPartitionMetadata: () =>
      Array.from({ length: 100 }, (_, partitionId) => partitionId).map((partitionId) => ({ partitionId, leader: 1 })),
    findBroker: async () => ({ connectionPool: { getConnection: async () => wire } }),
  };
  // The members of a connection that a partition sender uses.
  const tryOnce = (work: (cluster: Cluster) => Promise<unknown>): Promise<unknown> =>
    work(cluster as unknown as Cluster);
  const connection = {
    retryRaw: (work) =>
      tryOnce(work).catch((error: unknown) => (state.triesAgain ? tryOnce(work) : Promise.reject(error))),
  } as Connection;
  return {
    produced,
    requests,
    state,
    connection,
    answerAll: async () => {
      for (let calm = 0; calm < 3; calm++) {
        await sleep(2);
        waiting.splice(0).forEach((answer) => answer());
      }
    },
  };
}

/** Opens a publisher to the topic `t`, and, with `readSlice`, to the dead letter topic `dead`. */
export function openPublisher(
  connection: Connection,
  {
    maxBatchBytes = 1_048_588,
    readSlice = null as KafkaRun['readSlice'],
    partitions = 3,
    window = null as SendWindow | null,
    batchRecords = 1000,
  } = {},
): Publisher {
  const { spec } = newRun('r');
  const ofMessages = createMessageHeaders(spec, 'ab'.repeat(32));
  const headers = createRecordHeaders(ofMessages);
  const topic = { name: 't', partitions, maxBatchBytes };
  // The members of a run that a publisher uses.
  const run = {
    connection,
    headers,
    deadLetterHeaders: createRecordHeaders(toDeadLetterHeaders(ofMessages)),
    overhead: overheadOf(headers),
    readSlice,
    info: { options: createRunOptions({ batchRecords }) },
    settings: { compression: 'none' },
    destination: {
      clusterId: null,
      topic,
      deadLetters: readSlice === null ? null : { ...topic, name: 'dead' },
      maxMessageBytes: 0,
    },
  } as unknown as KafkaRun;
  return createPublisher(run, { producerId: 1n, producerEpoch: 0, transactionalId: null }, { window });
}

/** Creates a batch of consecutive records. */
export function batchOf(
  first: number,
  values: readonly string[],
  { keys = [] as string[], recordIssues = [] as RecordIssues[] } = {},
): Batch {
  const ends = (texts: readonly string[]): Uint32Array => {
    let end = 0;
    return Uint32Array.from(texts, (text) => (end += Buffer.byteLength(text)));
  };
  const records = values.length + recordIssues.filter(({ outcome }) => outcome !== 'processed').length;
  return {
    firstRecord: first,
    records,
    count: values.length,
    bytes: Buffer.from(values.join('')),
    ends: ends(values),
    keys: Buffer.from(keys.join('')),
    keyEnds: ends(values.map((_, index) => keys[index] ?? '')),
    corrected: 0,
    otherLines: 0,
    recordIssues,
    warnings: [],
    failure: null,
    next: { byteOffset: 0, line: 0, record: first + records - 1, state: null },
  };
}

/** Lets the broker answer until the given batches have arrived. */
export async function arrive(broker: ReturnType<typeof fakeBroker>, ...pendingBatches: PendingBatch[]): Promise<void> {
  let isAcknowledged = false;
  const acknowledged = Promise.all(pendingBatches.map((pending) => pending.flushAndWait())).then(
    () => (isAcknowledged = true),
  );
  while (!isAcknowledged) await Promise.race([broker.answerAll(), acknowledged]);
}

/** Returns values that contain consecutive numbers. */
export const numbered = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `{"n":${first + index}}`);

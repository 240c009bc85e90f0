import { toRunError } from '../../../../runtime/sink/kafka/client/classify-error.ts';
import type { Connection } from '../../../../runtime/sink/kafka/client/connection.ts';
import type { WireRequest } from '../../../../runtime/sink/kafka/client/kafkajs.ts';
import { produceRoom } from '../../../../runtime/sink/kafka/client/produce.ts';
import type { Ask } from './attempt-behaviour.ts';

export const TOPIC = 't';
/** Places in a record batch (version 2 of the message format), in bytes. */
const PRODUCER_ID_AT = 43;
const PRODUCER_EPOCH_AT = 51;
/** The answer to a produce request: no topic with an error, no throttling. */
const PRODUCED = Buffer.alloc(8);

/**
 * Creates a connection whose requests are sent with `ask`. A producer is identified by one number: its epoch in
 * transactions, otherwise its id. The repetitions of Connection.retry() are those of the explorer: an answer
 * `unavailable` means that they have ended.
 */
export function createConnection(ask: Ask, transactionalId: string): Connection {
  let isClosed = false;
  const send = async (call: string, ...args: number[]): Promise<readonly number[]> => {
    if (isClosed) throw new Error('the connection is closed');
    return ask('kafka', call, ...args).catch((error: unknown) => {
      throw toKafkaError(String(error));
    });
  };
  const wire = createWire(send, transactionalId);
  const broker = {
    async initProducerId({ transactionalId: own }: { transactionalId?: string }) {
      const [id = 0] = await send(own === undefined ? 'initIdempotent' : 'initProducerId');
      return own === undefined ? { producerId: String(id), producerEpoch: 0 } : { producerId: '1', producerEpoch: id };
    },
    addPartitionsToTxn: ({ producerEpoch }: Session) => send('addPartitionsToTxn', producerEpoch),
    addOffsetsToTxn: ({ producerEpoch }: Session) => send('addOffsetsToTxn', producerEpoch),
    txnOffsetCommit: ({ producerEpoch, topics }: Session & { topics: { partitions: { offset: string }[] }[] }) =>
      send('txnOffsetCommit', producerEpoch, Number(topics[0]?.partitions[0]?.offset)),
    endTxn: ({ producerEpoch, transactionResult }: Session & { transactionResult: boolean }) =>
      send('endTxn', producerEpoch, transactionResult ? 1 : 0),
    versions: { 22: { minVersion: 0, maxVersion: 3 } },
    connectionPool: {
      async send({ request }: { request: WireRequest }) {
        if (request.apiName === 'OffsetFetch') return (await send('fetchOffset'))[0];
        // The epoch is at the end, before the tags.
        const { buf } = await request.encode();
        const [id = 0] = await send('raiseEpoch', buf.readInt16BE(buf.length - 3));
        return { producerId: '1', producerEpoch: id };
      },
      getConnection: async () => wire,
    },
  };
  const cluster = {
    findTopicPartitionMetadata: () => [{ partitionId: 0, leader: 1 }],
    findBroker: async () => broker,
    findControllerBroker: async () => broker,
  };
  const retryRaw = (work: (using: never) => Promise<unknown>): Promise<unknown> => work(cluster as never);
  // The members of a connection that the deliveries use.
  return {
    cluster,
    retryRaw,
    retry: (work: (using: never) => Promise<unknown>) =>
      retryRaw(work).catch((error: unknown) => {
        throw toRunError(error);
      }),
    coordinator: async () => broker,
    async close() {
      isClosed = true;
    },
  } as unknown as Connection;
}

interface Session {
  producerEpoch: number;
}

function toKafkaError(error: string): Error {
  const isFenced = error === 'fenced';
  return Object.assign(new Error(error), {
    name: isFenced ? 'KafkaJSProtocolError' : 'KafkaJSConnectionError',
    ...(isFenced && { type: 'INVALID_PRODUCER_EPOCH' }),
  });
}

/** The members of a connection of kafkajs that a produce request uses. */
function createWire(send: (call: string, ...args: number[]) => Promise<unknown>, transactionalId: string) {
  let written = Buffer.alloc(0);
  return {
    isConnected: () => true,
    isAuthenticated: () => true,
    nextCorrelationId: () => 1,
    socket: { write: (request: Buffer) => void (written = Buffer.from(request)) },
    requestQueue: {
      maybeThrottle() {},
      push({ entry, sendRequest }: { entry: ProduceEntry; sendRequest(): void }) {
        sendRequest();
        send(...readProduced(written, transactionalId)).then(() => entry.resolve({ payload: PRODUCED }), entry.reject);
      },
    },
  };
}

interface ProduceEntry {
  resolve(answer: { payload: Buffer }): void;
  reject(error: unknown): void;
}

/** Returns the name of a produce request, the number of its producer and the numbers of its records. */
function readProduced(request: Buffer, transactionalId: string): [call: string, ...args: number[]] {
  const isTransactional = request.includes(transactionalId);
  const batch = request.subarray(
    produceRoom({ topic: TOPIC, transactionalId: isTransactional ? transactionalId : null }),
  );
  const producer = isTransactional
    ? batch.readInt16BE(PRODUCER_EPOCH_AT)
    : Number(batch.readBigInt64BE(PRODUCER_ID_AT));
  const records = [...batch.toString('latin1').matchAll(/"line":"r(\d+)"/g)].map(([, record]) => Number(record));
  return [isTransactional ? 'produceInTransaction' : 'produce', producer, ...records];
}

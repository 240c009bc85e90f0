import { type Broker, CLIENT_ID, KafkaJSConnectionError, produceResponse } from './kafkajs.ts';

const ALL_REPLICAS = -1;
const API = { apiKey: 0, apiVersion: 7, apiName: 'Produce' };
const TIMEOUT_MS = 25_000;
const CORRELATION_AT = 8;
/** Size of the request header in bytes: length, API key, API version, correlation id, client id. */
const HEAD_BYTES = 4 + 2 + 2 + 4 + 2 + CLIENT_ID.length;

/** The destination of a record batch. */
export interface ProduceTarget {
  topic: string;
  partition: number;
  /** Null if the batch is sent outside of a transaction. */
  transactionalId: string | null;
}

/** Returns the number of bytes that precede the record batch in a produce request to this topic. */
export function produceRoom({ topic, transactionalId }: Pick<ProduceTarget, 'topic' | 'transactionalId'>): number {
  return (
    HEAD_BYTES + 2 + Buffer.byteLength(transactionalId ?? '') + 2 + 4 + 4 + 2 + Buffer.byteLength(topic) + 4 + 4 + 4
  );
}

/**
 * Creates a produce request (version 7) for one partition. `bytes` consists of `room` free bytes and the record batch.
 * The request is written into the free bytes, so the batch is not copied. Returns the part of `bytes` that is the
 * request. `room` must be at least produceRoom().
 */
export function createProduceRequest(target: ProduceTarget, bytes: Buffer, room: number): Buffer {
  const { topic, partition, transactionalId } = target;
  const from = room - produceRoom(target);
  let at = bytes.writeInt32BE(bytes.length - from - 4, from);
  at = bytes.writeInt16BE(API.apiKey, at);
  at = bytes.writeInt16BE(API.apiVersion, at);
  at = writeText(bytes, at + 4, CLIENT_ID);
  at = writeText(bytes, at, transactionalId);
  at = bytes.writeInt16BE(ALL_REPLICAS, at);
  at = bytes.writeInt32BE(TIMEOUT_MS, at);
  at = bytes.writeInt32BE(1, at); // topics
  at = writeText(bytes, at, topic);
  at = bytes.writeInt32BE(1, at); // partitions
  at = bytes.writeInt32BE(partition, at);
  bytes.writeInt32BE(bytes.length - room, at);
  return bytes.subarray(from);
}

/**
 * Sends a produce request without the two copies that kafkajs would make. Resolves when all in-sync replicas have the
 * messages. Throws the broker's errors and connection errors. After an error, the connection may still send `request`,
 * so its bytes must not change.
 */
export async function sendProduce({ connectionPool }: Broker, request: Buffer): Promise<void> {
  const connection = await connectionPool.getConnection();
  if (!connection.isAuthenticated()) await connection.authenticate();
  const { requestQueue } = connection;
  const { payload } = await new Promise<{ payload: Buffer }>((resolve, reject) => {
    if (!connection.isConnected()) throw new KafkaJSConnectionError('Not connected');
    const correlationId = connection.nextCorrelationId();
    request.writeInt32BE(correlationId, CORRELATION_AT);
    const sendRequest = (): void => void connection.socket.write(request);
    requestQueue.push({
      entry: { ...API, correlationId, resolve, reject },
      expectResponse: true,
      requestTimeout: null,
      sendRequest,
    });
  });
  const answer = await produceResponse.decode(payload);
  requestQueue.maybeThrottle(answer.clientSideThrottleTime);
  await produceResponse.parse(answer);
}

function writeText(bytes: Buffer, at: number, text: string | null): number {
  if (text === null) return bytes.writeInt16BE(-1, at);
  const length = bytes.write(text, at + 2, 'utf8');
  bytes.writeInt16BE(length, at);
  return at + 2 + length;
}

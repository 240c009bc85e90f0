import type { WireRequest } from './kafkajs.ts';

const ALL_REPLICAS = -1;
const PRODUCE = 0;
const VERSION = 7;
const TIMEOUT_MS = 25_000;

/** Where a record batch goes. */
export interface ProduceTarget {
  topic: string;
  partition: number;
  /** Null: in no transaction. */
  transactionalId: string | null;
}

/** How many bytes a request needs before the record batch that it carries. */
export function produceRoom({ topic, transactionalId }: Pick<ProduceTarget, 'topic' | 'transactionalId'>): number {
  return 2 + Buffer.byteLength(transactionalId ?? '') + 2 + 4 + 4 + 2 + Buffer.byteLength(topic) + 4 + 4 + 4;
}

/** A produce request (version 7) for one partition: written into the room before the batch, so that nothing is copied. */
export function makeProduceRequest(target: ProduceTarget, bytes: Buffer, room: number): WireRequest {
  const { topic, partition, transactionalId } = target;
  const from = room - produceRoom(target);
  let at = writeText(bytes, from, transactionalId);
  at = bytes.writeInt16BE(ALL_REPLICAS, at);
  at = bytes.writeInt32BE(TIMEOUT_MS, at);
  at = bytes.writeInt32BE(1, at); // topics
  at = writeText(bytes, at, topic);
  at = bytes.writeInt32BE(1, at); // partitions
  at = bytes.writeInt32BE(partition, at);
  bytes.writeInt32BE(bytes.length - room, at);
  const request = bytes.subarray(from);
  return { apiKey: PRODUCE, apiVersion: VERSION, apiName: 'Produce', expectResponse: () => true, encode: async () => ({ buf: request, buffer: request }) };
}

function writeText(bytes: Buffer, at: number, text: string | null): number {
  if (text === null) return bytes.writeInt16BE(-1, at);
  const length = bytes.write(text, at + 2, 'utf8');
  bytes.writeInt16BE(length, at);
  return at + 2 + length;
}

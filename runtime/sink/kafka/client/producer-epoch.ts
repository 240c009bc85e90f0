import { compactText, createFlexibleRequest, int32, Reader } from './flexible.ts';
import { type Broker, createErrorFromCode, type TransactionProducer, type WireResponse } from './kafkajs.ts';

const INIT_PRODUCER_ID = 22;
/** The first version of the request that names the epoch which it replaces (KIP-360). kafkajs supports versions 0 and 1. */
const VERSION = 3;

/** The id and epoch of a producer. */
export type Epoch = Pick<TransactionProducer, 'producerId' | 'producerEpoch'>;

/**
 * Replaces the epoch of a transactional producer by the next one. The broker refuses if another producer has taken the
 * transactional id since: a request without the epoch would fence that one. A repeated request returns the same epoch.
 * Returns null if the broker is older than Kafka 2.5 and has no such request. Throws the broker's errors and connection
 * errors.
 */
export async function raiseEpoch(
  broker: Broker,
  { transactionalId, producerId, producerEpoch }: TransactionProducer,
  timeoutMs: number,
): Promise<Epoch | null> {
  if ((broker.versions?.[INIT_PRODUCER_ID]?.maxVersion ?? 0) < VERSION) return null;
  const known = Buffer.alloc(10);
  known.writeInt16BE(producerEpoch, known.writeBigInt64BE(BigInt(producerId)));
  const api = { apiKey: INIT_PRODUCER_ID, apiVersion: VERSION, apiName: 'InitProducerId' };
  const request = createFlexibleRequest(api, [compactText(transactionalId), int32(timeoutMs), known]);
  return broker.connectionPool.send({ request, response });
}

const response: WireResponse<Epoch & { errorCode: number }, Epoch> = {
  async decode(payload) {
    const reader = new Reader(payload);
    reader.tags(); // response header
    reader.int32(); // throttle time
    return { errorCode: reader.int16(), producerId: String(reader.int64()), producerEpoch: reader.int16() };
  },
  async parse({ errorCode, producerId, producerEpoch }) {
    if (errorCode !== 0) throw createErrorFromCode(errorCode);
    return { producerId, producerEpoch };
  },
};

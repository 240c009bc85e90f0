import { compactLength, compactText, createFlexibleRequest, int32, noTags, Reader } from './flexible.ts';
import { type Broker, createErrorFromCode, type WireRequest, type WireResponse } from './kafkajs.ts';

const OFFSET_FETCH = 9;
/**
 * The first version of the request that can return stable offsets (KIP-447). kafkajs itself supports only versions up
 * to 4.
 */
const VERSION = 7;

/**
 * Returns the committed offset of a consumer group for partition 0 of a topic; 0 if there is none. Throws the broker's
 * errors and connection errors. While a transaction of the group is still being completed, the broker reports an error,
 * too.
 */
export async function fetchOffset(broker: Broker, groupId: string, topic: string): Promise<number> {
  const offset = await broker.connectionPool.send({ request: createRequest(groupId, topic), response });
  return Math.max(0, offset);
}

function createRequest(groupId: string, topic: string): WireRequest {
  return createFlexibleRequest({ apiKey: OFFSET_FETCH, apiVersion: VERSION, apiName: 'OffsetFetch' }, [
    compactText(groupId),
    compactLength(1),
    compactText(topic),
    compactLength(1),
    int32(0),
    noTags, // partition 0 of one topic
    Buffer.from([1]), // stable offsets alone
  ]);
}

interface Answer {
  offset: number;
  errorCode: number;
}

const response: WireResponse<Answer, number> = {
  async decode(payload) {
    const reader = new Reader(payload);
    reader.tags(); // response header
    reader.int32(); // throttle time
    let answer: Answer = { offset: -1, errorCode: 0 };
    for (let topics = reader.length(); topics > 0; topics--) {
      reader.skip(reader.length()); // topic name
      for (let partitions = reader.length(); partitions > 0; partitions--) {
        reader.int32(); // partition
        const offset = Number(reader.int64());
        reader.int32(); // leader epoch
        reader.skip(Math.max(0, reader.length())); // metadata
        answer = { offset, errorCode: reader.int16() };
        reader.tags();
      }
      reader.tags();
    }
    const ofGroup = reader.int16();
    return ofGroup === 0 ? answer : { ...answer, errorCode: ofGroup };
  },
  async parse({ offset, errorCode }) {
    if (errorCode !== 0) throw createErrorFromCode(errorCode);
    return offset;
  },
};

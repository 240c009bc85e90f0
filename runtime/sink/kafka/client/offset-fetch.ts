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
  const request = Buffer.concat([
    noTags, // tags of the request header
    compactText(groupId),
    compactLength(1),
    compactText(topic),
    compactLength(1),
    int32(0),
    noTags, // partition 0 of one topic
    Buffer.from([1]),
    noTags, // stable offsets alone
  ]);
  return {
    apiKey: OFFSET_FETCH,
    apiVersion: VERSION,
    apiName: 'OffsetFetch',
    expectResponse: () => true,
    encode: async () => ({ buf: request, buffer: request }),
  };
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
        const offset = reader.int64();
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

/** Reads values in the flexible encoding of Kafka's protocol (KIP-482), one after another. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  int16(): number {
    return this.#bytes.readInt16BE(this.#move(2));
  }

  int32(): number {
    return this.#bytes.readInt32BE(this.#move(4));
  }

  int64(): number {
    return Number(this.#bytes.readBigInt64BE(this.#move(8)));
  }

  /** Reads the length of a compact text or array; -1 if it is null. */
  length(): number {
    return this.#varint() - 1;
  }

  skip(bytes: number): void {
    this.#move(bytes);
  }

  tags(): void {
    for (let tags = this.#varint(); tags > 0; tags--) {
      this.#varint();
      this.skip(this.#varint());
    }
  }

  #varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.#bytes.readUInt8(this.#move(1));
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  #move(bytes: number): number {
    const at = this.#at;
    this.#at += bytes;
    return at;
  }
}

const noTags = Buffer.from([0]);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function compactText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([compactLength(bytes.length), bytes]);
}

function compactLength(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length + 1;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}

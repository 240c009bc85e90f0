/** The flexible encoding of Kafka's protocol (KIP-482), which kafkajs does not support. */
import type { WireRequest } from './kafkajs.ts';

/** Reads the values of a response, one after another. */
export class Reader {
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

  int64(): bigint {
    return this.#bytes.readBigInt64BE(this.#move(8));
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

/** No tagged fields. */
export const noTags = Buffer.from([0]);

/** Returns a request with the fields `values`. Its header and its end have no tagged fields. */
export function createFlexibleRequest(
  api: Pick<WireRequest, 'apiKey' | 'apiVersion' | 'apiName'>,
  values: readonly Buffer[],
): WireRequest {
  const request = Buffer.concat([noTags, ...values, noTags]);
  return { ...api, expectResponse: () => true, encode: async () => ({ buf: request, buffer: request }) };
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export function compactText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([compactLength(bytes.length), bytes]);
}

export function compactLength(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length + 1;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}

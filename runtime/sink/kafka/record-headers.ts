import type { MessageHeaders } from '../../run/message-headers.ts';
import { varintLength, writeVarint } from './varint.ts';

/** The headers of a run's messages as bytes of Kafka records. What is constant in the run is written once. */
export interface RecordHeaders {
  /** Headers that every message carries alike, each with its lengths. */
  readonly constant: Uint8Array;
  readonly constants: number;
  /** The name of the header `ce_id` with its length, and what its value begins with. */
  readonly idName: Uint8Array;
  readonly idPrefix: Uint8Array;
}

export function makeRecordHeaders({ constant, idPrefix }: MessageHeaders): RecordHeaders {
  return {
    constant: Buffer.concat(constant.map(([name, value]) => encodeHeader(name, Buffer.from(value)))),
    constants: constant.length,
    idName: encodeText('ce_id'),
    idPrefix: Buffer.from(idPrefix),
  };
}

/** A header as it stands in a record: name and value, each behind its length. */
export function encodeHeader(name: string, value: Uint8Array): Uint8Array {
  return Buffer.concat([encodeText(name), encodeLength(value.length), value]);
}

function encodeText(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return Buffer.concat([encodeLength(bytes.length), bytes]);
}

function encodeLength(length: number): Uint8Array {
  const bytes = new Uint8Array(varintLength(length));
  writeVarint(bytes, 0, length);
  return bytes;
}

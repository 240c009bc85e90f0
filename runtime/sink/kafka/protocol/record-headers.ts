import type { MessageHeaders } from '../../../model/message-headers.ts';
import { advanceCrc, createShift } from './crc32c.ts';
import { varintLength, writeVarint } from './varint.ts';

/** Headers that only some messages have, encoded for a Kafka record. */
export interface ExtraHeaders {
  bytes: Uint8Array;
  count: number;
}

/** Bytes that are the same in many records. */
export interface ConstantPart {
  bytes: Uint8Array;
  /** Returns the CRC-32C remainder after these bytes, given the remainder before them. Does not read the bytes. */
  advance(crc: number): number;
}

/** The headers of a run's messages, encoded for Kafka records. */
export interface RecordHeaders {
  /**
   * Returns the headers of a message up to the digits of its record number, which end its last constant header,
   * `ce_id`. They are the same for all record numbers with `digits` digits. `extra` is the number of headers that
   * follow.
   */
  before(digits: number, extra: number): ConstantPart;
}

/** Creates the encoded headers. What is constant in the run is encoded once. */
export function createRecordHeaders({ constant, idPrefix }: MessageHeaders): RecordHeaders {
  const headers = Buffer.concat(constant.map(([name, value]) => encodeHeader(name, Buffer.from(value))));
  const known: (ConstantPart | undefined)[][] = [];
  const create = (digits: number, extra: number): ConstantPart =>
    createConstant(
      Buffer.concat([
        encodeLength(constant.length + 1 + extra),
        headers,
        encodeText('ce_id'),
        encodeLength(idPrefix.length + digits),
        Buffer.from(idPrefix),
      ]),
    );
  return { before: (digits, extra) => ((known[extra] ??= [])[digits] ??= create(digits, extra)) };
}

/** Encodes a header: name and value, each preceded by its length. */
export function encodeHeader(name: string, value: Uint8Array): Uint8Array {
  return Buffer.concat([encodeText(name), encodeLength(value.length), value]);
}

function createConstant(bytes: Uint8Array): ConstantPart {
  const shift = createShift(bytes.length);
  const own = advanceCrc(0, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    from: 0,
    to: bytes.length,
  });
  return { bytes, advance: (crc) => shift(crc) ^ own };
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

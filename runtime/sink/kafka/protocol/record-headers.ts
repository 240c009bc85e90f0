import type { MessageHeaders } from '../../../base/model/message-headers.ts';
import { advanceCrc, createShift } from './crc32c.ts';
import { varintLength, writeVarint } from './varint.ts';

/** Encoded headers that only some messages have. `count` is their number. */
export interface ExtraHeaders {
  bytes: Uint8Array;
  count: number;
}

/** Bytes that are the same in many Kafka records. */
export interface ConstantPart {
  bytes: Uint8Array;
  /**
   * Returns the CRC-32C remainder after these bytes. `crc` is the remainder before them. Takes the same time for any
   * number of bytes, because it does not read them.
   */
  advance(crc: number): number;
}

/** Encodes the headers of a run's messages for Kafka records. */
export interface RecordHeaders {
  /**
   * Returns the encoded headers of a message, except for the record number in the last of them, `ce_id`. The caller
   * appends the digits of that number, then further headers. `digits` is the number of digits, `extra` the number of
   * further headers.
   */
  before(digits: number, extra: number): ConstantPart;
}

/** Creates the encoder for the headers of a run's messages. It encodes each constant part once. */
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

/** Encodes a header: the length of the name, the name, the length of the value, the value. */
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

import { advanceCrc, copyCrc, crc32c, shiftCrc } from './crc32c.ts';
import type { ConstantPart, ExtraHeaders, RecordHeaders } from './record-headers.ts';
import { varintLength, writeVarint } from './varint.ts';

/** A message for a Kafka record. Its value and key are ranges of buffers that contain many values and keys. */
export interface RecordParts {
  values: DataView;
  valueFrom: number;
  valueTo: number;
  keys: DataView;
  keyFrom: number;
  /** Equal to `keyFrom` if the message has no key. */
  keyTo: number;
  /** Number of the message's record in the file, from 1. */
  record: number;
  extra: ExtraHeaders | null;
  /** The constant headers of the message. Null: it has the headers of the batch. */
  headers: RecordHeaders | null;
}

/** The producer of a record batch. */
export interface BatchProducer {
  producerId: bigint;
  producerEpoch: number;
  /** Sequence number, within the partition, of the first message of the batch. */
  firstSequence: number;
  isTransactional: boolean;
}

/** Size of the header of a record batch (magic 2), in bytes. */
export const BATCH_OVERHEAD = 61;

const FIRST_BYTES = 64 * 1024;
const TRANSACTIONAL = 16;
/** Offset of the first byte that the checksum of a record batch includes. */
const CRC_FROM = 21;

/**
 * A record batch in version 2 of Kafka's message format (KIP-98). Messages are written directly as bytes, without an
 * object for each. `room` bytes before the batch remain free for the header of the request.
 */
export class RecordBatch {
  readonly #headers: RecordHeaders;
  readonly #room: number;
  #bytes: Buffer<ArrayBuffer>;
  #view: DataView;
  /** CRC remainder of the records that were added, as if no batch header preceded them. */
  #crc = 0;
  #end: number;
  #count = 0;

  constructor(headers: RecordHeaders, room = 0) {
    this.#headers = headers;
    this.#room = room;
    this.#bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.#view = viewOf(this.#bytes);
    this.#end = room + BATCH_OVERHEAD;
  }

  get count(): number {
    return this.#count;
  }

  /** Size of the uncompressed batch so far, in bytes. */
  get length(): number {
    return this.#end - this.#room;
  }

  /** Removes all messages. The memory remains for new ones. */
  clear(): void {
    this.#end = this.#room + BATCH_OVERHEAD;
    this.#count = 0;
    this.#crc = 0;
  }

  /** Appends a message. */
  add(parts: RecordParts): void {
    const { keyFrom, keyTo, valueFrom, valueTo, record, extra } = parts;
    const digits = digitsOf(record);
    const headers = (parts.headers ?? this.#headers).before(digits, extra === null ? 0 : extra.count);
    const body = bodyLength(headers, parts, { delta: this.#count, digits });
    this.#reserve(5 + body);
    const bytes = this.#bytes;
    const from = this.#end;
    let at = writeVarint(bytes, from, body);
    bytes[at++] = 0; // attributes
    bytes[at++] = 0; // timestamp delta
    at = writeVarint(bytes, at, this.#count);
    if (keyTo === keyFrom)
      bytes[at++] = 1; // -1: no key
    else at = copy(parts.keys, keyFrom, keyTo, bytes, writeVarint(bytes, at, keyTo - keyFrom));
    at = writeVarint(bytes, at, valueTo - valueFrom);
    let crc = advanceCrc(this.#crc, this.#view, { from, to: at });
    crc = copyCrc(crc, parts.values, { from: valueFrom, to: valueTo }, { target: this.#view, at });
    at += valueTo - valueFrom;
    bytes.set(headers.bytes, at);
    crc = headers.advance(crc);
    const rest = at + headers.bytes.length;
    at = writeDigits(bytes, rest + digits, record, rest);
    if (extra !== null) {
      bytes.set(extra.bytes, at);
      at += extra.bytes.length;
    }
    this.#crc = advanceCrc(crc, this.#view, { from: rest, to: at });
    this.#end = at;
    this.#count++;
  }

  /**
   * Completes the batch. Returns `room` free bytes, followed by the bytes of the batch. They are in the memory of this
   * object, so they are valid until clear(). `compressed` contains the compressed records and the id of their codec (1
   * gzip, 2 snappy, 4 zstd); null for no compression.
   */
  seal(producer: BatchProducer, compressed: { codec: number; records: Uint8Array } | null = null): Buffer<ArrayBuffer> {
    if (compressed !== null) {
      this.#end = this.#room + BATCH_OVERHEAD;
      this.#reserve(compressed.records.length);
      this.#bytes.set(compressed.records, this.#end);
      this.#end += compressed.records.length;
    }
    const batch = this.#bytes.subarray(this.#room, this.#end);
    const attributes = (compressed?.codec ?? 0) | (producer.isTransactional ? TRANSACTIONAL : 0);
    writeHead(batch, this.#count, attributes, producer);
    batch.writeUInt32BE(compressed === null ? this.#crcOf(batch) : crc32c(batch, CRC_FROM, batch.length), 17);
    return this.#bytes.subarray(0, this.#end);
  }

  /**
   * The uncompressed records so far, without the batch header. The bytes are valid until the next call of add(), seal()
   * or clear().
   */
  get records(): Uint8Array {
    return this.#bytes.subarray(this.#room + BATCH_OVERHEAD, this.#end);
  }

  // Returns the CRC of the batch. The remainder of the records is already known, so only the header is read.
  #crcOf(batch: Buffer): number {
    const head = advanceCrc(-1, viewOf(batch), { from: CRC_FROM, to: BATCH_OVERHEAD });
    return ~(shiftCrc(head, batch.length - BATCH_OVERHEAD) ^ this.#crc) >>> 0;
  }

  #reserve(more: number): void {
    if (this.#end + more <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.#bytes.length, this.#end + more));
    grown.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = grown;
    this.#view = viewOf(grown);
  }
}

function bodyLength(
  { bytes: headers }: ConstantPart,
  { keyFrom, keyTo, valueFrom, valueTo, extra }: RecordParts,
  { delta, digits }: { delta: number; digits: number },
): number {
  const key = keyTo - keyFrom;
  const value = valueTo - valueFrom;
  return (
    2 +
    varintLength(delta) +
    (key === 0 ? 1 : varintLength(key) + key) +
    varintLength(value) +
    value +
    headers.length +
    digits +
    (extra === null ? 0 : extra.bytes.length)
  );
}

function writeHead(
  batch: Buffer,
  count: number,
  attributes: number,
  { producerId, producerEpoch, firstSequence }: BatchProducer,
): void {
  const now = BigInt(Date.now());
  batch.writeBigInt64BE(0n, 0); // base offset: the broker sets it
  batch.writeInt32BE(batch.length - 12, 8);
  batch.writeInt32BE(-1, 12); // leader epoch: unknown
  batch[16] = 2; // magic
  batch.writeInt16BE(attributes, 21);
  batch.writeInt32BE(count - 1, 23);
  batch.writeBigInt64BE(now, 27);
  batch.writeBigInt64BE(now, 35);
  batch.writeBigInt64BE(producerId, 43);
  batch.writeInt16BE(producerEpoch, 51);
  batch.writeInt32BE(firstSequence, 53);
  batch.writeInt32BE(count, 57);
}

function copy(source: DataView, from: number, to: number, target: Uint8Array, at: number): number {
  for (let index = from; index < to; index++) target[at++] = source.getUint8(index);
  return at;
}

/** Creates a DataView of the same bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function digitsOf(record: number): number {
  let digits = 1;
  for (let bound = 10; record >= bound; bound *= 10) digits++;
  return digits;
}

/**
 * Writes the decimal digits of `record` to the bytes from offset `from` up to, but not including, `end`. Returns `end`.
 */
function writeDigits(bytes: Uint8Array, end: number, record: number, from: number): number {
  let rest = record;
  for (let index = end - 1; index >= from; index--) {
    const next = Math.floor(rest / 10);
    bytes[index] = 48 + rest - next * 10;
    rest = next;
  }
  return end;
}

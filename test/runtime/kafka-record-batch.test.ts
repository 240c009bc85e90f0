import { createRequire } from 'node:module';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { advanceCrc, copyCrc, crc32c, createShift, shiftCrc } from '../../runtime/sink/kafka/protocol/crc32c.ts';
import { murmur2, partitionOfKey, partitionOfRecord } from '../../runtime/sink/kafka/protocol/partitioner.ts';
import { RecordBatch, type RecordParts, viewOf } from '../../runtime/sink/kafka/protocol/record-batch.ts';
import { encodeHeader, createRecordHeaders } from '../../runtime/sink/kafka/protocol/record-headers.ts';
import { varintLength, writeVarint } from '../../runtime/sink/kafka/protocol/varint.ts';
import { createMessageHeaders } from '../../runtime/base/model/message-headers.ts';
import { newRun } from './data-folder.ts';

const require = createRequire(import.meta.url);

/** A record batch as kafkajs decodes it. */
interface Decoded {
  producerId: string;
  producerEpoch: number;
  firstSequence: number;
  inTransaction: boolean;
  lastOffsetDelta: number;
  records: { offset: string; key: Buffer | null; value: Buffer; headers: Record<string, Buffer> }[];
}

async function decode(bytes: Buffer): Promise<Decoded> {
  // Internals of kafkajs, which have no published types.
  const Decoder = require('kafkajs/src/protocol/decoder') as new (bytes: Buffer) => unknown;
  const decodeBatch = require('kafkajs/src/protocol/recordBatch/v0/decoder') as (decoder: unknown) => Promise<Decoded>;
  return decodeBatch(new Decoder(bytes));
}

const text = (value: string): Uint8Array => Buffer.from(value);
const numbers = suite('kafka: numbers of the record format');

numbers('crc-32c has the values of RFC 3720 and of the check string', () => {
  const of = (bytes: Uint8Array): string => crc32c(bytes, 0, bytes.length).toString(16);
  assert.equal(of(text('123456789')), 'e3069283');
  assert.equal(of(new Uint8Array(32)), '8a9136aa');
  assert.equal(of(new Uint8Array(32).fill(0xff)), '62a8ab43');
  assert.equal(of(Uint8Array.from({ length: 32 }, (_, index) => index)), '46dd794e');
  assert.equal(of(Uint8Array.from({ length: 32 }, (_, index) => 31 - index)), '113fdb5c');
  assert.equal(of(new Uint8Array(0)), '0');
});

numbers('crc-32c of any range equals the bytewise calculation', () => {
  const bytes = Uint8Array.from({ length: 70 }, (_, index) => (index * 37) & 255);
  for (let from = 0; from < 9; from++) {
    for (let to = from; to <= bytes.length; to++) {
      let crc = -1;
      for (let at = from; at < to; at++) {
        crc ^= bytes[at] ?? 0;
        for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
      }
      assert.is(crc32c(bytes, from, to), ~crc >>> 0);
    }
  }
});

numbers('a checksum continues over copies, constants and zero bytes', () => {
  const bytes = viewOf(Buffer.from(Array.from({ length: 100 }, (_, index) => (index * 37) & 255)));
  for (const [first, second] of [
    [0, 100],
    [3, 50],
    [8, 8],
    [17, 99],
    [100, 100],
  ] as const) {
    const target = Buffer.alloc(130);
    let crc = copyCrc(-1, bytes, { from: 0, to: first }, { target: viewOf(target), at: 5 });
    const own = advanceCrc(0, bytes, { from: first, to: second });
    assert.is(createShift(second - first)(crc), shiftCrc(crc, second - first));
    crc = shiftCrc(crc, second - first) ^ own;
    crc = advanceCrc(crc, bytes, { from: second, to: 100 });
    assert.is(~crc >>> 0, crc32c(new Uint8Array(bytes.buffer, bytes.byteOffset, 100), 0, 100), `${first} ${second}`);
    assert.equal([...target.subarray(5, 5 + first)], [...new Uint8Array(bytes.buffer, bytes.byteOffset, first)]);
    assert.ok(
      target.subarray(0, 5).every((byte) => byte === 0) && target.subarray(5 + first).every((byte) => byte === 0),
    );
  }
});

numbers("murmur2 has the values of the Java client's own test", () => {
  const cases: [string, number][] = [
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ];
  for (const [key, hash] of cases) assert.is(murmur2(text(`xx${key}y`), 2, 2 + key.length), hash, key);
});

numbers('murmur2 of any key equals that of kafkajs', () => {
  const theirs = require('kafkajs/src/producer/partitioners/default/murmur2') as (key: Uint8Array) => number;
  for (let length = 0; length < 40; length++) {
    const key = Buffer.from(Array.from({ length }, (_, index) => (index * 91 + length * 131 + 7) & 255));
    assert.is(murmur2(key, 0, length) & 0x7fffffff, theirs(key) & 0x7fffffff, key.toString('hex'));
  }
});

numbers('partitions: by key as in the Java client, otherwise by runs of records', () => {
  const key = text('foobar');
  assert.is(partitionOfKey(key, { from: 0, to: key.length }, 7), (-790332482 & 0x7fffffff) % 7);
  assert.equal(
    [1, 999, 1000, 1999, 2000, 3000].map((record) => partitionOfRecord(record, 1000, 3)),
    [0, 0, 1, 1, 2, 0],
  );
});

numbers('varints have their predicted length and are decoded to the same number', () => {
  const Decoder = require('kafkajs/src/protocol/decoder') as new (bytes: Buffer) => { readVarInt(): number };
  for (const value of [
    0,
    1,
    63,
    64,
    127,
    128,
    8191,
    8192,
    1_048_575,
    1_048_576,
    134_217_727,
    134_217_728,
    2 ** 30,
    2 ** 31 - 1,
  ]) {
    const bytes = Buffer.alloc(6);
    assert.is(writeVarint(bytes, 0, value), varintLength(value));
    assert.is(new Decoder(bytes).readVarInt(), value);
  }
});

numbers.run();

const batches = suite('kafka: a record batch');
const headers = createMessageHeaders(newRun('r').spec, 'ab'.repeat(32));
const encoded = createRecordHeaders(headers);
const producer = { producerId: 4_000_000_000_123n, producerEpoch: 3, firstSequence: 77, isTransactional: true };

function partsOf(value: Uint8Array, key: Uint8Array, record: number, issues: string | null = null): RecordParts {
  const before = text('before');
  return {
    values: viewOf(Buffer.concat([before, value, before])),
    valueFrom: 6,
    valueTo: 6 + value.length,
    keys: viewOf(Buffer.concat([before, key])),
    keyFrom: 6,
    keyTo: 6 + key.length,
    record,
    extra: issues === null ? null : { bytes: encodeHeader('issues', text(issues)), count: 1 },
    headers: null,
  };
}

batches('is decoded by kafkajs: values, keys, headers, producer', async () => {
  const batch = new RecordBatch(encoded, 11);
  const values = ['', '{}', '{"a":"ü😀"}', 'x'.repeat(47), 'y'.repeat(48), 'z'.repeat(300_000)];
  values.forEach((value, index) =>
    batch.add(
      partsOf(text(value), text(index % 2 === 0 ? '' : `key${index}`), 10 ** index, index === 2 ? '[{}]' : null),
    ),
  );
  const bytes = batch.seal(producer);
  assert.is(bytes.length, 11 + batch.length);
  const own = bytes.subarray(11);
  assert.is(own.readInt32BE(8), own.length - 12, 'its length');
  const crc = own.readUInt32BE(17);
  assert.is(crc, crc32c(own, 21, own.length));
  const decoded = await decode(own);
  assert.equal(
    [
      decoded.producerId.toString(),
      decoded.producerEpoch,
      decoded.firstSequence,
      decoded.inTransaction,
      decoded.lastOffsetDelta,
    ],
    ['4000000000123', 3, 77, true, 5],
  );
  assert.equal(
    decoded.records.map(({ value }) => value.toString()),
    values,
  );
  assert.equal(
    decoded.records.map(({ key }) => key?.toString() ?? null),
    [null, 'key1', null, 'key3', null, 'key5'],
  );
  decoded.records.forEach((record, index) => {
    const expected = {
      ...Object.fromEntries(headers.constant),
      ce_id: `${headers.idPrefix}${10 ** index}`,
      ...(index === 2 ? { issues: '[{}]' } : {}),
    };
    assert.equal(
      Object.fromEntries(Object.entries(record.headers).map(([name, value]) => [name, value.toString()])),
      expected,
    );
  });
});

batches('can be cleared and reused, also compressed', async () => {
  const batch = new RecordBatch(encoded, 3);
  batch.add(partsOf(text('gone'), text(''), 1));
  batch.clear();
  for (let record = 1; record <= 2000; record++) batch.add(partsOf(text(`{"n":${record}}`), text(''), record));
  const { gzipSync } = await import('node:zlib');
  const bytes = batch.seal({ ...producer, isTransactional: false }, { codec: 1, records: gzipSync(batch.records) });
  assert.ok(bytes.length < 40_000);
  const decoded = await decode(bytes.subarray(3));
  assert.is(decoded.inTransaction, false);
  assert.equal(
    [decoded.records.length, decoded.records[1999]?.value.toString(), decoded.records[1999]?.offset.toString()],
    [2000, '{"n":2000}', '1999'],
  );
});

batches.run();

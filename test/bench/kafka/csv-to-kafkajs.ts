/**
 * Publishes a file of orders in the usual way: csv-parse creates objects, kafkajs sends a thousand at a time.
 * `csv-to-kafkajs.ts HOST:PORT TOPIC FILE`
 */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { Kafka, logLevel, type Message, Partitioners } from 'kafkajs';
import { headersOf, createMessageHeaders } from '../../../runtime/base/model/message-headers.ts';

const [, , address = '', topic = '', file = ''] = process.argv;
const A_SEND = 1000;

const producer = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).producer({
  idempotent: true,
  maxInFlightRequests: 1,
  createPartitioner: Partitioners.DefaultPartitioner,
});
await producer.connect();
const headers = createMessageHeaders(
  { name: 'orders', version: 'ab'.repeat(32), format: 'CSV', fields: [] },
  'cd'.repeat(32),
);
let messages: Message[] = [];
let record = 0;
// The rows have a member for each name in the header.
for await (const row of createReadStream(file).pipe(parse({ columns: true })) as AsyncIterable<
  Record<string, string>
>) {
  record++;
  const partition = Math.floor(record / A_SEND) % 3;
  messages.push({
    value: JSON.stringify({ ...row, amount: Number(row['amount']) }),
    partition,
    headers: headersOf(headers, record),
  });
  if (messages.length === A_SEND) await sendAll();
}
await sendAll();
await producer.disconnect();

async function sendAll(): Promise<void> {
  const sent = messages;
  messages = [];
  if (sent.length > 0) await producer.send({ topic, messages: sent });
}

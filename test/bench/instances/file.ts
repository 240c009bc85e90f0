import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { BenchFile, BenchSpec } from './measure-run.ts';

/** Most of a record is a column that its spec does not have, so that reading is more work than publishing. */
const RECORD_BYTES = 16_384;
const HEADER = 'id,amount,note\n';
const NOTE = 'a note of a record that its spec does not mention; '.repeat(330);
const RECORDS_PER_WRITE = 100;

/** The spec of the file. */
export const ORDERS: BenchSpec = {
  name: 'orders',
  text: `name: orders
format: CSV
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL }
`,
};

/** Writes a CSV file of exactly `bytes` bytes, a multiple of 16384. */
export async function writeOrders(path: string, bytes: number): Promise<BenchFile> {
  const out = createWriteStream(path);
  const records = bytes / RECORD_BYTES - 1;
  out.write(HEADER);
  let length = HEADER.length;
  for (let record = 1; record <= records; ) {
    let text = '';
    for (let row = 0; row < RECORDS_PER_WRITE && record <= records; row++, record++)
      text += recordOf(record, RECORD_BYTES);
    length += text.length;
    if (!out.write(text)) await once(out, 'drain');
  }
  const last = recordOf(records + 1, bytes - length);
  out.end(last);
  await once(out, 'close');
  return { path, bytes, records: records + 1 };
}

function recordOf(record: number, bytes: number): string {
  const start = `order-${record},${(record % 100_000) / 100},`;
  return `${start}${NOTE.slice(0, bytes - start.length - 1)}\n`;
}

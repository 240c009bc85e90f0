/** Rejects of a compressed file: its parts are read one after the other, because each jump back unpacks it from its beginning. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import { readRejects } from '../../runtime/runs/replay/read-rejects.ts';
import { loadModule } from '../support/load-module.ts';

const SPEC = 'name: amounts\nformat: CSV\nfields: [{ name: id, type: STRING }, { name: amount, type: INTEGER }]\n';

/** Returns the rejects of a file in which every second record is wrong, and the bytes that were unpacked for them. */
async function readAll(records: number): Promise<{ rejects: string; unpacked: number }> {
  const lines = Array.from({ length: records }, (_, index) => `r${index},${index % 2 === 0 ? 'x' : index}`);
  const bytes = Buffer.from(`id,amount\n${lines.join('\n')}\n`);
  let unpacked = 0;
  const slices = {
    // Short parts come from blocks that were unpacked before.
    async readSlice(from: number, length: number) {
      unpacked += length;
      return bytes.subarray(from, from + length);
    },
    async *readRange(from: number, to: number) {
      unpacked += Math.min(to, bytes.length);
      yield bytes.subarray(from, Math.min(to, bytes.length));
    },
    async close() {},
  };
  const module = await loadModule({ text: SPEC, path: 'amounts.yaml', syntax: 'yaml' });
  const options = { ...createRunOptions({ today: '2026-01-01', skipInvalidRecords: true }), fileName: 'a.csv.gz' };
  let rejects = '';
  for await (const part of readRejects({ module, options, slices, records, rest: { kind: 'end' } }))
    rejects += Buffer.from(part).toString();
  return { rejects, unpacked: unpacked / bytes.length };
}

test('twice as many rejects unpack twice as many bytes', async () => {
  const [few, many] = [await readAll(4000), await readAll(16_000)];
  assert.is(many.rejects.split('\n').length, 8002);
  assert.ok(
    few.unpacked < 10 && many.unpacked < 10,
    `each byte was unpacked ${few.unpacked} and ${many.unpacked} times`,
  );
});

test.run();

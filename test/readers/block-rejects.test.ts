/** The rejects of records in blocks (RDW_BDW) are a file in blocks that has exactly the rejected records. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import type { SliceReader } from '../../runtime/reading/source/disk/slice-reader.ts';
import type { RejectedRest } from '../../runtime/reading/workers/messages.ts';
import { readRejects } from '../../runtime/runs/replay/read-rejects.ts';
import { runModule } from '../samples/run-module.ts';
import { loadModule } from '../support/load-module.ts';
import { seed } from '../support/property.ts';
import { randomOf } from '../support/random.ts';

const specOf = (included: boolean) => ({
  text: `name: blocks
format: FIXED_WIDTH
encoding: IBM037
records: { lengths: RDW_BDW, included: ${included} }
fields:
  - { name: id, type: INTEGER, start: 1, length: 2, storage: PACKED }
`,
  path: 'blocks.yaml',
  syntax: 'yaml' as const,
});

function withLength(content: Uint8Array, included: boolean): Uint8Array {
  const length = content.length + (included ? 4 : 0);
  return Uint8Array.from([length >> 8, length & 0xff, 0, 0, ...content]);
}

/** Returns a file of numbers in blocks of these sizes. A wrong number has bytes that are none. Also returns the place of each. */
function fileOf(isBad: readonly boolean[], sizes: readonly number[], included: boolean) {
  const parts: Uint8Array[] = [];
  const starts: number[] = [];
  let at = 0;
  let length = 0;
  for (const size of sizes) {
    const records = isBad.slice(at, at + size).map((bad, index) => {
      const number = at + index;
      const low = bad ? 0xaa : ((number % 10) << 4) | 0x0c;
      return withLength(Uint8Array.from([Math.floor(number / 10), low, number, 0x40, 0x40]), included);
    });
    records.forEach((_, index) => starts.push(index === 0 ? length : length + 4 + index * 9));
    parts.push(withLength(Buffer.concat(records), included));
    length += parts.at(-1)?.length ?? 0;
    at += size;
  }
  return { bytes: new Uint8Array(Buffer.concat(parts)), starts };
}

for (const included of [true, false])
  test(`rejects are in blocks of their own lengths, included: ${included}`, async () => {
    const module = await loadModule(specOf(included));
    for (let index = 0; index < 100; index++) {
      const random = randomOf(seed, index);
      const sizes = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(4));
      const count = sizes.reduce((sum, size) => sum + size, 0);
      const isBad = Array.from({ length: count }, () => random.oneIn(3));
      const { bytes, starts } = fileOf(isBad, sizes, included);
      const read = random.below(count + 1);
      const rest: RejectedRest = read === count ? { kind: 'end' } : { kind: 'unread', byteOffset: starts[read] ?? 0 };
      const rejects = await rejectsOf(module, bytes, read, rest);
      const { run } = runModule({ module, file: rejects, options: {} }, { chunkBytes: 1 << 20 });
      assert.is(run.failure, null);
      const kept = isBad.flatMap((bad, at) => (bad || at >= read ? [at] : []));
      assert.is(run.records, kept.length);
      // The third byte of each record is its number.
      const numbers = findNumbers(rejects, included);
      assert.equal(numbers, kept);
    }
  });

function findNumbers(file: Uint8Array, included: boolean): number[] {
  const numbers: number[] = [];
  for (let block = 0; block < file.length; ) {
    const end = block + (file[block] ?? 0) * 256 + (file[block + 1] ?? 0) + (included ? 0 : 4);
    for (let at = block + 4; at < end; at += 9) numbers.push(file[at + 6] ?? -1);
    block = end;
  }
  return numbers;
}

async function rejectsOf(
  module: Awaited<ReturnType<typeof loadModule>>,
  bytes: Uint8Array,
  records: number,
  rest: RejectedRest,
): Promise<Uint8Array> {
  const options = { ...createRunOptions({ batchRecords: 2 }), today: '2026-01-01', fileName: 'f' };
  const slices = {
    readSlice: (from: number, length: number) => Promise.resolve(bytes.slice(from, from + length)),
    async *readRange(from: number, to: number) {
      yield bytes.slice(from, to);
    },
  } as unknown as SliceReader;
  const parts: Uint8Array[] = [];
  for await (const part of readRejects({ module, options, slices, records, rest })) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}

test.run();

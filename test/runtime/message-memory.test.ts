import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMessageMemory } from '../../runtime/base/model/message-memory.ts';
import { readSpecFile } from '../../runtime/state/registry/folder/spec-files.ts';
import { loadModule } from '../support/load-module.ts';

const MIB = 1024 * 1024;

test('released memory is used again, also for a smaller size', () => {
  const memory = createMessageMemory();
  const first = memory.take(MIB);
  assert.ok(memory.release(first.subarray(0, 10)));
  assert.is(memory.take(MIB - 1).buffer, first.buffer);
  assert.is.not(memory.take(1).buffer, first.buffer, 'it is in use');
});

test('memory that was not taken, or is already released, is not accepted', () => {
  const memory = createMessageMemory();
  assert.not(memory.release(new Uint8Array(10)));
  const taken = memory.take(10);
  assert.ok(memory.release(taken));
  assert.not(memory.release(taken));
  memory.take(10);
  assert.is.not(memory.take(10).buffer, taken.buffer, 'it is not lent twice');
});

test('more than 8 MiB of free memory is abandoned, the oldest first', () => {
  const memory = createMessageMemory();
  const taken = Array.from({ length: 9 }, () => memory.take(MIB));
  for (const bytes of taken) memory.release(bytes);
  const again = Array.from({ length: 9 }, () => memory.take(MIB).buffer);
  assert.is(again.filter((buffer) => taken.some((bytes) => bytes.buffer === buffer)).length, 8);
  assert.not(again.some((buffer) => buffer === taken[0]?.buffer));
});

test('a module writes the same messages into memory with old bytes', async () => {
  const specs = resolve(import.meta.dirname, '../../specs');
  const module = await loadModule(await readSpecFile(join(specs, 'payments.yaml')));
  const file = readFileSync(join(specs, 'payments/payments.csv'));
  const rows = file.subarray(file.indexOf(10) + 1);
  const chunks = [file, ...Array<Buffer>(100).fill(rows)];
  const memory = createMessageMemory();
  const used = new Set<ArrayBufferLike>();
  const options = { today: '2024-02-29', skipInvalidRecords: true, batchRecords: 100 };
  const reader = module.createTransformer(options);
  const reusing = module.createTransformer({ ...options, memory });
  let batches = 0;
  for (const chunk of chunks) {
    const expected = [...reader.push(chunk)].map(({ bytes }) => bytes);
    for (const { bytes } of reusing.push(chunk)) {
      batches++;
      assert.equal(Buffer.from(bytes), Buffer.from(expected.shift() ?? []));
      used.add(bytes.buffer);
      if (memory.release(bytes)) new Uint8Array(bytes.buffer).fill(0xee);
    }
    assert.is(expected.length, 0);
  }
  assert.ok(batches > 90 && used.size < 5, `${used.size} buffers of ${batches} batches`);
});

test.run();

import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'uvu';
import type { Batch, SpecModule, TransformOptions } from '../../compiler/kernel/contract.ts';
import { makeScenario, scenarioDrafts } from './arbitraries.ts';
import { cutChunks, loadModule, transform } from './run-module.ts';

// SPECMILL_FUZZ multiplies the runs (150, or what 30 seconds allow).
const times = Number(process.env['SPECMILL_FUZZ'] ?? '1');

test('the fast reading gives the same batches as the careful one', async () => {
  const property = fc.asyncProperty(scenarioDrafts, async (draft) => {
    const { files, today, ...scenario } = makeScenario(draft);
    const module = await loadModule(scenario);
    for (const { bytes, feeding } of files) {
      const { skipInvalidRecords, batchRecords, messages, maxRecordBytes, chunks } = feeding;
      const options = { today, skipInvalidRecords, batchRecords, messages, ...(maxRecordBytes > 0 && { maxRecordBytes }) };
      compareReadings(module, cutChunks(bytes, chunks), options);
      compareReadings(module, cutChunks(bytes, chunks), { ...options, maxMessageBytes: 60 });
    }
  });
  await fc.assert(property, { numRuns: Math.ceil(150 * times), interruptAfterTimeLimit: 30_000 * times });
});

function compareReadings(module: SpecModule, chunks: readonly Uint8Array[], options: TransformOptions): void {
  const fast = transform(module, chunks.map((chunk) => chunk.slice()), options);
  const careful = transform(module, chunks, { ...options, fast: false });
  assert.deepEqual(fast.map(plain), careful.map(plain));
}

/** Typed arrays as plain ones of what they hold. */
function plain({ bytes, ends, keys, keyEnds, ...rest }: Batch): unknown {
  const text = (part: Uint8Array) => Buffer.from(part).toString('utf8');
  return { ...rest, bytes: text(bytes), ends: [...ends], keys: text(keys), keyEnds: [...keyEnds] };
}

test.run();

import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { createLoader } from '../../samples/load-module.ts';

const load = createLoader();

/** Specs in all formats, whose samples contain records with and without issues. */
const SAMPLES = { payments: 'payments.csv', 'direct-debits': 'direct-debits.txt', 'bank-statement': 'march.xml' };

async function loadSpec([name, sample]: [string, string]): Promise<{ module: SpecModule; file: Buffer }> {
  const path = `specs/${name}.yaml`;
  const { module } = await load({ path, text: readFileSync(path, 'utf8'), syntax: 'yaml' });
  return { module, file: readFileSync(`specs/${name}/${sample}`) };
}

function read(module: SpecModule, file: Buffer, options: TransformOptions): Batch {
  const transformer = module.createTransformer({ today: '2024-03-01', batchRecords: 100_000, ...options });
  const [batch] = [...transformer.push(file), ...transformer.end()].filter(({ records }) => records > 0);
  assert.ok(batch !== undefined && batch.count > 0);
  return batch;
}

function messagesOf({ bytes, ends }: Batch): string[] {
  return [...ends].map((end, i) => Buffer.from(bytes).toString('utf8', ends[i - 1] ?? 0, end));
}

for (const spec of Object.entries(SAMPLES)) {
  const loaded = loadSpec(spec);
  for (const fast of [true, false]) {
    test(`${spec[0]}, fast: ${fast}: with lineFeeds, each message ends with a line feed`, async () => {
      const { module, file } = await loaded;
      const plain = read(module, file, { fast });
      const lines = read(module, file, { fast, lineFeeds: true });
      assert.equal(
        messagesOf(lines),
        messagesOf(plain).map((message) => `${message}\n`),
      );
      assert.is(Buffer.from(lines.bytes).toString(), messagesOf(plain).join('\n') + '\n');
    });

    test(`${spec[0]}, fast: ${fast}: with keys false, messages have no keys, and nothing else differs`, async () => {
      const { module, file } = await loaded;
      const plain = read(module, file, { fast });
      const { keys, keyEnds, ...rest } = read(module, file, { fast, keys: false });
      assert.is(keys.length, 0);
      assert.equal([...new Set(keyEnds)], [0]);
      assert.is(keyEnds.length, plain.count);
      assert.equal(messagesOf({ ...plain, ...rest }), messagesOf(plain));
      assert.equal(rest.recordIssues, plain.recordIssues);
    });

    test(`${spec[0]}, fast: ${fast}: a size limit measures keys that are not stored, but no line feeds`, async () => {
      const { module, file } = await loaded;
      const { bytes, keys, ends, keyEnds } = read(module, file, { fast });
      const size = (i: number) => (ends[i] ?? 0) - (ends[i - 1] ?? 0) + (keyEnds[i] ?? 0) - (keyEnds[i - 1] ?? 0);
      const largest = Math.max(...[...ends].map((_, i) => size(i)));
      assert.ok(bytes.length + keys.length >= largest);
      const form = { fast, keys: false, lineFeeds: true };
      assert.is(read(module, file, { ...form, maxMessageBytes: largest }).count, ends.length);
      assert.ok(read(module, file, { ...form, maxMessageBytes: largest - 1 }).count < ends.length);
    });
  }
}

test.run();

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../../runtime/base/model/checkpoint.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { runFile } from '../../runtime/reading/run/run-file.ts';
import type { Source } from '../../runtime/reading/source/contract.ts';
import { createStreamSource } from '../../runtime/reading/source/stdin-source.ts';
import { createTestInfo } from '../support/run-info.ts';
import { loadModule } from '../support/load-module.ts';

const samples = resolve(import.meta.dirname, '../samples');
const names = readdirSync(samples).filter((name) => /^(record-types|file-rule)/.test(name));

/** Opens a file whose chunks begin at any offset. */
function open(bytes: Uint8Array): Source {
  const stream = createStreamSource(Readable.from([]), 'f');
  return {
    ...stream,
    async *chunks(byteOffset) {
      for (let at = byteOffset; at < bytes.length; at += 7) yield bytes.slice(at, at + 7);
    },
  };
}

/** Runs to the end, and is interrupted before the commit of every `step`th batch. Returns the messages and the result. */
async function runInParts(module: SpecModule, bytes: Uint8Array, step: number) {
  let stored: string | null = null;
  let messages = '';
  for (;;) {
    let commits = 0;
    let result: ProcessingResult | null = null;
    try {
      result = await runFile({
        info: createTestInfo(module, { today: '2024-02-29', batchRecords: 1 }),
        module,
        source: open(bytes),
        openAgain: async () => open(bytes),
        sink: {
          messages: true,
          open: async () => (stored === null ? null : (JSON.parse(stored) as Checkpoint)),
          async commit(batch, checkpoint) {
            if (++commits === step) throw new Error('interrupted');
            messages += Buffer.from(batch.bytes).toString();
            stored = JSON.stringify(checkpoint);
          },
          close: async () => {},
        },
      });
    } catch (error) {
      if (!(error instanceof Error) || error.message !== 'interrupted') throw error;
      continue;
    }
    const { durationMs: _, ...rest } = result;
    return { messages, result: rest };
  }
}

for (const name of names) {
  test(`${name}: a run that is interrupted at every batch ends like one without interruptions`, async () => {
    const path = join(samples, name, 'spec.yaml');
    const module = await loadModule({ text: readFileSync(path, 'utf8'), path, syntax: 'yaml' });
    const input = ['input.txt', 'input.csv', 'input.xml'].find((file) => existsSync(join(samples, name, file))) ?? '';
    const bytes = readFileSync(join(samples, name, input));
    const whole = await runInParts(module, bytes, Infinity);
    assert.ok(whole.result.totalRecords > 0);
    for (const step of [2, 3]) assert.equal(await runInParts(module, bytes, step), whole, `every ${step} batches`);
  });
}

test.run();

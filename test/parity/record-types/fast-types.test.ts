/** The fast and the careful reader of drawn specs with record types agree, also resumed after each batch. */
import * as assert from 'node:assert/strict';
import { test } from 'uvu';
import { readAndCheck } from '../../../compiler/index.ts';
import type { Batch, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';
import { createDiskKeys } from '../../../runtime/unique-keys/disk-keys.ts';
import { scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { cutChunks } from '../run-module.ts';
import { drawFile, drawSpec } from './draft.ts';
import { drawLineForm } from './line-forms.ts';

const FILES = 8;
/** Files of the same spec that are joined to one: the fast reader pauses where many records are at a wrong place. */
const LONG = 4;

interface Reading {
  batches: Batch[];
  fastRecords: number;
}

test('the fast reader and the careful reader of record types agree', async () => {
  const specs = scaleRuns(250);
  let [compared, fastSpecs, records, fastRecords] = [0, 0, 0, 0];
  for (let index = 0; compared < specs; index++) {
    const drawn = drawSpec(seed, index);
    const form = drawLineForm(drawn, randomOf(seed, index));
    const input = { text: JSON.stringify(form.spec), path: 'drawn.json', syntax: 'json' as const };
    if (readAndCheck(input).spec === null) continue;
    compared++;
    const module = await loadModule(input);
    let fastOfSpec = 0;
    for (let file = 0; file < FILES; file++) {
      const random = randomOf(seed + file, index);
      const parts = Array.from({ length: random.oneIn(3) ? LONG : 1 }, (_, part) =>
        drawFile(drawn, seed + file + part * FILES, index),
      );
      const bytes = new TextEncoder().encode(form.rewrite(parts.join(''), random));
      const place = `SPECMILL_SEED=${seed}, spec ${index}, file ${file}\n${input.text}\n${parts.join('')}`;
      const hasUniqueRules = input.text.includes('UNIQUE');
      const fast = compare(module, { bytes, options: drawOptions(random), random, hasUniqueRules, place });
      fastOfSpec += fast.fastRecords;
      records += fast.batches.at(-1)?.next.record ?? 0;
    }
    fastRecords += fastOfSpec;
    if (fastOfSpec > 0) fastSpecs++;
  }
  console.log(`note: ${fastRecords} of ${records} records of ${fastSpecs} of ${compared} specs were read fast`);
  assert.ok(fastSpecs > 0.7 * compared, `${fastSpecs} of ${compared} specs were read fast`);
  assert.ok(fastRecords > 0.2 * records, `${fastRecords} of ${records} records were read fast`);
});

interface Case {
  bytes: Uint8Array;
  options: TransformOptions;
  random: Random;
  hasUniqueRules: boolean;
  place: string;
}

function compare(module: SpecModule, { bytes, options, random, hasUniqueRules, place }: Case): Reading {
  const sizes = random.oneIn(2) ? [] : [1 + random.below(60), 1 + random.below(200)];
  // The keys of UNIQUE rules are in one memory as texts and in the other as bytes.
  const keys = hasUniqueRules ? createDiskKeys() : null;
  const fast = read(module, cutChunks(bytes, sizes), keys === null ? options : { ...options, uniqueKeys: keys });
  keys?.close();
  const careful = read(module, cutChunks(bytes, sizes), { ...options, fast: false });
  assert.equal(careful.fastRecords, 0);
  assert.deepEqual(fast.batches, careful.batches, place);
  // The values of UNIQUE rules are not part of a position.
  if (hasUniqueRules) return fast;
  for (const [at, { next, failure }] of fast.batches.entries()) {
    if (failure !== null || at === fast.batches.length - 1) break;
    const from = JSON.parse(JSON.stringify(next)) as typeof next;
    const rest = read(module, cutChunks(bytes.slice(from.byteOffset), sizes), { ...options, from });
    const same = read(module, cutChunks(bytes.slice(from.byteOffset), sizes), { ...options, from, fast: false });
    assert.deepEqual(rest.batches, same.batches, `resumed after batch ${at}: ${place}`);
  }
  return fast;
}

function drawOptions(random: Random): TransformOptions {
  return {
    today: '2024-02-29',
    batchRecords: 1 + random.below(30),
    skipInvalidRecords: random.oneIn(2),
    rejectedKeys: random.oneIn(3),
    lineFeeds: random.oneIn(3),
    ...(random.oneIn(6) && { messages: false }),
    ...(random.oneIn(6) && { keys: false }),
    ...(random.oneIn(6) && { maxMessageBytes: 20 + random.below(60) }),
    ...(random.oneIn(6) && { maxRecordBytes: 8 + random.below(10) }),
    ...(random.oneIn(6) && { batchEndsAtError: 1 + random.below(3) }),
  };
}

function read(module: SpecModule, chunks: readonly Uint8Array[], options: TransformOptions): Reading {
  // Internal, not part of the module contract.
  const transformer = module.createTransformer(options) as ReturnType<SpecModule['createTransformer']> & {
    fastRecords: number;
  };
  const batches: Batch[] = [];
  for (const chunk of chunks) {
    batches.push(...transformer.push(chunk));
    if (batches.at(-1)?.failure) break;
    chunk.fill(0x22);
  }
  if (!batches.at(-1)?.failure) batches.push(...transformer.end());
  return { batches, fastRecords: transformer.fastRecords };
}

test.run();

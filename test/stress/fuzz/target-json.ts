import * as assert from 'node:assert/strict';
import { compile } from '../../../compiler/index.ts';
import type { SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { compareReadings } from '../../readers/parity/compare-readings.ts';
import { cutChunks, transform } from '../../readers/parity/run-module.ts';
import type { Random } from '../../support/random.ts';
import { type Corpus, readCorpus, sampleOf } from './corpus.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';
import { jsonTokens } from './tokens.ts';

/**
 * Creates the target of mutated files of JSON: both readers of JSON Lines return the same, and no line is published that
 * JSON.parse refuses.
 */
export async function createTarget(): Promise<Target> {
  const corpus = readCorpus().filter(({ spec: { text } }) => /^format: JSON$/m.test(text));
  const [first, ...others] = corpus;
  if (first === undefined) throw new Error('there are no samples of JSON');
  const all = [first, ...others] as const;
  const modules = new Map<string, SpecModule>();
  for (const sample of all) modules.set(sample.name, await load(sample));
  const tokens = jsonTokens();
  return {
    make(random) {
      const { name, bytes } = random.pick(all);
      return { origin: name, bytes: mutate(bytes, random, { tokens, other: random.pick(all).bytes }), random };
    },
    revive: (origin, bytes) => ({
      origin: sampleOf(corpus, origin).name,
      bytes,
      random: { below: () => 0, oneIn: () => true, pick: (list) => list[0] },
    }),
    judge({ origin, bytes, random }) {
      const module = modules.get(origin) ?? assert.fail(origin);
      const options = optionsOf(random);
      compareReadings(module, cutChunks(bytes, random.oneIn(2) ? [] : [1 + random.below(200)]), options);
      if (random.oneIn(4)) checkLines(module, bytes);
    },
  };
}

async function load({ spec: { text, path, syntax } }: Corpus): Promise<SpecModule> {
  const { module } = await compile({ text, path, syntax });
  if (module === null) throw new Error(`${path} is wrong`);
  return (await import(`data:text/javascript;base64,${Buffer.from(module.esm).toString('base64')}`)) as SpecModule;
}

function optionsOf(random: Random): TransformOptions {
  return {
    today: '2024-02-29',
    skipInvalidRecords: random.oneIn(2),
    batchRecords: random.pick([1000, 1, 3]),
    ...(random.oneIn(4) && { maxRecordBytes: 10 + random.below(200) }),
  };
}

function checkLines(module: SpecModule, bytes: Uint8Array): void {
  const { recordTypes, isDocument, encoding } = module.spec;
  if (recordTypes !== undefined || isDocument === true || !/^utf-?8$/i.test(encoding ?? 'utf-8')) return;
  const batches = transform(module, [bytes.slice()], { today: '2024-02-29' });
  const published = batches.reduce((sum, { count }) => sum + count, 0);
  const valid = new TextDecoder()
    .decode(bytes)
    .split(/\r\n|\r|\n/)
    .filter(isJson).length;
  const isUtf16 = bytes[0] === 0xff || bytes[0] === 0xfe;
  assert.ok(published <= valid || isUtf16, `${published} records of ${valid} lines of JSON`);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

/**
 * The invariant: every record that the fast reader accepts has exactly the bytes of the careful reader.
 *
 * Covers every sample and generated specs, with their records recombined and changed, in chunks and splits of any size.
 * SPECMILL_LAW_RECORDS sets the number of records (12,000). SPECMILL_SEED selects them (`random`: a new seed for each
 * run, which is printed).
 */
import * as assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { test } from 'uvu';
import { parse } from 'yaml';
import type { Batch, SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import { readCorpus } from '../../stress/fuzz/corpus.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { readSplitFile } from '../splits/split-file.ts';
import { compareBatches } from './compare-batches.ts';
import { createScenario, type Scenario, scenarioDrafts } from './arbitraries.ts';
import { fixedWidthDrafts, createFixedWidthScenario } from './fixed-width-draft.ts';
import { createJsonScenario, jsonDrafts } from './json-draft.ts';
import { splitFile, drawOptions, createLongFile, type FileParts } from './long-file.ts';
import { cutChunks, loadModule } from './run-module.ts';
import { summarizeBatches } from './read-result.ts';
import { createXmlScenario, xmlDrafts } from './xml-draft.ts';
import { seed } from '../../support/property.ts';

const total = Number(process.env['SPECMILL_LAW_RECORDS'] ?? '12000');
/** The records of one spec. A million of them would find little more. */
const OF_A_SPEC = Math.min(8000, Math.max(200, Math.ceil(total / 400)));
const OF_A_FILE = Math.min(800, OF_A_SPEC);

interface Subject {
  name: string;
  spec: object;
  files: readonly Uint8Array[];
}

/** How much was read, and how much of it fast. */
const met = { records: 0, fast: 0, specs: 0, files: 0, splits: 0 };

test('CSV', () => holds(drawn(scenarioDrafts, createScenario), 0.2));
test('fixed width', () => holds(drawn(fixedWidthDrafts, createFixedWidthScenario), 0.15));
test('XML', () => holds(drawn(xmlDrafts, createXmlScenario), 0.03));
test('JSON Lines', () => holds(drawn(jsonDrafts, createJsonScenario), 0.03));
test('every sample', () => holds(samples(), 0.2));

/** Compares subjects until a quarter of `total` is read. `least` is the minimum share of fast records. */
async function holds(subjects: Generator<Subject>, least: number): Promise<void> {
  const before = { ...met };
  for (let index = 0; met.records - before.records < total / 4; index++) {
    const { value: subject, done } = subjects.next();
    if (done === true) break;
    await judge(subject, randomOf(seed, index));
  }
  const records = met.records - before.records;
  const share = (met.fast - before.fast) / records;
  console.log(
    `note: ${records} records in ${met.files - before.files} files of ${met.specs - before.specs} specs, seed ${seed}: ${Math.round(share * 100)} % of them fast; ${met.splits - before.splits} files in splits as well`,
  );
  assert.ok(share > least, `${share} of the records are read fast`);
}

function* drawn<T>(
  drafts: fc.Arbitrary<T>,
  make: (draft: T) => { spec: object; files: readonly { bytes: Uint8Array }[] },
): Generator<Subject> {
  for (let round = 0; ; round++) {
    for (const draft of fc.sample(drafts, { seed: seed + round, numRuns: 100 })) {
      const { spec, files } = make(draft);
      yield { name: `drawn of seed ${seed + round}`, spec, files: files.map(({ bytes }) => bytes) };
    }
  }
}

/** Yields all samples repeatedly, in random order. */
function* samples(): Generator<Subject> {
  const corpus = readCorpus();
  for (let round = 0; ; round++) {
    const places = new Map(corpus.map((sample, i) => [sample, randomOf(seed + round, i).below(2 ** 30)]));
    for (const { name, spec, bytes } of [...corpus].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)))
      yield { name, spec: parse(spec.text) as object, files: [bytes] };
  }
}

async function judge({ name, spec, files }: Subject, random: Random): Promise<void> {
  const module = await loadModule({ spec: spec as Scenario['spec'], syntax: 'json' });
  const readRange = files.map((bytes) => splitFile(module, bytes)) as [FileParts, ...FileParts[]];
  if (readRange.every(({ records }) => records.length === 0)) return;
  met.specs++;
  const until = met.records + OF_A_SPEC;
  for (let file = 0; met.records < until && file < OF_A_SPEC / 10; file++) {
    const bytes = createLongFile(readRange, random, 1 + random.below(OF_A_FILE));
    const options = drawOptions(random, bytes.length);
    const chunks = random.oneIn(3)
      ? []
      : Array.from(
          { length: 1 + random.below(4) },
          () => 1 + random.below(random.pick([10, 500, 20_000])) + (bytes.length >> 10),
        );
    try {
      await compare(module, { bytes, options, chunks }, random);
    } catch (error) {
      const folder = mkdtempSync(join(tmpdir(), 'specmill-law-'));
      writeFileSync(join(folder, 'file'), bytes);
      writeFileSync(join(folder, 'spec.json'), JSON.stringify({ spec, options, chunks }));
      throw new Error(`${name}, seed ${seed}: ${folder}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

interface Reading {
  bytes: Uint8Array;
  options: TransformOptions;
  chunks: readonly number[];
}

async function compare(module: SpecModule, { bytes, options, chunks }: Reading, random: Random): Promise<void> {
  const fast = read(module, cutChunks(bytes, chunks), options);
  const careful = read(module, cutChunks(bytes, chunks), { ...options, fast: false });
  compareBatches(fast.batches, careful.batches);
  assert.equal(careful.fastRecords, 0);
  const last = fast.batches.at(-1);
  met.records += last?.next.record ?? 0;
  met.fast += fast.fastRecords;
  met.files++;
  if (module.spec.splits === undefined || !random.oneIn(20)) return;
  met.splits++;
  const splitBytes = 1 + (bytes.length >> random.below(8));
  assert.deepEqual(
    summarizeBatches(await readSplitFile({ module, bytes, options, splitBytes, helpers: random.below(3) })),
    summarizeBatches(careful.batches),
  );
}

function read(
  module: SpecModule,
  chunks: readonly Uint8Array[],
  options: TransformOptions,
): { batches: Batch[]; fastRecords: number } {
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

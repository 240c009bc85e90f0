import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCases, findSpecSamples, type Sample } from '../../samples/sample.ts';

/** A sample with the bytes of its file. Of a long file only the beginning. */
export interface Corpus extends Sample {
  bytes: Uint8Array;
}

const MOST_BYTES = 4096;

/** Returns all samples of the project without reference tables, in a fixed order. The readers of the corpus give none. */
export function readCorpus(): readonly [Corpus, ...Corpus[]] {
  const here = import.meta.dirname;
  const samples = [...findCases(join(here, '../../samples')), ...findSpecSamples(join(here, '../../../specs'))];
  const read = samples.filter(({ tables }) => tables === undefined);
  const [first, ...others] = read.map((sample) => ({
    ...sample,
    bytes: new Uint8Array(readFileSync(sample.inputPath)).slice(0, MOST_BYTES),
  }));
  if (first === undefined) throw new Error('there are no samples');
  return [first, ...others];
}

/** Returns the sample with this name. */
export function sampleOf(corpus: readonly Corpus[], name: string): Corpus {
  const found = corpus.find((sample) => sample.name === name);
  if (found === undefined) throw new Error(`there is no sample ${name}`);
  return found;
}

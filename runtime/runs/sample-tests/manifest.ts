import type { MissingSample, SampleSet } from '../../../compiler/index.ts';
import type { ReadOptions, SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { ErrorRecord, OutcomeResult, SampleRun } from './outcome.ts';
import { outcomeOf } from './outcome.ts';

/** The content of `manifest.json`, which describes generated samples. */
export interface Manifest {
  readonly spec: { readonly name: string; readonly version: string };
  /** The options with which the files produce the expected results. */
  readonly options: ReadOptions;
  readonly files: readonly ManifestEntry[];
  /** The cases for which no file could be generated, with the reason. */
  readonly missing: readonly MissingSample[];
}

/**
 * One generated file: its purpose in words (`shows`), the only thing that is wrong with it (`breaks`: a rule, a
 * required field, a type or the structure; null if the file is valid), and its expected result.
 */
export interface ManifestEntry {
  readonly file: string;
  readonly shows: string;
  readonly breaks: SampleSet['files'][number]['breaks'];
  readonly expected: OutcomeResult & { readonly errors: readonly ErrorRecord[] };
}

/**
 * Returns the options for reading generated samples: records with an ERROR issue are skipped, and `today` is that of
 * the set.
 */
export function sampleOptions({ today }: SampleSet): ReadOptions {
  return { skipInvalidRecords: true, today };
}

/** Creates the manifest of a set of samples. `runs` are the results of its files, in the same order. */
export function createManifest({ name, version }: SpecInfo, set: SampleSet, runs: readonly SampleRun[]): Manifest {
  const files = set.files.flatMap(({ name: file, shows, breaks }, at) => {
    const run = runs[at];
    if (run === undefined) return [];
    const { result, errors } = outcomeOf(run, true);
    return [{ file, shows, breaks, expected: { ...result, errors } }];
  });
  return { spec: { name, version }, options: sampleOptions(set), files, missing: set.missing };
}

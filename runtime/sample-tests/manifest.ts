import type { MissingSample, SampleSet } from '../../compiler/index.ts';
import type { ReadOptions, SpecInfo } from '../../compiler/kernel/model/contract.ts';
import type { ErrorRecord, OutcomeResult, SampleRun } from './outcome.ts';
import { outcomeOf } from './outcome.ts';

/** The content of `manifest.json` for generated samples. */
export interface Manifest {
  readonly spec: { readonly name: string; readonly version: string };
  /** The options under which the files have the expected results. */
  readonly options: ReadOptions;
  readonly files: readonly ManifestEntry[];
  /** What no file demonstrates, and why. */
  readonly missing: readonly MissingSample[];
}

/** One generated file: what it demonstrates, which rule it violates, and its expected result. */
export interface ManifestEntry {
  readonly file: string;
  readonly shows: string;
  readonly breaks: SampleSet['files'][number]['breaks'];
  readonly expected: OutcomeResult & { readonly errors: readonly ErrorRecord[] };
}

/** Returns the options to read generated samples with. Records with an ERROR issue are not published. */
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

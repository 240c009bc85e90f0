import type { MissingSample, SampleSet } from '../../compiler/index.ts';
import type { ReadOptions, SpecInfo } from '../../compiler/kernel/model/contract.ts';
import type { ErrorRecord, OutcomeResult, SampleRun } from './outcome.ts';
import { outcomeOf } from './outcome.ts';

/** What stands in `manifest.json` beside the files that were made from a spec. */
export interface Manifest {
  readonly spec: { readonly name: string; readonly version: string };
  /** How the files are read, so that they give what is expected. */
  readonly options: ReadOptions;
  readonly files: readonly ManifestEntry[];
  /** What no file shows, and why. */
  readonly missing: readonly MissingSample[];
}

export interface ManifestEntry {
  readonly file: string;
  readonly shows: string;
  readonly breaks: SampleSet['files'][number]['breaks'];
  readonly expected: OutcomeResult & { readonly errors: readonly ErrorRecord[] };
}

/** The options under which made samples are read: what has an ERROR is not published. */
export function sampleOptions({ today }: SampleSet): ReadOptions {
  return { skipInvalidRecords: true, today };
}

/** The manifest of a set; `runs` are those over its files, in their order. */
export function createManifest({ name, version }: SpecInfo, set: SampleSet, runs: readonly SampleRun[]): Manifest {
  const files = set.files.flatMap(({ name: file, shows, breaks }, at) => {
    const run = runs[at];
    if (run === undefined) return [];
    const { result, errors } = outcomeOf(run, true);
    return [{ file, shows, breaks, expected: { ...result, errors } }];
  });
  return { spec: { name, version }, options: sampleOptions(set), files, missing: set.missing };
}

import type { Change } from '../../compiler/index.ts';
import type { SampleDifference } from './compare-sample.ts';

/** What is told: all changes, and what becomes of the records of the samples. */
export interface DiffReport {
  readonly breaking: boolean;
  readonly changes: readonly Change[];
  readonly samples: readonly SampleDifference[];
}

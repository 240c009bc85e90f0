import type { JudgedChange } from '../../../compiler/index.ts';
import type { SampleDifference } from './compare-sample.ts';

/**
 * The result of `specmill diff`: all changes of the specs, and the differences in their sample files. `breaking` is
 * true if a change is breaking.
 */
export interface DiffReport {
  readonly breaking: boolean;
  readonly changes: readonly JudgedChange[];
  readonly samples: readonly SampleDifference[];
}

import type { Spec } from '../../1-read/spec-shape.ts';
import type { Cell } from '../files/file-writer.ts';
import type { SampleOracle, Verdicts } from '../oracle/sample-oracle.ts';
import type { FieldCandidates } from '../values/field-candidates.ts';

/** Everything that sample files are created from. */
export interface SampleContext {
  readonly spec: Spec;
  readonly oracle: SampleOracle;
  readonly candidates: readonly FieldCandidates[];
  /** The verdicts on the cells that were tried, by field index. */
  readonly verdicts: readonly Verdicts[];
  /** The cells of a record without issues. */
  readonly validRecord: readonly Cell[];
  /** The message of each rule, by ruleId. */
  readonly messages: ReadonlyMap<string | null, string>;
}

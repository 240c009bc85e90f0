import type { Spec } from '../../../pipeline/1-read/spec-shape.ts';
import type { Cell } from '../../../language/formats/model/samples/file-writer.ts';
import type { SampleOracle, Verdicts } from '../oracle/sample-oracle.ts';
import type { FieldCandidates } from '../values/field-candidates.ts';

/** The input for the creation of sample files. */
export interface SampleContext {
  readonly spec: Spec;
  readonly oracle: SampleOracle;
  readonly candidates: readonly FieldCandidates[];
  /** The issues of the cells that were tried, by field index. */
  readonly verdicts: readonly Verdicts[];
  /** The cells of a record without issues. */
  readonly validRecord: readonly Cell[];
  /** The message of each rule, by ruleId. */
  readonly messages: ReadonlyMap<string | null, string>;
}

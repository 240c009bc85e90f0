import type { Spec } from '../../1-read/spec-shape.ts';
import type { Cell } from '../files/file-writer.ts';
import type { Court, Verdicts } from '../oracle/sample-oracle.ts';
import type { FieldSketch } from '../values/field-candidates.ts';

/** Everything that sample files are created from. */
export interface Workshop {
  readonly spec: Spec;
  readonly court: Court;
  readonly sketches: readonly FieldSketch[];
  /** The verdicts on the cells that were tried, by field index. */
  readonly verdicts: readonly Verdicts[];
  /** The cells of a record without issues. */
  readonly good: readonly Cell[];
  /** The message of each rule, by ruleId. */
  readonly messages: ReadonlyMap<string | null, string>;
}

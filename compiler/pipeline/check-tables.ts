import { createCollector, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { pointerTo } from '../diagnostics/pointer.ts';
import type { ReferenceInfo } from '../kernel/model/contract.ts';
import { readSpec, type SpecText } from './1-read/read-spec.ts';
import { hasRecordTypes } from './1-read/record-views.ts';
import type { AnySpec } from './1-read/spec-shape.ts';
import { createPlan } from './3-plan/create-plan.ts';
import { planRecordTypes } from './3-plan/plan-record-types.ts';

/** A reference table that cannot be used. `reason` follows its name in a sentence: `has no column "name"`. */
export interface TableFault {
  readonly table: string;
  readonly reason: string;
}

/** Returns the reference tables of a spec without errors, with the columns that it reads. */
export function listTables(spec: AnySpec): readonly ReferenceInfo[] {
  if (spec.reference === undefined) return [];
  return (hasRecordTypes(spec) ? planRecordTypes(spec, '') : createPlan(spec, '')).reference;
}

/** Returns the diagnostics of reference tables that cannot be used. The compiler reads no files, so its caller finds them. */
export function reportTables(input: SpecText, faults: readonly TableFault[]): readonly Diagnostic[] {
  const { positions } = readSpec(input);
  const collector = createCollector(positions);
  for (const { table, reason } of faults)
    collector.report('unusable_reference', pointerTo('reference', table), { table, reason }, { at: 'key' });
  return collector.diagnostics();
}

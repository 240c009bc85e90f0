import type { StructureSetting } from '../1-read/spec-shape.ts';
import type { Severity } from '../kernel/model/contract.ts';

/** How bad a record with too many or too few cells is; null: no issue. */
export function severityOf(setting: StructureSetting | undefined): Severity | null {
  return setting === 'IGNORE' ? null : (setting ?? 'FATAL');
}

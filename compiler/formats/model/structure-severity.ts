import type { StructureSetting } from '../../1-read/spec-shape.ts';
import type { Severity } from '../../kernel/model/contract.ts';

/** Returns the severity of a record with extra or missing cells, or null for no issue. */
export function severityOf(setting: StructureSetting | undefined): Severity | null {
  return setting === 'IGNORE' ? null : (setting ?? 'FATAL');
}

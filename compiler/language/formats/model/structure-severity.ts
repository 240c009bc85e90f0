import type { Severity } from '../../../kernel/model/contract.ts';

/** The settings for a record with extra or missing cells: the severity of its issue, or IGNORE for no issue. */
export const structureSettings = ['FATAL', 'ERROR', 'WARNING', 'IGNORE'] as const;

/** One of `structureSettings`. */
export type StructureSetting = (typeof structureSettings)[number];

/** Returns the severity of a record with extra or missing cells, or null for no issue. Default: FATAL. */
export function severityOf(setting: StructureSetting | undefined): Severity | null {
  return setting === 'IGNORE' ? null : (setting ?? 'FATAL');
}

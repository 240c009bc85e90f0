import type { RecordReport } from './record-report.ts';
import type { StructureIssue } from './record-source.ts';

/** Adds the issue with the structure of a record to its report. */
export function addStructure({ severity, code, message, place }: StructureIssue, report: RecordReport): void {
  if (severity === null) report.maskIfSensitive();
  else report.addStructureIssue({ severity, code, message, ...place });
  if (severity !== null && (code === 'TOO_FEW_COLUMNS' || code === 'RECORD_TOO_SHORT')) report.lacksCells = true;
}

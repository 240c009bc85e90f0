import type { FileCheck } from './file-check.ts';
import { findSensitive } from './sensitive-names.ts';

/** An edited cell in the list of edits. */
export interface ListedEdit {
  record: number;
  line: number;
  /** Index of the field in the layout of the record. */
  field: number;
  name: string;
  /** Whether the values are masked. Then both are null. */
  isMasked: boolean;
  /** The original value. Null also if the record was short and had no such cell. */
  before: string | null;
  after: string | null;
}

/** All edits of a file, and the outcome of the edited records. */
export interface EditList {
  edits: ListedEdit[];
  /** Number of edited records. */
  records: number;
  /** Number of edited records that have no ERROR or FATAL issue now. */
  repaired: number;
}

/** Lists the edits, the last one last. Values of sensitive fields are masked unless `showsSensitive`. */
export function listEdits({ edits, module }: FileCheck, showsSensitive: boolean): EditList {
  const records = edits.list;
  const isRepaired = ({ error }: (typeof records)[number]) =>
    error.messages.every(({ severity }) => severity === 'WARNING');
  return {
    edits: records.flatMap(({ stored, cells }) => {
      const hidden = showsSensitive ? new Set<string>() : findSensitive(module.spec, stored.recordType);
      return cells.map(({ field, name, before, after }) => {
        const isMasked = hidden.has(name);
        const values = isMasked ? { before: null, after: null } : { before, after };
        return { record: stored.record, line: stored.line, field, name, isMasked, ...values };
      });
    }),
    records: records.length,
    repaired: records.filter(isRepaired).length,
  };
}

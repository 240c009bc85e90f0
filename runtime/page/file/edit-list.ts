import type { FileCheck } from './file-check.ts';

/** An edited cell in the list of edits. */
export interface ListedEdit {
  record: number;
  line: number;
  /** Index of the field in the spec. */
  field: number;
  name: string;
  /** The original and the new value. Null if they are masked. */
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
  const { fields } = module.spec;
  const records = edits.list;
  const isRepaired = ({ error }: (typeof records)[number]) =>
    error.messages.every(({ severity }) => severity === 'WARNING');
  return {
    edits: records.flatMap(({ stored, cells }) =>
      cells.map(({ field, before, after }) => {
        const isHidden = fields[field]?.sensitive === true && !showsSensitive;
        return {
          record: stored.record,
          line: stored.line,
          field,
          name: fields[field]?.name ?? '',
          before: isHidden ? null : before,
          after: isHidden ? null : after,
        };
      }),
    ),
    records: records.length,
    repaired: records.filter(isRepaired).length,
  };
}

import type { CellForm } from '../../bytes/cell.ts';
import type { Code } from '../../code/literal.ts';
import type { FastContext } from '../../fields/fast/context.ts';
import type { FieldPlan } from '../../plan/plan.ts';

/** The parts of a fast reader that depend on the format. */
export interface FastFormat {
  cell: CellForm;
  /** Returns declarations before the readers of fields. */
  declares?(context: FastContext): Code;
  /** Returns the functions that `begin` and `read` call. */
  reading(context: FastContext): readonly Code[];
  /**
   * Returns the declarations of a field that precedes the records and is read once for many of them. Returns null for
   * any other field.
   */
  beforeRecords?(field: FieldPlan, context: FastContext): readonly Code[] | null;
  /** The end of the body of `begin(report, piece)`, which reads the layout of the piece. */
  begin: readonly Code[];
  /** The body of `read(at, length)`. */
  read: readonly Code[];
}

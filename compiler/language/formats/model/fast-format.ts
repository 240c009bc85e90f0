import type { CellForm } from '../../../emitting/bytes/cell.ts';
import type { Code } from '../../../emitting/code/literal.ts';
import type { FastContext } from '../../fields/fast/context.ts';
import type { FieldPlan } from '../../plan/plan.ts';

/** The parts of a generated fast reader that depend on the format. */
export interface FastFormat {
  /** How the format writes its cells as bytes. */
  cell: CellForm;
  /** Returns declarations of the format that precede the functions of the fields. */
  declares?(context: FastContext): Code;
  /** Returns the functions that the statements of `begin` and `read` call. */
  reading(context: FastContext): readonly Code[];
  /**
   * Returns the declarations of a field whose value precedes the records, as in XML. Its value is read once and used
   * for many records. Returns null for any other field.
   */
  beforeRecords?(field: FieldPlan, context: FastContext): readonly Code[] | null;
  /**
   * The last statements of the generated function `begin(report, piece)`. They read the layout of the chunk and return
   * whether the fast reader can read the file.
   */
  begin: readonly Code[];
  /** The statements of the generated function `read(at, length)`. */
  read: readonly Code[];
  /** Whether `reading` declares the function `skipOther(at)`, because not every line is a record. Default: false. */
  skipsOther?: boolean;
}

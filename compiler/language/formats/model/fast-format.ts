import type { CellForm } from '../../../emitting/bytes/cell.ts';
import type { Code } from '../../../emitting/code/literal.ts';
import type { Repeat } from '../../../kernel/repeats/repeat.ts';
import type { FastContext } from '../../fields/fast/context.ts';
import type { FieldPlan } from '../../plan/plan.ts';

/** Where groups are, and which texts mean null in them. */
export interface FastRepeat extends Pick<Repeat, 'times' | 'stopsWhenEmpty' | 'start' | 'length'> {
  readonly nullTexts: readonly string[];
}

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
  /**
   * Returns the same for a type whose records are groups of values in the records of another type. Returns null if only
   * the careful reader can find them. Absent: the format has no such groups.
   */
  ofGroups?(repeat: FastRepeat): FastFormat | null;
  /**
   * Returns the same for one of several record types: the one with this index. `isInDocument`: its records belong to
   * documents. Returns null if only the careful reader reads the records of the type. Absent: the format reads all types
   * alike.
   */
  ofType?(type: number, isInDocument: boolean): FastFormat | null;
  /** Whether statements of the format read `maxRecordBytes`, the limit of a record. Default: true. */
  readsLimit?: false;
  /** Whether `reading` declares the functions `count(at, next)` and `use(number)`; see FastGroupReader. Default: false. */
  findsGroups?: boolean;
  /** Whether `reading` declares the function `skipOther(at)`, because not every line is a record. Default: false. */
  skipsOther?: boolean;
}

import type { Code } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { Statement } from '../../../emitting/code/statements.ts';
import type { Report } from '../../../diagnostics/diagnostic.ts';
import type { Splits } from '../../../kernel/model/contract.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';
import type { RecordTypesPlan } from '../../plan/record-types-plan.ts';
import type { KeyShapes, KeyValues } from '../../shape/shape.ts';
import type { FastFormat } from './fast-format.ts';

/** The keys of a field that every format uses. */
interface FormatField {
  readonly name: string;
  readonly columnName?: string;
  readonly required?: boolean;
  /** The source of a value that is copied from another record. Such a field has no place in the record. */
  readonly from?: string;
}

/** The part of a spec that its format uses: the fields, and the keys that apply to the format. */
export type FormatSpec<K extends KeyShapes = Record<never, never>, F extends KeyShapes = Record<never, never>> = {
  readonly fields: readonly (FormatField & KeyValues<F>)[];
} & KeyValues<K>;

/** Everything that the compiler knows about one file format. */
export interface FormatKind<T extends string = string, K extends KeyShapes = KeyShapes, F extends KeyShapes = KeyShapes>
  extends FormatDefinition<T, K, F, unknown, FormatSpec> {}

/** What a file defines for one format. `Own` is the plain data that `plan` derives from a spec. */
export interface FormatDefinition<T extends string, K extends KeyShapes, F extends KeyShapes, Own, Spec> {
  readonly format: T;
  /** How messages call the location of a field in a file: a column, or a path of elements. */
  readonly locator: 'column' | 'path';
  /** The keys of a spec that apply to this format. Several formats may share a key. */
  readonly keys: K;
  /** The keys of a field that apply only to this format. */
  readonly fieldKeys: F;
  /** Reports settings of a spec that are invalid for the format. */
  check(spec: Spec, report: Report): void;
  /** Returns the format's plan of a spec: the settings of the format with all defaults, and where each field is. */
  plan(spec: Spec, fields: readonly FieldPlan[]): Own;
  /**
   * Returns the statements of the module that read a file. They declare the functions `readRecord(raw, record)`, which
   * reads the fields of one record, and `records(options)`, which creates the record source of one file.
   */
  emit(formatPlan: Own, plan: Plan, scope: Scope): readonly Statement[];
  /**
   * Returns the statements of a module with several record types that read a file. They declare a function for each type
   * that reads the fields of one record, and `records(options)`, which creates the record source of one file.
   */
  emitTypes(module: RecordTypesPlan, scope: Scope): readonly Statement[];
  /**
   * Returns how to find places at which reading may start in the middle of a file, or null if it must start at the
   * beginning.
   */
  splits(formatPlan: Own, plan: Plan): Splits | null;
  /** Returns the format's parts of the fast reader, or null if only the careful reader can read files of this spec. */
  fast(formatPlan: Own, plan: Plan): FastFormat | null;
  /**
   * Returns declarations of the fast reader of a module with several record types, which end with the function
   * `findType(at, layout)`; see FastTypes. Returns null if only the careful reader can read files of this spec.
   */
  findType(module: RecordTypesPlan, scope: Scope): readonly Code[] | null;
}

/**
 * Creates a format from its definition. The returned type hides the types of the plan and the keys. This is safe
 * because each kind receives only specs of its format and plans that it created.
 */
export function createFormatKind<const T extends string, K extends KeyShapes, F extends KeyShapes, Own>(
  definition: FormatDefinition<T, K, F, Own, FormatSpec<K, F>>,
): FormatKind<T, K, F> {
  return definition as unknown as FormatKind<T, K, F>;
}

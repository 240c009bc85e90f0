import type { Scope } from '../../code/scope.ts';
import type { Statement } from '../../code/statements.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import type { Splits } from '../../kernel/model/contract.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';
import type { KeyShapes, KeyValues } from '../../shape/shape.ts';
import type { FastFormat } from './fast-format.ts';

/** The members of a field that every format uses. */
interface FormatField {
  readonly name: string;
  readonly columnName?: string;
  readonly required?: boolean;
}

/** The part of a spec that its format uses: the keys that belong to the format, and the fields. */
export type FormatSpec<K extends KeyShapes = Record<never, never>, F extends KeyShapes = Record<never, never>> = {
  readonly fields: readonly (FormatField & KeyValues<F>)[];
} & KeyValues<K>;

/** Everything that the compiler knows about one file format. */
export interface FormatKind<T extends string = string, K extends KeyShapes = KeyShapes, F extends KeyShapes = KeyShapes>
  extends FormatDefinition<T, K, F, unknown, FormatSpec> {}

/** What a format defines. `Own` is plain data that `plan` derives from a spec. */
export interface FormatDefinition<T extends string, K extends KeyShapes, F extends KeyShapes, Own, Spec> {
  readonly format: T;
  /** What locates a field in a file: a column, or the path of an element. */
  readonly locator: 'column' | 'path';
  /** The keys of a spec that have an effect for this format only, or for a few formats that share them. */
  readonly keys: K;
  /** The keys of a field that have an effect for this format only. */
  readonly fieldKeys: F;
  /** Reports invalid settings of the format. */
  check(spec: Spec, report: Report): void;
  /** Plans the settings of the format with all defaults and the positions of the fields. */
  plan(spec: Spec, fields: readonly FieldPlan[]): Own;
  /**
   * Returns the statements that read the records of a file: `readRecord(raw, record)` reads the fields of one record,
   * and `records(options)` creates the record source of one file.
   */
  emit(formatPlan: Own, plan: Plan, scope: Scope): readonly Statement[];
  /** Returns where reading may begin in the middle of a file, or null if it must begin at the start. */
  splits(formatPlan: Own, plan: Plan): Splits | null;
  /** Returns the fast reader of the format, or null if this spec needs the careful one. */
  fast(formatPlan: Own, plan: Plan): FastFormat | null;
}

/** Hides the plan and the keys of a format. This is safe because each kind receives only specs of its format and plans that it created. */
export function createFormatKind<const T extends string, K extends KeyShapes, F extends KeyShapes, Own>(
  definition: FormatDefinition<T, K, F, Own, FormatSpec<K, F>>,
): FormatKind<T, K, F> {
  return definition as unknown as FormatKind<T, K, F>;
}

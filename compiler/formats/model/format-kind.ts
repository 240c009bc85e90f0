import type { Format, Spec } from '../../1-read/spec-shape.ts';
import type { FastFormat } from '../../4-emit/emit-fast.ts';
import type { Statement } from '../../code/statements.ts';
import type { Scope } from '../../code/scope.ts';
import type { Splits } from '../../kernel/model/contract.ts';
import type { Names } from '../../code/names.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';

/** Everything that the compiler knows about one file format. `Own` is plain data that `plan` derives from a spec. */
export interface FormatKind<Own> {
  readonly format: Format;
  /**
   * Plans the settings of the format with all defaults and the positions of the fields. `names` reserves names for
   * declarations in the module.
   */
  plan(spec: Spec, fields: readonly FieldPlan[], names: Names): Own;
  /**
   * Returns the statements that read the records of a file: `readRecord(raw, record)` reads the fields of one record,
   * and `records(options)` creates the record source of one file.
   */
  emit(own: Own, plan: Plan, scope: Scope): readonly Statement[];
  /** Returns where reading may begin in the middle of a file, or null if it must begin at the start. */
  splits(own: Own, plan: Plan): Splits | null;
  /** Returns the fast reader of the format, or null if this spec needs the careful one. */
  fast?(own: Own, plan: Plan): FastFormat | null;
}

/** A format kind whose plan type is unknown to the caller. */
export type AnyFormatKind = FormatKind<unknown>;

/** Hides the plan type of a kind. This is safe because each kind only receives plans that it created. */
export function formatKind<Own>(kind: FormatKind<Own>): AnyFormatKind {
  return kind as AnyFormatKind;
}

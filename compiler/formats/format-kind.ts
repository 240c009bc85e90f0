import type { Format, Spec } from '../1-read/spec-shape.ts';
import type { FastFormat } from '../4-emit/fast/emit-fast.ts';
import type { Statement } from '../4-emit/statements.ts';
import type { Scope } from '../4-emit/scope.ts';
import type { Splits } from '../kernel/model/contract.ts';
import type { Names } from '../3-plan/names.ts';
import type { FieldPlan, Plan } from '../3-plan/plan.ts';

/** Everything about one file format; the stages of the compiler ask it. `Own` is what the plan keeps of it, plain data. */
export interface FormatKind<Own> {
  readonly format: Format;
  /** The settings of the format with their defaults, and where its fields stand. `names`: for what its statements declare. */
  plan(spec: Spec, fields: readonly FieldPlan[], names: Names): Own;
  /**
   * The statements of a module that find the records of a file: `readRecord(raw, record)`, which reads every field
   * of one record, and `records(options)`, which makes the source of one file's records.
   */
  emit(own: Own, plan: Plan, scope: Scope): readonly Statement[];
  /** Where reading may begin in the middle of a file; null: nowhere. */
  splits(own: Own, plan: Plan): Splits | null;
  /** What a fast reader of such files needs; null: they have none. */
  fast?(own: Own, plan: Plan): FastFormat | null;
}

/** A kind whose plan is not known to the one who asks: kinds make and take their own plans. */
export type AnyFormatKind = FormatKind<unknown>;

/** Forgets the plan's type. The stages give a kind no plan but the one it made. */
export function formatKind<Own>(kind: FormatKind<Own>): AnyFormatKind {
  return kind as AnyFormatKind;
}

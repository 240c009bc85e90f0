import type { Plan } from '../plan/plan.ts';
import type { Statement } from '../code/statements.ts';
import { type Format, formatKinds } from '../formats/format-kinds.ts';
import { emitSplits } from '../formats/model/splits.ts';
import { code, literal, nothing } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';

/** Emits `export const spec`, which describes the compiled spec. */
export function emitSpecInfo(plan: Plan<Format>, scope: Scope): Statement[] {
  const { name, version, format, fields } = plan;
  const lines = fields.map(
    (field) =>
      code`    { name: ${literal(field.name)}, type: ${literal(field.type)}, sensitive: ${field.sensitive ? code`true` : code`false`} },`,
  );
  const splits = formatKinds[format].splits(plan.formatOperand, plan);
  return [
    code`/** What this module was compiled from. */
export const spec: ${scope.useType('SpecInfo')} = {
  name: ${literal(name)},
  version: ${literal(version)},
  format: ${literal(format)},
  fields: [
${lines}
  ],
${splits === null ? nothing : code`  splits: ${emitSplits(splits)},\n`}};`.source,
  ];
}

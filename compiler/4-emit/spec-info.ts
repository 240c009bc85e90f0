import type { Plan } from '../plan/plan.ts';
import type { Statement } from '../code/statements.ts';
import { type Format, formatKinds } from '../formats/format-kinds.ts';
import { emitSplits } from '../formats/model/splits.ts';
import { code, join, literal, nothing } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';

/**
 * Emits `export const spec`, which describes the compiled spec: name, version, format, encoding, fields and how its
 * files can be split.
 */
export function emitSpecInfo(plan: Plan<Format>, scope: Scope): Statement[] {
  const { name, version, format, encoding, fields } = plan;
  const infos = fields.map(
    (field) =>
      code`{ name: ${literal(field.name)}, type: ${literal(field.type)}, sensitive: ${field.sensitive ? code`true` : code`false`} }`,
  );
  const list = infos.length === 1 ? join(infos, '', '[', ']') : join(infos, ',\n    ', '[\n    ', ',\n  ]');
  const splits = formatKinds[format].splits(plan.formatOperand, plan);
  return [
    code`/** The spec of this module. */
export const spec: ${scope.useType('SpecInfo')} = {
  name: ${literal(name)},
  version: ${literal(version)},
  format: ${literal(format)},
  encoding: ${literal(encoding)},
  fields: ${list},
${splits === null ? nothing : code`  splits: ${emitSplits(splits)},\n`}};`.source,
  ];
}

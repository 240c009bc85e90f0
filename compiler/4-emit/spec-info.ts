import type { Plan } from '../3-plan/plan.ts';
import type { Statement } from './emit-module.ts';
import { code, literal } from './literal.ts';
import type { Scope } from './scope.ts';

/** `export const spec`: what the module was compiled from. */
export function emitSpecInfo({ name, version, format, fields }: Plan, scope: Scope): Statement[] {
  const lines = fields.map((field) => code`    { name: ${literal(field.name)}, type: ${literal(field.type)}, sensitive: ${field.sensitive ? code`true` : code`false`} },`);
  return [
    code`/** What this module was compiled from. */
export const spec: ${scope.useType('SpecInfo')} = {
  name: ${literal(name)},
  version: ${literal(version)},
  format: ${literal(format)},
  fields: [
${lines}
  ],
};`.source,
  ];
}

import type { FieldPlan } from '../../3-plan/plan.ts';
import { type Code, code, name } from '../literal.ts';
import type { FastContext } from './fast-field.ts';
import { emitLabel } from './fast-label.ts';

/** The statements that write one member of the message: its label, then what `read` makes of the field, which leaves its end in `length`. */
export function emitMember(field: FieldPlan, index: number, read: readonly Code[], { plan }: FastContext): Code[] {
  const isKey = plan.key.includes(index);
  const place = name(`${field.key}Key`);
  return [
    ...emitLabel(`${index === 0 ? '{' : ','}${JSON.stringify(field.name)}:`).map((line) => code`  ${line}`),
    ...(isKey ? [code`  ${place}.from = length;`] : []),
    ...read.map((line) => code`  ${line}`),
    code`  if (length < 0) return -1;`,
    ...(isKey ? [code`  ${place}.to = length;`] : []),
  ];
}

/** The statement that reads a field from `at` on. */
export function callReader(field: FieldPlan, at: Code): Code {
  return code`length = read${name(field.functionName)}(input, ${at}, output, length);`;
}

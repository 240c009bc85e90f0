import type { FieldPlan } from '../../plan/plan.ts';
import { type Code, code, name } from '../../../emitting/code/literal.ts';
import type { FastContext } from './context.ts';
import { carefulName, copyName } from './field.ts';
import { placeOf } from './together.ts';
import { emitLabel } from '../../../emitting/bytes/label.ts';

/**
 * Emits statements that write one member of the message: its label and its value. The statements `read` write the value
 * and set `end` to the length of the output after it, or to -1.
 */
export function emitMember(field: FieldPlan, index: number, read: readonly Code[], context: FastContext): Code[] {
  const isKey = context.plan.key.includes(index);
  const hasPlace = field.isRelated || context.observed.has(field);
  const place = name(`${field.key}Key`);
  return [
    ...emitLabel(labelOf(field, index)).map((line) => code`  ${line}`),
    ...(isKey ? [code`  ${place}.from = length;`] : []),
    ...(hasPlace ? [code`  ${placeOf(field)}.from = length;`] : []),
    ...(context.summed.has(field) ? [code`  ${placeOf(field)}.units = NaN;`] : []),
    ...read.map((line) => code`  ${line}`),
    code`  if (end < 0) return -1;`,
    code`  length = end;`,
    ...(isKey ? [code`  ${place}.to = length;`] : []),
    ...(hasPlace ? [code`  ${placeOf(field)}.to = length;`] : []),
  ];
}

/** Returns the text before the value of a member, such as `,"amount":`. */
export function labelOf({ name: own }: FieldPlan, index: number): string {
  return `${index === 0 ? '{' : ','}${JSON.stringify(own)}:`;
}

/**
 * Emits statements that copy the cell at an offset. If the fast reader rejects the cell, the careful reader reads it
 * and reports its issues.
 */
export function callReader(field: FieldPlan, at: Code, { isCareful }: FastContext): Code[] {
  const read = code`end = ${copyName(field)}(${at}, length);`;
  return isCareful(field) ? [read] : [read, code`if (end < 0) end = ${carefulName(field)}(${at}, length);`];
}

import type { FieldPlan } from '../../plan/plan.ts';
import { type Code, code, name, nothing } from '../../../emitting/code/literal.ts';
import type { FastContext } from './context.ts';
import { inPlaceFormOf } from './ending.ts';
import { carefulName, copyName } from './field.ts';
import { messageFieldOf } from '../message-fields.ts';
import { placeOf } from './relation-bytes.ts';
import { encoderOf } from '../../../emitting/encoders/encoders.ts';
import { emitLabel } from '../../../emitting/bytes/label.ts';

/**
 * Emits statements that write one member of the message: its label and its value. The statements `read` write the value
 * and set `end` to the length of the output after it, or to -1.
 */
export function emitMember(field: FieldPlan, index: number, read: readonly Code[], context: FastContext): Code[] {
  const { stages, scope } = context;
  const stage = stages.of(field);
  if (stage === 'LATE') return [];
  const isKey = context.plan.key.includes(index);
  const hasPlace = field.isRelated || context.observed.has(field) || stages.placed.has(field);
  const place = name(`${field.key}Key`);
  // Values that are computed or read twice may take more room than the record.
  const room = stages.computes || stages.hasAside ? code` || !${scope.use('hasRoomAfter')}(end)` : nothing;
  const isCopied = stages.isCopied(field);
  if (stage === 'ASIDE' || isCopied)
    return [...emitAside(field, { isKey, room }, read), ...(isCopied ? emitAppend(field, context) : [])];
  const form = inPlaceFormOf(field, context);
  return [
    ...emitLabel(labelOf(field, context)).map((line) => code`  ${line}`),
    ...(form?.before ?? []).map((line) => code`  ${line}`),
    ...(isKey ? [code`  ${place}.from = length;`] : []),
    ...(hasPlace ? [code`  ${placeOf(field)}.from = length;`] : []),
    ...(context.summed.has(field) ? [code`  ${placeOf(field)}.units = NaN;`] : []),
    ...read.map((line) => code`  ${line}`),
    code`  if (end < 0${room}) return -1;`,
    ...(form === null || context.isCell(field)
      ? [code`  length = end;`]
      : [code`  length = ${form.ending.json};`, code`  if (length < 0) return -1;`]),
    ...(isKey ? [code`  ${place}.to = length;`] : []),
    ...(hasPlace ? [code`  ${placeOf(field)}.to = length;`] : []),
  ];
}

/** Emits statements that write a value into the message that was read apart from it. */
export function emitAppend(field: FieldPlan, context: FastContext): Code[] {
  const { plan, scope } = context;
  const { append } = encoderOf(plan).bytes;
  return [
    ...emitLabel(labelOf(field, context)).map((line) => code`  ${line}`),
    code`  length = ${append(messageFieldOf(field, plan.numbersAs), placeOf(field), scope)};`,
    code`  if (length < 0) return -1;`,
  ];
}

/** Emits statements that write a value apart from the message. */
function emitAside(field: FieldPlan, { isKey, room }: { isKey: boolean; room: Code }, read: readonly Code[]): Code[] {
  const place = placeOf(field);
  const key = name(`${field.key}Key`);
  return [
    code`  {`,
    code`    const message = length;`,
    code`    length = aside;`,
    ...read.map((line) => code`    ${line}`),
    code`    if (end < 0${room}) return -1;`,
    code`    ${place}.from = aside;`,
    code`    aside = ${place}.to = end;`,
    ...(isKey ? [code`    ${key}.from = ${place}.from;`, code`    ${key}.to = end;`] : []),
    code`    length = message;`,
    code`  }`,
  ];
}

/** Returns the constant text before the value of a member. */
export function labelOf(field: FieldPlan, { plan, stages }: Pick<FastContext, 'plan' | 'stages'>): string {
  return encoderOf(plan).bytes.label({ ...field, name: field.messageName }, stages.isFirst(field));
}

/** Emits the statements that end a message: the rules that need several values are checked before. */
export function emitMessageEnd({ plan, scope }: FastContext): readonly Code[] {
  return encoderOf(plan).bytes.emitEnd(scope);
}

/**
 * Emits statements that copy the cell at an offset. If the fast reader rejects the cell, the careful reader reads it
 * and reports its issues.
 */
export function callReader(field: FieldPlan, at: Code, { isCareful }: FastContext): Code[] {
  const read = code`end = ${copyName(field)}(${at}, length);`;
  return isCareful(field) ? [read] : [read, code`if (end < 0) end = ${carefulName(field)}(${at}, length);`];
}

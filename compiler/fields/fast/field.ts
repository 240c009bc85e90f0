import type { FieldPlan } from '../../plan/plan.ts';
import { readerType } from '../field.ts';
import { type Code, code, commentText, name } from '../../code/literal.ts';
import { sentenceOf } from '../record-interface.ts';
import type { Scope } from '../../code/scope.ts';
import type { ByteField, ByteForm } from '../../bytes/byte-form.ts';
import { emitEnd } from '../../bytes/cell.ts';
import { hasStep } from '../../bytes/steps.ts';
import { correctionKinds } from '../../corrections/correction-kinds.ts';
import { ruleKinds } from '../../rules/rule-kinds.ts';
import { typeKinds } from '../../types/type-kinds.ts';
import type { FastContext } from './context.ts';

/** The parameters of every field reader in a fast reader. */
export const PARAMETERS = code`at: number, length: number`;

/**
 * Emits the fast reader of a field, and the function that reads an unusual or invalid cell with the careful reader. A
 * field without a byte form only has the second one.
 */
export function emitFastField(field: FieldPlan, context: FastContext): { statements: Code[]; isCareful: boolean } {
  const form = byteForm(field, context);
  const doc = commentText(`${field.name}: ${sentenceOf(field)}`);
  if (form === null)
    return {
      statements: [emitCareful(field, code`/** ${doc} */`, name(`read${field.functionName}`), context)],
      isCareful: true,
    };
  const own = name(`read${field.functionName}`);
  const reader = code`/** ${doc} */
function ${own}(${PARAMETERS}): number {
${form.body.map((line) => code`  ${line}`)}
}`;
  const careful = code`/** ${commentText(field.name)}, where its bytes are not of the usual form, or not clean. */`;
  return {
    statements: [...form.declarations, reader, emitCareful(field, careful, carefulName(field), context)],
    isCareful: false,
  };
}

/** Returns the member of an interface that holds the careful reader of a field. */
export function carefulMember(field: FieldPlan, scope: Scope): Code {
  return code`  read${name(field.functionName)}(cell: string | undefined, record: ${scope.useType('RecordReport')}): ${readerType(field)};`;
}

/** Returns the name of the function that reads a field from bytes with the careful reader. */
export function carefulName(field: FieldPlan): Code {
  return name(`read${field.functionName}Carefully`);
}

function byteForm(field: FieldPlan, context: FastContext): ByteForm | null {
  return typeKinds[field.type].inBytes(field.operand, toByteField(field, context), context);
}

function toByteField({ corrections, requiredRules, rules }: FieldPlan, context: FastContext): ByteField {
  const steps = corrections.map(({ correctionType, operand }) => correctionKinds[correctionType].inBytes(operand));
  return {
    corrections: steps,
    rules: rules.map(({ ruleType, operand, declares }) => ruleKinds[ruleType].inBytes(operand, declares, context)),
    canBeNull: requiredRules.length === 0 && !hasStep(steps, 'default'),
  };
}

function emitCareful(field: FieldPlan, doc: Code, own: Code, context: FastContext): Code {
  return code`${doc}
function ${own}(${PARAMETERS}): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
${emitEnd(context.cell, code`cells.end`).map((line) => code`  ${line}\n`)}  return ${context.scope.use('writeJson')}(output, length, ${emitJson(field, context)}(careful.read${name(field.functionName)}(text, report)));
}`;
}

/** Returns the function that writes the result of a field's careful reader as JSON. */
export function emitJson(field: FieldPlan, { numbersAs, scope }: FastContext): Code {
  return scope.use(typeKinds[field.type].json(numbersAs));
}

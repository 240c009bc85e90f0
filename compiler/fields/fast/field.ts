import type { FieldPlan } from '../../plan/plan.ts';
import { readerType } from '../field.ts';
import { type Code, code, commentText, name } from '../../code/literal.ts';
import { sentenceOf } from '../record-interface.ts';
import type { Scope } from '../../code/scope.ts';
import type { ByteForm, FastContext } from '../../bytes/byte-form.ts';
import { emitFastBoolean } from '../../types/boolean-bytes.ts';
import { emitEnd } from '../../bytes/cell.ts';
import { emitFastDate } from '../../types/date-bytes.ts';
import { emitFastNumber } from '../../types/number-bytes.ts';
import { emitFastString } from '../../types/string-bytes.ts';

/** The parameters of every reader of the fast reading. */
export const PARAMETERS = code`at: number, length: number`;

/** The fast reader of one field, and the one that reads carefully what is odd or wrong; alone where the field has no byte form. */
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
    statements: [...form.declares, reader, emitCareful(field, careful, carefulName(field), context)],
    isCareful: false,
  };
}

/** The type of a member that holds the careful reader of a field. */
export function carefulMember(field: FieldPlan, scope: Scope): Code {
  return code`  read${name(field.functionName)}(cell: string | undefined, record: ${scope.useType('RecordReport')}): ${readerType(field)};`;
}

/** The name of the function that reads a field carefully from its bytes. */
export function carefulName(field: FieldPlan): Code {
  return name(`read${field.functionName}Carefully`);
}

function byteForm(field: FieldPlan, context: FastContext): ByteForm | null {
  switch (field.type) {
    case 'STRING':
      return emitFastString(field, context);
    case 'INTEGER':
    case 'DECIMAL':
      return emitFastNumber(field, context);
    case 'DATE':
      return emitFastDate(field, context);
    case 'BOOLEAN':
      return emitFastBoolean(field, context);
    default:
      return field.type satisfies never;
  }
}

function emitCareful(field: FieldPlan, doc: Code, own: Code, context: FastContext): Code {
  return code`${doc}
function ${own}(${PARAMETERS}): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
${emitEnd(context.cell, code`cells.end`).map((line) => code`  ${line}\n`)}  return ${context.scope.use('writeJson')}(output, length, ${emitJson(field, context)}(careful.read${name(field.functionName)}(text, report)));
}`;
}

/** The function that writes what the careful reader of a field gives as JSON. */
export function emitJson(field: FieldPlan, { plan, scope }: FastContext): Code {
  const isNumber = (field.type === 'INTEGER' || field.type === 'DECIMAL') && plan.numbersAs === 'NUMBER';
  return scope.use(field.type === 'BOOLEAN' ? 'toJsonBoolean' : isNumber ? 'toJsonNumber' : 'toJsonString');
}

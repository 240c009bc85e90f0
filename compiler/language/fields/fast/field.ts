import type { FieldPlan } from '../../plan/plan.ts';
import { readerType } from '../report.ts';
import { type Code, code, commentText, name } from '../../../emitting/code/literal.ts';
import { sentenceOf } from '../record-interface.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { ByteEnding } from '../../../emitting/bytes/byte-form.ts';
import { emitEnd } from '../../../emitting/bytes/cell.ts';
import { jsonFunction } from '../../../emitting/encoders/json/json.ts';
import { formOf } from '../message-fields.ts';
import { createByteForm, findSlowKeys } from './byte-form.ts';
import type { FastContext } from './context.ts';
import { endingOf } from './ending.ts';

/**
 * The parameters of every function that copies a field: the offset of the cell in the input, and the length of the
 * output.
 */
export const PARAMETERS = code`at: number, length: number`;

/** The generated functions of a field in a fast module. */
export interface FastField {
  /** Declarations that the functions use, for the top level of the module. */
  readonly declarations: readonly Code[];
  /** The function that copies the field from bytes to JSON, or null if only the careful reader can read the field. */
  readonly copy: { readonly doc: Code; readonly body: readonly Code[] } | null;
  /**
   * The function that reads a cell with the careful reader. It is called for cells that `copy` rejects, or for all
   * cells if `copy` is null.
   */
  readonly careful: Code;
}

/**
 * Emits the functions that copy a field to JSON. One reads bytes, and one calls the careful reader. If the fast reader
 * cannot read the field, only the second is emitted.
 */
export function emitFastField(field: FieldPlan, context: FastContext): FastField {
  const form = createByteForm(field, context);
  const sentence = `Copies ${field.name}: ${sentenceOf(field)}`;
  if (form === null) {
    const doc = commentText(`${sentence} Read from text, which is slower: ${findSlowKeys(field, context).join(', ')}.`);
    return { declarations: [], copy: null, careful: emitCareful(field, doc, copyName(field), context) };
  }
  const doc = commentText(sentence);
  const careful = commentText(`Copies ${field.name} with its careful reader.`);
  return {
    declarations: form.declarations,
    copy: { doc, body: form.body },
    careful: emitCareful(field, careful, carefulName(field), context),
  };
}

/** Returns the name of the function that copies a field to JSON. */
export function copyName(field: FieldPlan): Code {
  return name(`copy${field.functionName}`);
}

/** Returns the interface member for the careful reader of a field. */
export function carefulMember(field: FieldPlan, scope: Scope): Code {
  return code`  read${name(field.functionName)}(cell: string | undefined, record: ${scope.useType('RecordReport')}): ${readerType(field)};`;
}

/** Returns the name of the function that copies a field by calling its careful reader. */
export function carefulName(field: FieldPlan): Code {
  return name(`copy${field.functionName}Carefully`);
}

function emitCareful(field: FieldPlan, doc: Code, own: Code, context: FastContext): Code {
  const json = code`${context.scope.use('writeJson')}(output, length, ${emitJson(field, context)}(careful.read${name(field.functionName)}(text, report)))`;
  return code`/** ${doc} */
function ${own}(${PARAMETERS}): number {
  const text = cells.text(input, at);
  if (text === null) return -1;
${emitEnd(context.cell, code`cells.end`).map((line) => code`  ${line}\n`)}${emitCarefulEnd(json, endingOf(field, context)).map((line) => code`  ${line}\n`)}}`;
}

/** Emits the statements that return the end of a value, which is written as JSON first. */
function emitCarefulEnd(json: Code, ending: ByteEnding | null): Code[] {
  if (ending === null) return [code`return ${json};`];
  return [code`const end = ${json};`, code`if (end < 0) return -1;`, code`return ${ending.json};`];
}

/** Returns the name of the kernel function that formats the field's value as JSON, the form of values in the output. */
export function emitJson(field: FieldPlan, { numbersAs, scope }: FastContext): Code {
  return scope.use(jsonFunction(formOf(field, numbersAs)));
}

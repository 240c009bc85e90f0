import { type Code, code, literal, name } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import { readerType } from '../report.ts';
import { hasRules } from '../validator.ts';
import type { FastContext } from './context.ts';
import { emitJson } from './field.ts';

/** Returns the name of the variable with the JSON of a value that is copied from another record. */
function copyOf({ key }: FieldPlan): Code {
  return name(`${key}Copy`);
}

/** Returns the interface member for the function that copies the value of a field. */
export function copyMember(field: FieldPlan, scope: Scope): Code {
  const record = hasRules(field) ? code`, record: ${scope.useType('RecordReport')}` : code``;
  return code`  read${name(field.functionName)}(source: unknown${record}): ${readerType(field)};`;
}

/**
 * Returns the statement that writes the copied value of a field. A field with rules may get issues in each record, so
 * its careful reader copies it.
 */
export function writeCopy(field: FieldPlan, context: FastContext): Code[] {
  const { scope } = context;
  if (!hasRules(field)) return [code`end = ${copyOf(field)}.write(output, length);`];
  return [
    code`end = ${scope.use('writeJson')}(output, length, ${emitJson(field, context)}(${callCopy(field, code`, report`)}));`,
  ];
}

/** Emits the variables and the function \`copy\`, which stores the values that the records of a type copy. */
export function emitStoring(fields: readonly FieldPlan[], context: FastContext): Code[] {
  const copied = fields.filter(({ copy }) => copy !== null);
  if (copied.length === 0) return [];
  const stored = copied.filter((field) => !hasRules(field));
  const created = stored.map((field) => code`const ${copyOf(field)} = new ${context.scope.use('CopiedValue')}();\n`);
  const sets = stored.map(
    (field) => code`  ${copyOf(field)}.set(${emitJson(field, context)}(${callCopy(field, code``)}));\n`,
  );
  return [
    code`/** The records around the current one, and the values that are copied from them. */
let enclosing: Readonly<Record<string, unknown>> = {};
${created}
/** Stores the values that are copied from other records. */
function copy(from: Readonly<Record<string, unknown>>): void {
  enclosing = from;
${sets}}`,
  ];
}

function callCopy(field: FieldPlan, report: Code): Code {
  const source = code`enclosing[${literal(field.copy?.type ?? '')}]`;
  return code`careful.read${name(field.functionName)}(${source}${report})`;
}

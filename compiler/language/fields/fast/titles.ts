import { type Code, code, commentText, name } from '../../../emitting/code/literal.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import { sentenceOf } from '../record-interface.ts';
import type { FastContext } from './context.ts';
import { copyName, emitJson } from './field.ts';

/** Emits the functions that write values of lines before the records, and what they store. */
export function emitTitleFields(context: FastContext): Code[] {
  const { plan, scope } = context;
  return plan.fields.flatMap((field) =>
    field.title === null
      ? []
      : [
          code`const ${titleOf(field)} = new ${scope.use('TitleValue')}();`,
          code`/** ${commentText(`Writes ${field.name}, which is the same in each record: ${sentenceOf(field)}`)} */
function ${copyName(field)}(length: number): number {
  if (${titleOf(field)}.isKnown) return ${titleOf(field)}.write(output, length, report);
  return ${scope.use('writeJson')}(output, length, ${emitRead(field, field.title.index, context)});
}`,
        ],
  );
}

/** Returns the statements that read these values before the records of a chunk. */
export function beginTitles(context: FastContext): Code[] {
  return context.plan.fields.flatMap((field) =>
    field.title === null
      ? []
      : [code`    ${titleOf(field)}.begin(report, () => ${emitRead(field, field.title.index, context)});\n`],
  );
}

/** Returns the statement that writes the value of a line before the records. */
export function callTitle(field: FieldPlan): Code[] {
  return [code`end = ${copyName(field)}(length);`];
}

function emitRead(field: FieldPlan, index: number, context: FastContext): Code {
  return code`${emitJson(field, context)}(careful.read${name(field.functionName)}(report.titles[${index}] ?? undefined, report))`;
}

function titleOf({ key }: FieldPlan): Code {
  return name(`${key}Title`);
}

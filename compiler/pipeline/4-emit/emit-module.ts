import type { Plan } from '../../language/plan/plan.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import type { FastModule } from './emit-fast.ts';
import { emitFields } from './emit-fields.ts';
import { fileNameOf } from './file-name.ts';
import { code, literal } from '../../emitting/code/literal.ts';
import { emitMessage } from './message.ts';
import { print } from '../../emitting/code/print.ts';
import { emitTextOrNull, emitValues } from '../../language/fields/read-record.ts';
import { emitRelations } from '../../language/fields/relations.ts';
import { emitRecordInterface } from '../../language/fields/record-interface.ts';
import { Scope } from '../../emitting/code/scope.ts';
import { emitSpecInfo } from './spec-info.ts';
import type { Statement } from '../../emitting/code/statements.ts';

/**
 * Returns the text of `generated/<name>.ts`. Equal plans return equal text. Without a fast reader (`fast` is null), the
 * module uses only careful readers.
 */
export function emitModule(plan: Plan<Format>, fast: FastModule | null = null): string {
  const scope = new Scope();
  const sections: Statement[] = [
    ...emitSpecInfo(plan, scope),
    ...emitRecordInterface(plan),
    ...emitFields(plan, scope),
    emitTextOrNull(plan.nullTexts),
    emitValues(plan),
    ...emitRelations(plan, scope),
    ...formatKinds[plan.format].emit(plan.formatOperand, plan, scope),
    ...emitMessage(plan, scope, fast),
  ];
  const imported =
    fast === null ? [] : [code`import { fastReader } from ${literal(`./${fileNameOf(plan.name)}.fast.ts`)};`.source];
  return print([HEAD, scope.imports().source, ...imported, ...sections.map(apart)]);
}

/** The first line of every generated module. */
export const HEAD = '// Compiled by Specmill from a spec: change the spec, not this file.';

/** Adds a blank line before source text that begins with a comment, as ts-morph does before its structures. */
export function apart(statement: Statement): Statement {
  return typeof statement === 'string' && /^\/[/*]/.test(statement) ? `\n${statement}` : statement;
}

import { type Code, code, commentText } from '../../../emitting/code/literal.ts';
import type { FieldPlan } from '../../plan/plan.ts';
import { copyName, type FastField, PARAMETERS } from './field.ts';

/** Emits the functions that copy the fields, in spec order. Fields with the same code share one function. */
export function emitCopies(fields: readonly { readonly field: FieldPlan; readonly fast: FastField }[]): Code[] {
  const known = new Map<string, FieldPlan>();
  return fields.flatMap(({ field, fast: { copy, careful } }) => {
    if (copy === null) return [careful];
    const key = copy.body.map(({ source }) => source).join('\n');
    const first = known.get(key);
    known.set(key, first ?? field);
    return [first === undefined ? emitCopy(field, copy) : emitSameCopy(field, first, copy.doc), careful];
  });
}

function emitCopy(field: FieldPlan, { doc, body }: NonNullable<FastField['copy']>): Code {
  return code`/** ${doc} */
function ${copyName(field)}(${PARAMETERS}): number {
${body.map((line) => code`  ${line}`)}
}`;
}

function emitSameCopy(field: FieldPlan, first: FieldPlan, doc: Code): Code {
  return code`/** ${doc} The code is that of ${commentText(first.name)}. */
const ${copyName(field)} = ${copyName(first)};`;
}

import { type Code, code, commentText, join, literal, name } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../emitting/code/statements.ts';
import type { PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import { type EmitContext, emitExpression } from '../expressions/emit-expression.ts';
import { type Expression, givenOf, visit } from '../expressions/model/expression.ts';
import { functionOf } from '../expressions/functions/functions.ts';
import type { ExpressionPlan, FieldPlan, RecordNames } from '../plan/plan.ts';
import { dayParser } from '../types/date.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { sentenceOf } from './record-interface.ts';
import { readerType } from './report.ts';
import { callValidator, hasRules, needsDay } from './validator.ts';

/** Emits the function that computes the value of a field from other fields and applies the rules of the field. */
export function emitComputed(
  field: FieldPlan,
  computed: ExpressionPlan,
  around: Surroundings,
  scope: Scope,
): Statement {
  const { expression, text, reads, mayFail, readsSensitive } = computed;
  const read = around.fields.filter((one) => reads.includes(one.name));
  const context = createEmitContext(around.fields, code`values`, scope);
  const kind = typeKinds[field.type];
  const value = kind.expression.store(field.operand, emitExpression(expression, context), scope);
  const issue = code`record.addNotComputed(${name(field.typeIssue.constant)}, ${field.sensitive || readsSensitive ? code`true` : code`false`})`;
  const isPlain = !mayFail && !hasRules(field);
  const isRecordUsed = read.length > 0 || !isPlain || givenOf(expression).length > 0 || readsTables(expression);
  return functionStatement({
    name: name(`compute${field.functionName}`),
    doc: code`${commentText(`Computes ${field.name}: ${sentenceOf(field)}`)}\n\n${commentText(`    ${text}`)}`,
    parameters: [
      { name: read.length === 0 ? '_values' : 'values', type: emitValuesType(read, around.names) },
      { name: isRecordUsed ? 'record' : '_record', type: scope.useType('RecordReport') },
    ],
    returns: readerType(field),
    body: [
      ...(read.length === 0
        ? []
        : [
            code`if (record.isInvalid(${join(
              read.map((one) => literal(one.name)),
              ', ',
            )})) return record.markInvalid(${literal(field.name)});`,
          ]),
      ...(isPlain ? [code`return ${value};`] : [code`const value = ${value};`]),
      ...(mayFail ? [code`if (record.hasFailed) return ${issue};`] : []),
      ...(isPlain ? [] : emitRules(field, scope)),
    ],
  });
}

/** Returns whether an expression reads reference tables, which the report of the record has. */
function readsTables(expression: Expression): boolean {
  let found = false;
  visit(expression, (part) => {
    if (part.kind === 'call' && functionOf(part).tableOf !== undefined) found = true;
  });
  return found;
}

/** The fields of the record of a computed field, and the names of its module. */
export interface Surroundings {
  readonly fields: readonly FieldPlan[];
  readonly names: RecordNames;
}

/** Returns the type of the values that an expression reads. */
function emitValuesType(read: readonly FieldPlan[], { values }: RecordNames): Code {
  if (read.length === 0) return code`unknown`;
  const keys = join(
    read.map(({ key }) => literal(key)),
    ' | ',
  );
  return code`Pick<${name(values)}, ${keys}>`;
}

function emitRules(field: FieldPlan, scope: Scope): Code[] {
  if (!needsDay(field)) return [code`return ${callValidator(field, code`value`)};`];
  const parse = dayParser(field.operand as PlannedPattern, scope);
  return [
    code`const day = value === null ? NaN : ${parse}(value);`,
    code`return ${callValidator(field, code`value`)};`,
  ];
}

/** Returns what the code of an expression refers to. `values` is the object with the values of the record. */
export function createEmitContext(fields: readonly FieldPlan[], values: Code, scope: Scope): EmitContext {
  const find = (wanted: string): FieldPlan => {
    const found = fields.find((one) => one.name === wanted);
    if (found === undefined) throw new Error(`an expression reads an unknown field: ${wanted}`);
    return found;
  };
  const variable = (wanted: string) => code`${values}.${name(find(wanted).key)}`;
  return {
    scope,
    record: code`record`,
    variable,
    load(wanted) {
      const { type, operand } = find(wanted);
      return typeKinds[type].expression.load(operand, variable(wanted), scope);
    },
  };
}

/** Returns the declarations that the expressions of a field and of its rules need. */
export function declareExpressions({ computed, relations, type, operand }: FieldPlan, scope: Scope): Code[] {
  const stored = computed === null ? [] : (typeKinds[type].expression.declareStore?.(operand, scope) ?? []);
  const declared: Code[] = [...stored];
  for (const plan of [computed, ...relations.map(({ expression }) => expression)]) {
    if (plan === null) continue;
    visit(plan.expression, (part) => {
      if (part.kind === 'call') declared.push(...functionOf(part).declare(part.operand, part.declares, scope));
    });
  }
  return declared;
}

/** Returns the call that computes a field from an object with the values of the record. */
export function callComputed(field: FieldPlan, values: Code): Code {
  return code`${name(`compute${field.functionName}`)}(${values}, record)`;
}

/** Returns the expressions of fields and of their rules. */
export function expressionsOf(fields: readonly FieldPlan[]): ExpressionPlan[] {
  return fields.flatMap(({ computed, relations }) =>
    [computed, ...relations.map(({ expression }) => expression)].filter((plan) => plan !== null),
  );
}

/** Returns the fields that an expression of the record reads and that have a place or are copied. */
export function findSources(fields: readonly FieldPlan[]): FieldPlan[] {
  const names = new Set(expressionsOf(fields).flatMap(({ reads }) => reads));
  return fields.filter((field) => names.has(field.name) && field.computed === null);
}

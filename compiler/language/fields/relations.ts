import { typeKinds } from '../types/type-kinds.ts';
import { type Code, code, commentText, join, literal, literals, name, nothing } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../emitting/code/statements.ts';
import type { FieldPlan, Plan, RecordNames, RelationPlan } from '../plan/plan.ts';
import { type ConditionPlan, describeCondition, isNumber } from '../rules/condition.ts';
import { emitExpression } from '../expressions/emit-expression.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { dayParser } from '../types/date.ts';
import { createEmitContext } from './computed.ts';
import { readerType, reportFunction } from './report.ts';

/** Returns whether a rule of any field needs the values of several fields. */
export function hasRelations(fields: readonly FieldPlan[]): boolean {
  return fields.some(({ relations }) => relations.length > 0);
}

/** Returns the fields whose values relations need, in the order of the spec. */
export function relatedFields(fields: readonly FieldPlan[]): FieldPlan[] {
  return fields.filter(({ isRelated }) => isRelated);
}

/**
 * Emits the function `validateTogether`, which applies the rules that need values of several fields. Returns an empty
 * list if there are no such rules.
 */
export function emitRelations({ fields, names }: Pick<Plan, 'fields' | 'names'>, scope: Scope): Statement[] {
  if (!hasRelations(fields)) return [];
  return [
    emitRelatedValues(fields, names, nothing).source,
    functionStatement({
      name: name(names.validateTogether),
      doc: code`Applies the rules that need the values of several fields.`,
      parameters: [
        { name: 'values', type: name(names.relatedValues) },
        { name: 'record', type: scope.useType('RecordReport') },
      ],
      returns: code`void`,
      body: fields.flatMap((field) =>
        field.relations.map((relation) => emitRelation(relation, { field, fields, scope })),
      ),
    }),
  ];
}

/** Emits the interface of the values that relations need. `begin` is what precedes the word `interface`. */
export function emitRelatedValues(fields: readonly FieldPlan[], { relatedValues }: RecordNames, begin: Code): Code {
  return code`/** The values of the fields that rules on several fields need. */
${begin}interface ${name(relatedValues)} {
${relatedFields(fields).map((field) => code`  ${name(field.key)}: ${readerType(field)};`)}
}`;
}

/** What the emitter of a relation needs besides its plan. */
interface RelationContext {
  readonly field: FieldPlan;
  readonly fields: readonly FieldPlan[];
  readonly scope: Scope;
}

/** Returns the declarations of the conditions of a field's rules. */
export function emitConditions({ relations }: FieldPlan): Code[] {
  return relations.flatMap(({ when, whenConstant }) =>
    when === null || when.isNull !== null || when.values.length <= COMPARED
      ? []
      : [code`const ${name(whenConstant)}: ReadonlySet<string | null> = new Set(${literals(when.values)});`],
  );
}

function emitRelation(relation: RelationPlan, { field, fields, scope }: RelationContext): Code {
  const { ruleType, operand, declares, constant, severity, other, when, expression } = relation;
  const kind = ruleKinds[ruleType];
  const condition = when === null ? [] : [emitCondition(relation, when, { field, fields, scope })];
  const suffix = when === null ? '' : ` ${describeCondition(when)}`;
  if (kind.checksNull)
    return code`// ${commentText(`${field.name} is required${suffix} (${severity}).`)}
if (${join([code`values.${name(field.key)} === null`, ...condition], ' && ')}) record.addMissingIssue(${name(constant)});`;
  if (expression !== null) return emitExpressionRule(relation, expression, condition, { field, fields, scope });
  const compared = fields.find(({ name: own }) => own === other);
  const own = subjectOf(field, scope);
  const subject = { ...own, ...(compared === undefined ? {} : { other: subjectOf(compared, scope) }) };
  const given = [field, ...(compared === undefined ? [] : [compared])].map(
    ({ key }) => code`values.${name(key)} !== null`,
  );
  const broken = kind.isBroken(operand, kind.needsDay ? { ...subject, day: code`day` } : subject, declares, scope);
  const note = kind.explain(operand);
  const report = code`${reportFunction(field)}(${name(constant)}, ${textOf(field)});${note === null ? nothing : code` // ${commentText(note)}`}`;
  const doc = code`// ${commentText(`${field.name} must ${kind.demand(operand)}${suffix} (${severity}).`)}`;
  if (!kind.needsDay)
    return code`${doc}
if (${join([...given, ...condition, grouped(broken)], ' && ')}) ${report}`;
  return code`${doc}
if (${join([...given, ...condition], ' && ')}) {
  const day = ${own.day};
  if (${broken}) ${report}
}`;
}

/** Emits the statements that check whether an expression holds. */
function emitExpressionRule(
  { constant, ruleId, severity, when }: RelationPlan,
  { expression, text, reads, mayFail, readsSensitive, failure }: NonNullable<RelationPlan['expression']>,
  condition: readonly Code[],
  { field, fields, scope }: RelationContext,
): Code {
  const read = reads.flatMap((own) => fields.find((one) => one.name === own) ?? []);
  const names = [...new Set([field.name, ...reads])].map((own) => literal(own));
  const flag = (isTrue: boolean) => (isTrue ? code`true` : code`false`);
  const listed = read.map(
    (one) => code`${scope.use('readValue')}(${literal(one.name)}, ${textOf(one)}, ${flag(one.sensitive)})`,
  );
  const holds = emitExpression(expression, createEmitContext(fields, code`values`, scope));
  const suffix = when === null ? '' : ` ${describeCondition(when)}`;
  const report = code`record.addExpressionIssue({ rule: ${name(constant)}, text: ${textOf(field)}, isMasked: ${flag(field.sensitive)}, read: ${join(listed, ', ', '[', ']')} });`;
  const failed = code`  if (record.hasFailed) record.addNotComputed(${name(failure.constant)}, ${flag(field.sensitive || readsSensitive)});\n  else `;
  return code`// ${commentText(`${ruleId ?? ''}${suffix} (${severity}): ${text}`)}
if (${join([code`!record.isInvalid(${join(names, ', ')})`, ...condition], ' && ')}) {
  const holds = ${holds};
${mayFail ? failed : code`  `}if (holds === false) ${report}
}`;
}

/** Returns the expression in parentheses if it contains `||`. */
function grouped(expression: Code): Code {
  return expression.source.includes(' || ') ? code`(${expression})` : expression;
}

/** Up to this many values, a condition compares them one by one. If there are more, it uses a set. */
const COMPARED = 3;

/** Returns an expression that is true if the condition of a rule holds. */
function emitCondition({ whenConstant }: RelationPlan, when: ConditionPlan, { fields, scope }: RelationContext): Code {
  const field = fields.find(({ name: own }) => own === when.field);
  if (field === undefined) throw new Error(`a condition names an unknown field: ${when.field}`);
  const value = code`values.${name(field.key)}`;
  if (when.isNull !== null) return code`${value} ${when.isNull ? code`===` : code`!==`} null`;
  const isWide = when.values.length > COMPARED;
  const compared = isNumber(field) ? code`${scope.use('normalizeDecimal')}(${value})` : textOf(field);
  const test = isWide
    ? code`${name(whenConstant)}.has(${compared})`
    : grouped(
        join(
          when.values.map((one) => code`${compared} === ${literal(one)}`),
          ' || ',
        ),
      );
  return isNumber(field) ? code`${value} !== null && ${test}` : test;
}

function subjectOf(field: FieldPlan, scope: Scope): { text: Code; day: Code } {
  const text = textOf(field);
  const plan = typeKinds[field.type].datePlan(field.operand);
  const day = plan === null ? code`NaN` : code`${dayParser(plan, scope)}(${text})`;
  return { text, day };
}

function textOf({ key, type }: FieldPlan): Code {
  return typeKinds[type].form === 'boolean' ? code`String(values.${name(key)})` : code`values.${name(key)}`;
}

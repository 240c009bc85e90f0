import { type Code, code, commentText, join, literal, name } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
import { functionStatement, type Statement } from '../code/statements.ts';
import type { PlannedPattern } from '../bytes/byte-form.ts';
import type { FieldPlan, RelationPlan } from '../plan/plan.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { dayParser } from '../types/date.ts';
import { reportFunction } from './report.ts';

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
export function emitRelations(fields: readonly FieldPlan[], scope: Scope): Statement[] {
  if (!hasRelations(fields)) return [];
  const keys = join(
    relatedFields(fields).map(({ key }) => literal(key)),
    ' | ',
  );
  return [
    functionStatement({
      name: code`validateTogether`,
      doc: code`Applies the rules that need the values of several fields.`,
      parameters: [
        { name: 'values', type: code`Pick<Values, ${keys}>` },
        { name: 'record', type: scope.useType('RecordReport') },
      ],
      returns: code`void`,
      body: fields.flatMap((field) =>
        field.relations.map((relation) => emitRelation(relation, { field, fields, scope })),
      ),
    }),
  ];
}

/** What the emitter of a relation needs besides its plan. */
interface RelationContext {
  readonly field: FieldPlan;
  readonly fields: readonly FieldPlan[];
  readonly scope: Scope;
}

function emitRelation(relation: RelationPlan, { field, fields, scope }: RelationContext): Code {
  const { ruleType, operand, declares, constant, severity, other } = relation;
  const kind = ruleKinds[ruleType];
  const compared = fields.find(({ name: own }) => own === other);
  const subject = {
    ...subjectOf(field, scope),
    ...(compared === undefined ? {} : { other: subjectOf(compared, scope) }),
  };
  const given = [field, ...(compared === undefined ? [] : [compared])].map(
    ({ key }) => code`values.${name(key)} !== null`,
  );
  const conditions = [...given, kind.isBroken(operand, subject, declares, scope)];
  return code`// ${commentText(`${field.name} must ${kind.demand(operand)} (${severity}).`)}
if (${join(conditions, ' && ')}) ${reportFunction(field)}(${name(constant)}, ${textOf(field)});`;
}

function subjectOf(field: FieldPlan, scope: Scope): { text: Code; day: Code } {
  const text = textOf(field);
  // Only the type DATE has a planned pattern.
  const day = field.type === 'DATE' ? code`${dayParser(field.operand as PlannedPattern, scope)}(${text})` : code`NaN`;
  return { text, day };
}

function textOf({ key, type }: FieldPlan): Code {
  return type === 'BOOLEAN' ? code`String(values.${name(key)})` : code`values.${name(key)}`;
}

import { type Code, code, commentText, join, name } from '../../code/literal.ts';
import { capitalize } from '../../code/names.ts';
import type { Scope } from '../../code/scope.ts';
import type { PlannedPattern } from '../../bytes/byte-form.ts';
import type { FieldPlan, RelationPlan } from '../../plan/plan.ts';
import { ruleKinds } from '../../rules/rule-kinds.ts';
import { fixedLayout } from '../../types/date-bytes.ts';
import { readerType } from '../report.ts';
import { hasRelations, relatedFields } from '../relations.ts';
import type { FastContext } from './context.ts';

/** Returns the name of the variable with the place of a field's value in the output. */
export function placeOf({ key }: FieldPlan): Code {
  return name(`${key}Place`);
}

/** Returns the interface member for the function that applies the rules which need several fields. */
export function carefulTogether(fields: readonly FieldPlan[], scope: Scope): Code[] {
  if (!hasRelations(fields)) return [];
  const values = relatedFields(fields).map((field) => code`${name(field.key)}: ${readerType(field)}`);
  return [
    code`  validateTogether(values: ${join(values, '; ', '{ ', ' }')}, record: ${scope.useType('RecordReport')}): void;`,
  ];
}

/**
 * Returns the statement that checks the rules which need several fields. It runs after all members of a message were
 * written. Empty if there are no such rules.
 */
export function callTogether({ plan: { fields } }: FastContext): Code[] {
  return hasRelations(fields) ? [code`checkTogether();`] : [];
}

/**
 * Emits the functions that check the rules which need several fields, in the output. If one may be broken, the careful
 * reader checks them all and reports the issues.
 */
export function emitTogether(context: FastContext): Code[] {
  const { scope, plan } = context;
  if (!hasRelations(plan.fields)) return [];
  const places = relatedFields(plan.fields).map((field) => emitPlace(field, scope));
  const relations = plan.fields.flatMap((field) => field.relations.map((relation) => ({ field, relation })));
  const tests = relations.map(({ relation }) => code`${testName(relation)}()`);
  const values = relatedFields(plan.fields).map(
    (field) =>
      code`      ${name(field.key)}: ${scope.use(field.type === 'BOOLEAN' ? 'decodeBoolean' : 'decodeText')}(${placeOf(field)}),\n`,
  );
  return [
    code`/** The values in the output that rules need together. */\n${join(places, '\n')}`,
    ...relations.map(({ field, relation }) => emitTest(relation, field, context)),
    code`/** Applies the rules that need the values of several fields. */
function checkTogether(): void {
  if (${join(tests, ' || ')}) {
    const values = {
${values}    };
    careful.validateTogether(values, report);
  }
}`,
  ];
}

function emitPlace(field: FieldPlan, scope: Scope): Code {
  const create = scope.use('createOutputValue');
  // Only the type DATE has a planned pattern.
  const layout = field.type === 'DATE' ? fixedLayout((field.operand as PlannedPattern).layout) : null;
  if (layout === null) return code`const ${placeOf(field)} = ${create}();`;
  const { width, year, month, day } = layout;
  return code`const ${placeOf(field)} = ${create}({ width: ${width}, year: ${year}, month: ${month}, day: ${day} });`;
}

function testName({ constant }: RelationPlan): Code {
  return name(`breaks${capitalize(constant)}`);
}

/** Emits the function that returns whether a rule may be broken. */
function emitTest(relation: RelationPlan, field: FieldPlan, context: FastContext): Code {
  const { ruleType, operand, declares, other } = relation;
  const { scope, plan } = context;
  const kind = ruleKinds[ruleType];
  const compared = plan.fields.find(({ name: own }) => own === other);
  const form = kind.inBytes(operand, declares, context);
  const isNull = scope.use('isNullValue');
  const given = [field, ...(compared === undefined ? [] : [compared])].map((one) => code`${isNull}(${placeOf(one)})`);
  const body =
    compared === undefined || form.compared === undefined
      ? [code`return true;`]
      : form.compared(placeOf(field), placeOf(compared));
  return code`/** Returns whether ${commentText(`${field.name} may break ${JSON.stringify(relation.ruleId)}: it must ${kind.demand(operand)}`)}. */
function ${testName(relation)}(): boolean {
  if (${join(given, ' || ')}) return false;
${body.map((line) => code`  ${line}`)}
}`;
}

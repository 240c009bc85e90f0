import { typeKinds } from '../../types/type-kinds.ts';
import { type Code, code, commentText, join, name, nothing } from '../../../emitting/code/literal.ts';
import { capitalize } from '../../../emitting/code/names.ts';
import { Scope } from '../../../emitting/code/scope.ts';
import { emitByteTest } from '../../expressions/emit-bytes.ts';
import type { Expression } from '../../expressions/model/expression.ts';
import { emitIsOneOf } from '../../../emitting/bytes/words.ts';
import { toJsonBytes } from '../../../kernel/fast/json-bytes.ts';
import type { FieldPlan, Plan, RelationPlan } from '../../plan/plan.ts';
import { describeCondition, isNumber } from '../../rules/condition.ts';
import { ruleKinds } from '../../rules/rule-kinds.ts';
import { fixedLayout } from '../../types/fixed-date-bytes.ts';
import { expressionsOf } from '../computed.ts';
import { hasRelations, relatedFields } from '../relations.ts';
import type { FastContext } from './context.ts';

/** Returns the name of the variable with the place of a field's value in the output. */
export function placeOf({ key }: FieldPlan): Code {
  return name(`${key}Place`);
}

/** Returns the interface member for the function that applies the rules which need several fields. */
export function carefulRelations({ fields, names }: Plan, scope: Scope): Code[] {
  if (!hasRelations(fields)) return [];
  return [
    code`  validateTogether(values: ${name(names.relatedValues)}, record: ${scope.useType('RecordReport')}): void;`,
  ];
}

/**
 * Returns the statement that checks the rules which need several fields. It runs after all members of a message were
 * written. Before them, it computes the fields that had to wait. Empty if there is nothing to do.
 */
export function callRelationTests({ plan: { fields }, stages }: FastContext): Code[] {
  const hasLate = stages.late.length + stages.added.length > 0;
  return [
    ...(hasLate ? [code`length = appendLate(length);`, code`if (length < 0) return -1;`] : []),
    // What is computed from a wrong value has no value either. The careful reader knows which values are wrong.
    ...(expressionsOf(fields).length > 0 ? [code`if (report.hasInvalid) return -1;`] : []),
    ...(hasRelations(fields) ? [code`checkTogether();`] : []),
  ];
}

/**
 * Emits the functions that check the rules which need several fields, in the output. If one may be broken, the careful
 * reader checks them all and reports the issues.
 */
export function emitRelationTests(context: FastContext): Code[] {
  const { scope, plan } = context;
  const placed = plan.fields.filter(
    (field) => field.isRelated || context.observed.has(field) || context.stages.placed.has(field),
  );
  if (placed.length === 0) return [];
  const places = code`/** The values in the output that rules need together. */\n${join(
    placed.map((field) => emitPlace(field, scope)),
    '\n',
  )}`;
  if (!hasRelations(plan.fields)) return [places];
  const relations = plan.fields.flatMap((field) => field.relations.map((relation) => ({ field, relation })));
  const tests = relations.map(({ relation }) => code`${testName(relation)}()`);
  const values = relatedFields(plan.fields).map(
    (field) => code`      ${name(field.key)}: ${emitValue(field, scope)},\n`,
  );
  return [
    places,
    ...relations.flatMap(({ relation }) => emitConditionTest(relation, context)),
    ...relations.flatMap(({ field, relation }) => emitTest(relation, field, context)),
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

/** Returns the expression for a field's value in the output, as the careful reader returns it. */
export function emitValue(field: FieldPlan, scope: Scope): Code {
  return code`${scope.use(typeKinds[field.type].form === 'boolean' ? 'decodeBoolean' : 'decodeText')}(${placeOf(field)})`;
}

function emitPlace(field: FieldPlan, scope: Scope): Code {
  const create = scope.use('createOutputValue');
  const dates = typeKinds[field.type].datePlan(field.operand);
  const layout = dates === null ? null : fixedLayout(dates.layout);
  if (layout === null) return code`const ${placeOf(field)} = ${create}();`;
  const { width, year, month, day } = layout;
  return code`const ${placeOf(field)} = ${create}({ width: ${width}, year: ${year}, month: ${month}, day: ${day} });`;
}

function testName({ constant }: RelationPlan): Code {
  return name(`breaks${capitalize(constant)}`);
}

/** Emits the function that returns whether a rule may be broken, and what it needs. */
function emitTest(relation: RelationPlan, field: FieldPlan, context: FastContext): Code[] {
  const { ruleType, operand, declares, other, when, expression } = relation;
  const { scope, plan } = context;
  const kind = ruleKinds[ruleType];
  const compared = plan.fields.find(({ name: own }) => own === other);
  const form = kind.inBytes(operand, declares, context);
  const isNull = (one: FieldPlan) => code`${scope.use('isNullValue')}(${placeOf(one)})`;
  const isRequired = kind.checksNull;
  const given = expression === null ? [field, ...(compared === undefined ? [] : [compared])] : [];
  const broken = isRequired ? [code`!${isNull(field)}`] : given.map(isNull);
  const excluded = [...broken, ...emitUnmet(relation, context)];
  const tested = expression === null ? null : testExpression(relation, expression.expression, context);
  const own =
    compared === undefined || form.compared === undefined
      ? [code`return true;`]
      : form.compared(placeOf(field), placeOf(compared));
  const body = tested === null ? own : [code`return ${tested.fails};`];
  const demand = isRequired ? 'be present' : kind.demand(operand);
  const condition = when === null ? '' : ` ${describeCondition(when)}`;
  const test = code`/** Returns whether ${commentText(`${field.name} may break ${JSON.stringify(relation.ruleId)}: it must ${demand}${condition}`)}. */
function ${testName(relation)}(): boolean {
${excluded.length === 0 ? nothing : code`  if (${join(excluded, ' || ')}) return false;\n`}${body.map((line) => code`  ${line}`)}
}`;
  return [...(tested?.declarations ?? []), test];
}

/** Returns the code that tests an expression in the output. Null: only the careful reader can test it. */
function testExpression({ constant }: RelationPlan, expression: Expression, { plan, scope, numbersAs }: FastContext) {
  const place = (wanted: string) => {
    const found = plan.fields.find((one) => one.name === wanted);
    if (found === undefined) throw new Error(`an expression reads an unknown field: ${wanted}`);
    return placeOf(found);
  };
  const context = { numbersAs, base: constant, rejectsNull: false, place };
  // A test that is not complete must import nothing into the module.
  const isPossible = emitByteTest(expression, { ...context, scope: new Scope() }) !== null;
  return isPossible ? emitByteTest(expression, { ...context, scope }) : null;
}

/** The output is compared with at most MAX_WORDS values of a condition, of at most MAX_WORD_BYTES bytes each. */
const MAX_WORDS = 64;
const MAX_WORD_BYTES = 32;

/**
 * Returns the field of a condition and its values as bytes of the output, without quotes. Returns null if the rule has
 * no such condition, or if only the careful reader can compare the values.
 */
function wordsOf({ when }: RelationPlan, { plan }: FastContext): { field: FieldPlan; words: Uint8Array[] } | null {
  const field = plan.fields.find(({ name: own }) => own === when?.field);
  if (when === null || when.isNull !== null || field === undefined) return null;
  const texts = when.values.map((text) => typeKinds[field.type].equalTexts(text));
  if (texts.includes(null)) return null;
  const words = texts.flatMap((equal) => equal ?? []).map(toJsonBytes);
  return words.length > MAX_WORDS || words.some(({ length }) => length > MAX_WORD_BYTES) ? null : { field, words };
}

function conditionName({ constant }: RelationPlan): Code {
  return name(`applies${capitalize(constant)}`);
}

/** Emits the function that returns whether bytes are one of the values of a rule's condition. */
function emitConditionTest(relation: RelationPlan, context: FastContext): Code[] {
  const found = wordsOf(relation, context);
  if (found === null) return [];
  return [
    emitIsOneOf(
      conditionName(relation),
      found.words.map((word) => new TextDecoder().decode(word)),
      found.words,
    ),
  ];
}

/** Returns an expression that is true if the condition of a rule does not hold. Empty if that cannot be decided here. */
function emitUnmet(relation: RelationPlan, context: FastContext): Code[] {
  const { scope, plan } = context;
  const { when } = relation;
  const field = plan.fields.find(({ name: own }) => own === when?.field);
  if (when === null || field === undefined) return [];
  const isNull = code`${scope.use('isNullValue')}(${placeOf(field)})`;
  if (when.isNull !== null) return [when.isNull ? code`!${isNull}` : isNull];
  if (wordsOf(relation, context) === null) return [isNull];
  const isQuoted = typeKinds[field.type].form === 'string' && (!isNumber(field) || context.numbersAs === 'STRING');
  const place = placeOf(field);
  const [from, to] = isQuoted
    ? [code`${place}.from + 1`, code`${place}.to - 1`]
    : [code`${place}.from`, code`${place}.to`];
  return [isNull, code`!${conditionName(relation)}(output, ${from}, ${to})`];
}

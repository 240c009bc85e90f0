import { type Code, code, commentText, join, name, nothing } from '../../../emitting/code/literal.ts';
import { Scope } from '../../../emitting/code/scope.ts';
import { type ByteExpression, emitByteExpression } from '../../expressions/emit-bytes.ts';
import type { ExpressionPlan, FieldPlan } from '../../plan/plan.ts';
import { sentenceOf } from '../record-interface.ts';
import { readerType } from '../report.ts';
import type { FastContext } from './context.ts';
import { emitJson } from './field.ts';
import { emitAppend } from './member.ts';
import { emitValue, placeOf } from './relation-bytes.ts';

/** Returns the code that computes a field from bytes. Null: only the careful reader can compute it. */
export function createComputedForm(field: FieldPlan, { plan, scope, numbersAs }: FastContext): ByteExpression | null {
  const { computed, rules, requiredRules, key } = field;
  if (computed === null || rules.length > 0) return null;
  const find = (wanted: string) => plan.fields.find((one) => one.name === wanted);
  // A value is copied only if it has the same form in both fields.
  const isKept = computed.expression.type === 'null' || FORMS[computed.expression.type] === true;
  if (!isKept) return null;
  return emitByteExpression(computed.expression, {
    scope,
    numbersAs,
    base: key,
    rejectsNull: requiredRules.length > 0,
    place: (wanted) => {
      const found = find(wanted);
      if (found === undefined) throw new Error(`an expression reads an unknown field: ${wanted}`);
      return placeOf(found);
    },
  });
}

/** The types of expressions whose values have one form in every message. */
const FORMS: Readonly<Record<string, true>> = { string: true, int: true, decimal: true, bool: true };

/** Returns the interface member for the function that computes a field. */
export function computedMember(field: FieldPlan, computed: ExpressionPlan, { plan, scope }: FastContext): Code {
  return code`  compute${name(field.functionName)}(values: ${valuesType(computed, plan.fields)}, record: ${scope.useType('RecordReport')}): ${readerType(field)};`;
}

function valuesType({ reads }: ExpressionPlan, fields: readonly FieldPlan[]): Code {
  const members = sourcesOf(reads, fields).map((one) => code`${name(one.key)}: ${readerType(one)}`);
  return members.length === 0 ? code`unknown` : join(members, '; ', '{ ', ' }');
}

function sourcesOf(reads: readonly string[], fields: readonly FieldPlan[]): FieldPlan[] {
  return fields.filter((field) => reads.includes(field.name));
}

/** Emits the functions that compute fields. Each appends a value to the output. */
export function emitComputedFields(context: FastContext): Code[] {
  return context.plan.fields.flatMap((field) =>
    field.computed === null ? [] : emitFunctions(field, field.computed, context),
  );
}

function emitFunctions(field: FieldPlan, computed: ExpressionPlan, context: FastContext): Code[] {
  // A form that is not complete must import nothing into the module.
  const isPossible = createComputedForm(field, { ...context, scope: new Scope() }) !== null;
  const form = isPossible ? createComputedForm(field, context) : null;
  const sentence = `Computes ${field.name}: ${sentenceOf(field)}`;
  if (form === null)
    return [
      emitCareful(
        field,
        computed,
        { own: copyOf(field), sentence: `${sentence} Computed from texts, which is slower.` },
        context,
      ),
    ];
  const plain = code`/** ${commentText(sentence)} */
function ${copyOf(field)}(length: number): number {
${form.body.map((line) => code`  ${line}`)}
}`;
  const needsCareful = form.body.some(({ source }) => source.includes('return -1;'));
  return [
    ...form.declarations,
    plain,
    ...(needsCareful
      ? [
          emitCareful(
            field,
            computed,
            { own: carefulOf(field), sentence: `Computes ${field.name} with its careful function.` },
            context,
          ),
        ]
      : []),
  ];
}

function emitCareful(
  field: FieldPlan,
  { reads }: ExpressionPlan,
  { own, sentence }: { own: Code; sentence: string },
  context: FastContext,
): Code {
  const { plan, scope } = context;
  const values = sourcesOf(reads, plan.fields).map((one) => code`${name(one.key)}: ${emitValue(one, scope)}`);
  const given = values.length === 0 ? code`{}` : join(values, ', ', '{ ', ' }');
  return code`/** ${commentText(sentence)} An issue needs the careful reader of the record, which knows the order of issues. */
function ${own}(length: number): number {
  const issues = report.issues.length;
  const value = careful.compute${name(field.functionName)}(${given}, report);
  return report.issues.length > issues ? -1 : ${scope.use('writeJson')}(output, length, ${emitJson(field, context)}(value));
}`;
}

function copyOf(field: FieldPlan): Code {
  return name(`copy${field.functionName}`);
}

function carefulOf(field: FieldPlan): Code {
  return name(`copy${field.functionName}Carefully`);
}

/** Returns the statements that compute a field, and set `end` to the length of the output after it, or to -1. */
export function callComputed(field: FieldPlan, context: FastContext): Code[] {
  const form = createComputedForm(field, { ...context, scope: new Scope() });
  const call = code`end = ${copyOf(field)}(length);`;
  const needsCareful = form !== null && form.body.some(({ source }) => source.includes('return -1;'));
  return needsCareful ? [call, code`if (end < 0) end = ${carefulOf(field)}(length);`] : [call];
}

/**
 * Emits the function that computes the fields that had to wait for others, and adds the rest of the message. Empty if
 * there are none.
 */
export function emitLate(context: FastContext): Code[] {
  const { stages } = context;
  if (stages.late.length === 0 && stages.added.length === 0) return [];
  const computed = stages.late.flatMap((field) => [
    code`  length = aside;`,
    ...callComputed(field, context).map((line) => code`  ${line}`),
    code`  if (end < 0) return -1;`,
    code`  ${placeOf(field)}.from = aside;`,
    code`  aside = ${placeOf(field)}.to = end;`,
    ...keyLines(field, context),
  ]);
  const added = stages.added.flatMap((field) => emitAppend(field, context));
  return [
    code`/** Computes the fields that read later ones, and adds the rest of the message. */
function appendLate(from: number): number {
  let length = from;
${computed.length === 0 ? nothing : code`  let end = 0;\n${computed}\n  length = from;\n`}${added}
  return length;
}`,
  ];
}

/** Returns the statements that set the place of a key's value to that of the field. */
function keyLines(field: FieldPlan, { plan }: FastContext): Code[] {
  if (!plan.key.includes(plan.fields.indexOf(field))) return [];
  const key = name(`${field.key}Key`);
  return [code`  ${key}.from = ${placeOf(field)}.from;`, code`  ${key}.to = ${placeOf(field)}.to;`];
}

import { withoutComputed } from '../../pipeline/1-read/without-computed.ts';
import type { Spec } from '../../pipeline/1-read/spec-shape.ts';
import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import { describeExpression } from '../../language/expressions/sentence.ts';
import type { ExpressionPlan, FieldPlan, IssuePlan, Plan, RelationPlan } from '../../language/plan/plan.ts';
import { kindOf } from '../../language/masks/mask-kinds.ts';
import { describeCondition } from '../../language/rules/condition.ts';
import { demandOf, ruleKinds } from '../../language/rules/rule-kinds.ts';
import { typeKinds } from '../../language/types/type-kinds.ts';
import { codeSpan, plain, table } from '../../language/formats/model/markdown.ts';

/** Returns a table of the fields: where they are, their types and their corrections. */
export function describeFields(spec: Spec, { fields }: Plan): string {
  const isPublished = fields.every((field) => field.isPublished);
  const own = fields.filter(({ isMaskedText }) => !isMaskedText);
  const titles = [
    formatKinds[spec.format].text.placeTitle,
    ...['Field', 'Type', 'Required', 'Corrections', 'Sensitive', ...(isPublished ? [] : ['Published'])],
  ];
  const inFile = withoutComputed(spec);
  const rows = own.map((field) => [
    describePlace(field, inFile),
    codeSpan(field.name),
    plain(typeKinds[field.type].sentence(field.operand)),
    field.isNeverNull ? 'yes' : field.requiredRules.length > 0 ? 'yes, but the message may contain null' : '',
    plain(
      field.corrections
        .map(({ correctionType, operand }) => correctionKinds[correctionType].sentence(operand))
        .join(', then '),
    ),
    field.sensitive ? 'yes' : '',
    ...(isPublished ? [] : [describePublishing(field, fields)]),
  ]);
  return table(titles, rows);
}

/** Describes what the message contains of a field. */
function describePublishing(field: FieldPlan, fields: readonly FieldPlan[]): string {
  if (field.mask === null) return field.isPublished ? 'yes' : 'no';
  const masked = fields.find(({ isMaskedText, messageName }) => isMaskedText && messageName === field.name);
  if (masked?.isPublished !== true) return 'no';
  return plain(`masked: ${kindOf(field.mask).sentence(field.mask.operand)}`);
}

/** Describes where the value of a field comes from. */
function describePlace({ name, computed, title }: FieldPlan, inFile: Spec): string {
  if (title !== null) return `line ${title.line} of the file: the group in ${codeSpan(title.pattern)}`;
  return computed === null ? placeOf(inFile, name) : describeComputed(computed);
}

/** Describes where the value of a computed field comes from: its expression, and what it means in words. */
function describeComputed({ text, expression }: ExpressionPlan): string {
  return `computed: ${codeSpan(text)} (${plain(describeExpression(expression))})`;
}

function placeOf(spec: Spec, name: string): string {
  const index = spec.fields.findIndex((field) => field.name === name);
  const from = spec.fields[index]?.from;
  return from === undefined ? formatKinds[spec.format].text.place(spec, index) : `copied from ${codeSpan(from)}`;
}

/** Returns what texts of the types of the fields look like. */
export function describeTypes({ fields }: Plan): string {
  const used = [...new Set(fields.map(({ type }) => type))];
  return used.map((type) => `- ${type}: ${typeKinds[type].text.looks}`).join('\n');
}

/** Returns the rules of the fields as a table, after a heading. Empty if there are none. */
export function describeRules({ fields }: Plan, heading: string): string[] {
  const rows = fields.flatMap((field) => [
    ...field.requiredRules.map((rule) => describeRule(field, 'must be present', rule)),
    ...field.rules.map((rule) => describeRule(field, `must ${ruleKinds[rule.ruleType].demand(rule.operand)}`, rule)),
    ...field.relations.map((rule) => describeRule(field, describeRelation(rule), rule)),
  ]);
  return rows.length === 0 ? [] : [heading, table(['Field', 'Rule', 'Severity', 'Message', 'Rule id'], rows)];
}

/** Returns what the severities mean, and how a text is reported that is not of its type. */
export function describeSeverities({ fields }: Plan): string[] {
  const severities = [
    '- FATAL: the record is rejected.',
    '- ERROR: the record is rejected if the receiver skips invalid records. Otherwise it is accepted, and the issue is reported.',
    '- WARNING: the record is accepted, and the issue is reported.',
  ].join('\n');
  return [describeMismatch(fields[0]?.typeIssue.severity ?? 'FATAL'), severities];
}

function describeRelation({ ruleType, operand, when }: RelationPlan): string {
  const demand = demandOf(ruleType, operand);
  return when === null ? demand : `${demand} ${describeCondition(when)}`;
}

function describeMismatch(severity: IssuePlan['severity']): string {
  const sentence = `A text that is not of its field’s type is reported as ${severity} (\`TYPE_MISMATCH\`).`;
  return severity === 'FATAL' ? sentence : `${sentence} If the record is accepted, its message contains null instead.`;
}

/** Returns the table cells of a rule. Its message is shown only if it differs from the default. */
function describeRule({ name }: FieldPlan, demand: string, { ruleId, severity, message }: IssuePlan): string[] {
  const isOwn = message !== `${name} ${demand}` && message !== `${name} is required`;
  return [codeSpan(name), plain(demand), severity, isOwn ? plain(message) : '', codeSpan(ruleId ?? '')];
}

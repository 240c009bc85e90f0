import type { Spec } from '../1-read/spec-shape.ts';
import { createPlan } from '../3-plan/create-plan.ts';
import { describeCondition } from '../rules/condition.ts';
import type { FieldPlan, IssuePlan, Plan, RelationPlan } from '../plan/plan.ts';
import { correctionKinds } from '../corrections/correction-kinds.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { describeFile } from './describe-file.ts';
import { codeSpan, fence, plain, table } from './markdown.ts';

/** A valid file with one record, and the message of that record. */
export interface SpecExample {
  readonly file: string;
  /** The message as JSON text: one flat object. */
  readonly message: string;
}

/**
 * Returns a Markdown page for the senders of files: format, fields, rules and an example. The example is left out if
 * `example` is null or its file is longer than MAX_EXAMPLE_LENGTH. The spec must have no errors.
 */
export function describeSpec(spec: Spec, example: SpecExample | null): string {
  const plan = createPlan(spec, '');
  const parts = [
    `# ${plain(spec.name)}`,
    ...(spec.description === undefined ? [] : [plain(spec.description)]),
    '## The file',
    describeFile(spec)
      .map((line) => `- ${line}`)
      .join('\n'),
    '## The fields',
    describeFields(spec, plan),
    describeTypes(plan),
    ...describeRules(plan),
    ...describeExample(example, spec),
  ];
  return `${parts.join('\n\n')}\n`;
}

function describeFields(spec: Spec, { fields }: Plan): string {
  const titles = [
    spec.format === 'XML' ? 'Path' : spec.format === 'CSV' ? 'Column' : 'Characters',
    'Field',
    'Type',
    'Required',
    'Corrections',
    'Sensitive',
  ];
  const rows = fields.map((field, at) => [
    placeOf(spec, at),
    codeSpan(field.name),
    plain(typeKinds[field.type].sentence(field.operand)),
    field.isNeverNull ? 'yes' : field.requiredRules.length > 0 ? 'yes, but the message may contain null' : '',
    plain(
      field.corrections
        .map(({ correctionType, operand }) => correctionKinds[correctionType].sentence(operand))
        .join(', then '),
    ),
    field.sensitive ? 'yes' : '',
  ]);
  return table(titles, rows);
}

function placeOf({ format, fields, hasHeader = true, columnMatch }: Spec, at: number): string {
  const field = fields[at];
  if (field === undefined) return '';
  if (format === 'XML') return codeSpan(field.columnName ?? field.name);
  if (format === 'CSV')
    return (columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME'
      ? codeSpan(field.columnName ?? field.name)
      : String(at + 1);
  const { start = 1, length = 1, align = 'LEFT', padChar = ' ' } = field;
  const side = align === 'LEFT' ? 'left-aligned' : 'right-aligned';
  return `${start} to ${start + length - 1}, ${side}${padChar === ' ' ? '' : `, padded with ${codeSpan(padChar)}`}`;
}

const TYPES: Readonly<Record<FieldPlan['type'], string>> = {
  STRING: 'any text',
  INTEGER: 'digits, with or without a sign',
  DECIMAL:
    'digits, with or without decimals, without an exponent; the decimal separator is `.` unless stated otherwise',
  DATE: 'an existing date, written as `yyyy-MM-dd` unless stated otherwise (letters of Java’s DateTimeFormatter)',
  BOOLEAN: '`true` or `false` in upper or lower case, unless stated otherwise',
};

function describeTypes({ fields }: Plan): string {
  const used = [...new Set(fields.map(({ type }) => type))];
  return used.map((type) => `- ${type}: ${TYPES[type]}`).join('\n');
}

function describeRules({ fields }: Plan): string[] {
  const rows = fields.flatMap((field) => [
    ...field.requiredRules.map((rule) => describeRule(field, 'must be present', rule)),
    ...field.rules.map((rule) => describeRule(field, `must ${ruleKinds[rule.ruleType].demand(rule.operand)}`, rule)),
    ...field.relations.map((rule) => describeRule(field, describeRelation(rule), rule)),
  ]);
  const severities = [
    '- FATAL: the record is rejected.',
    '- ERROR: the record is rejected if the receiver skips invalid records. Otherwise it is accepted, and the issue is reported.',
    '- WARNING: the record is accepted, and the issue is reported.',
  ].join('\n');
  const mismatch = describeMismatch(fields[0]?.typeIssue.severity ?? 'FATAL');
  return [
    '## The rules',
    ...(rows.length === 0 ? [] : [table(['Field', 'Rule', 'Severity', 'Message', 'Rule id'], rows)]),
    mismatch,
    severities,
  ];
}

function describeRelation({ ruleType, operand, when }: RelationPlan): string {
  const demand = ruleType === 'REQUIRED' ? 'is required' : `must ${ruleKinds[ruleType].demand(operand)}`;
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

/** The maximum length of an example in characters. */
const MAX_EXAMPLE_LENGTH = 10_000;

function describeExample(example: SpecExample | null, { format }: Spec): string[] {
  if (example === null || example.file.length > MAX_EXAMPLE_LENGTH) return [];
  return [
    '## Example',
    fence(example.file, format === 'XML' ? 'xml' : 'text'),
    'The record of this file becomes the message:',
    fence(indented(example.message), 'json'),
  ];
}

/** Formats a flat JSON object with one member per line. Numbers are not changed. */
function indented(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{},:]|[^{},:"]+/g) ?? [];
  const breaks: Readonly<Record<string, string>> = { '{': '{\n  ', '}': '\n}', ',': ',\n  ', ':': ': ' };
  return tokens.map((token) => breaks[token] ?? token).join('');
}

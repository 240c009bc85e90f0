import type { Spec } from '../1-read/spec-shape.ts';
import { makePlan } from '../3-plan/make-plan.ts';
import type { FieldPlan, IssuePlan, Plan } from '../3-plan/plan.ts';
import { correctionKinds } from '../corrections/correction-kinds.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { describeFile } from './describe-file.ts';
import { codeSpan, fence, plain, table } from './markdown.ts';

/** A good file and the message that its record becomes. */
export interface SpecExample {
  readonly file: string;
  /** JSON: one flat object. */
  readonly message: string;
}

/** What to hand to those who send the files, in Markdown: format, fields, rules in words, an example. The spec has no errors. */
export function describeSpec(spec: Spec, example: SpecExample | null): string {
  const plan = makePlan(spec, '');
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
    'Due',
    'What is mended before it is judged',
    'Confidential',
  ];
  const rows = fields.map((field, at) => [
    placeOf(spec, at),
    codeSpan(field.name),
    plain(typeKinds[field.type].sentence(field.operand)),
    field.requiredRules.length > 0 ? 'yes' : '',
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
  const side = align === 'LEFT' ? 'left' : 'right';
  return `${start} to ${start + length - 1}, ${side}${padChar === ' ' ? '' : `, padded with ${codeSpan(padChar)}`}`;
}

const TYPES: Readonly<Record<FieldPlan['type'], string>> = {
  STRING: 'any text',
  INTEGER: 'digits, with a sign or without',
  DECIMAL: 'digits with decimals or without, no exponent; `.` stands before the decimals where nothing else is said',
  DATE: 'a day that exists, as `yyyy-MM-dd` (in the letters of Java’s DateTimeFormatter) where nothing else is said',
  BOOLEAN: '`true` or `false`, in any case, where nothing else is said',
};

function describeTypes({ fields }: Plan): string {
  const used = [...new Set(fields.map(({ type }) => type))];
  return used.map((type) => `- ${type}: ${TYPES[type]}`).join('\n');
}

function describeRules({ fields }: Plan): string[] {
  const rows = fields.flatMap((field) => [
    ...field.requiredRules.map((rule) => describeRule(field, 'must be there', rule)),
    ...field.rules.map((rule) => describeRule(field, `must ${ruleKinds[rule.ruleType].demand(rule.operand)}`, rule)),
  ]);
  const severities = [
    '- FATAL: the record is refused.',
    '- ERROR: the record is refused where invalid ones are skipped, else it is taken and told.',
    '- WARNING: the record is taken and told.',
  ].join('\n');
  const mismatch = `A text that is not of its field’s type is told as ${fields[0]?.typeIssue.severity ?? 'ERROR'} (\`TYPE_MISMATCH\`).`;
  return [
    '## The rules',
    ...(rows.length === 0
      ? []
      : [table(['Field', 'Rule', 'Severity', 'In the words of those who receive it', 'Id'], rows)]),
    mismatch,
    severities,
  ];
}

/** Its message is told where it says more than the rule itself. */
function describeRule({ name }: FieldPlan, demand: string, { ruleId, severity, message }: IssuePlan): string[] {
  const isOwn = message !== `${name} ${demand}` && message !== `${name} is required`;
  return [codeSpan(name), plain(demand), severity, isOwn ? plain(message) : '', codeSpan(ruleId ?? '')];
}

/** An example longer than this helps nobody. */
const LONGEST_EXAMPLE = 10_000;

function describeExample(example: SpecExample | null, { format }: Spec): string[] {
  if (example === null || example.file.length > LONGEST_EXAMPLE) return [];
  return [
    '## An example',
    fence(example.file, format === 'XML' ? 'xml' : 'text'),
    'becomes',
    fence(indented(example.message), 'json'),
  ];
}

/** A flat JSON object with a line for each member; numbers stay as they are written. */
function indented(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{},:]|[^{},:"]+/g) ?? [];
  const breaks: Readonly<Record<string, string>> = { '{': '{\n  ', '}': '\n}', ',': ',\n  ', ':': ': ' };
  return tokens.map((token) => breaks[token] ?? token).join('');
}

import type { CorrectionPlan, FieldPlan, IssuePlan } from '../plan/plan.ts';
import { correctionKinds } from '../corrections/correction-kinds.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { dayReaderName } from '../types/date.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { type Code, code, commentText, literal, name } from '../code/literal.ts';
import { sentenceOf } from './record-interface.ts';
import type { Scope } from '../code/scope.ts';
import { functionStatement, type Statement } from '../code/statements.ts';

/**
 * Emits everything for one field: its issues, and the functions that read it, check its rules, and check it in a plain
 * object.
 */
export function emitField(field: FieldPlan, scope: Scope): Statement[] {
  const type = typeKinds[field.type];
  return [
    ...emitIssues(field, scope),
    ...field.corrections.flatMap(({ correctionType, operand, declares }) =>
      correctionKinds[correctionType].declare(operand, declares, scope),
    ),
    ...field.rules.flatMap(({ ruleType, operand, declares }) => ruleKinds[ruleType].declare(operand, declares, scope)),
    ...type.declare(field.operand, field.functionName, scope),
  ]
    .map(({ source }) => source as Statement)
    .concat(emitReader(field, scope), hasRules(field) ? [emitJudge(field, scope)] : [], emitCheck(field, scope));
}

/** Returns the call that reads the field from its cell. */
export function callReader(field: FieldPlan, cell: Code): Code {
  return code`${name(`read${field.functionName}`)}(${cell}${readerReports(field) ? code`, record` : code``})`;
}

/** Returns the type of the field's value inside the module. Numbers are strings of digits. */
export function readerType({ type }: FieldPlan): Code {
  return type === 'BOOLEAN' ? code`boolean | null` : code`string | null`;
}

/** Emits the location of the field's issues, and one constant per issue. */
function emitIssues(field: FieldPlan, scope: Scope): Code[] {
  const place = code`// ${commentText(field.name)}\nconst ${name(field.placeConstant)} = { field: ${literal(field.name)}, column: ${literal(field.column)} };`;
  const issues = [field.typeIssue, ...field.requiredRules, ...field.rules].map((issue) =>
    emitIssue(issue, field, scope),
  );
  return [place, ...issues];
}

function emitIssue(
  { constant, severity, code: issueCode, ruleId, message }: IssuePlan,
  { placeConstant }: FieldPlan,
  scope: Scope,
): Code {
  const id = ruleId === null ? code`null` : literal(ruleId);
  const members = code`severity: ${literal(severity)}, code: ${literal(issueCode)}, ruleId: ${id}, message: ${literal(message)}`;
  return code`const ${name(constant)}: ${scope.useType('Rule')} = { ...${name(placeConstant)}, ${members} };`;
}

function hasRules({ rules, requiredRules }: FieldPlan): boolean {
  return rules.length + requiredRules.length > 0;
}

/** Returns whether reading the field can report or correct anything. */
function readerReports(field: FieldPlan): boolean {
  return field.type !== 'STRING' || field.corrections.length > 0 || hasRules(field);
}

function emitReader(field: FieldPlan, scope: Scope): Statement {
  const cell = { name: 'cell', type: code`string | undefined` };
  return functionStatement({
    name: name(`read${field.functionName}`),
    doc: commentText(`${field.name}, from the column ${JSON.stringify(field.column)}: ${sentenceOf(field)}`),
    parameters: readerReports(field) ? [cell, { name: 'record', type: scope.useType('RecordReport') }] : [cell],
    returns: readerType(field),
    body: [...emitCorrections(field, scope), ...emitTyping(field, scope)],
  });
}

/** Emits the statements from the cell to the corrected text. */
function emitCorrections(field: FieldPlan, scope: Scope): Code[] {
  if (field.corrections.length === 0) return [code`const text = textOrNull(cell);`];
  const grows = field.corrections.some(({ correctionType }) => correctionKinds[correctionType].grows);
  return [
    code`let text = textOrNull(cell);`,
    ...field.corrections.map((correction) => emitCorrection(correction, field, scope)),
    ...(grows
      ? [
          code`if (record.isTooLong(text)) return record.addLimitIssue(${scope.use('TOO_LONG')}, ${name(field.placeConstant)}, text);`,
        ]
      : []),
    ...(field.type === 'STRING' ? [] : [code`text = textOrNull(text);`]),
  ];
}

function emitCorrection({ correctionType, operand, declares }: CorrectionPlan, field: FieldPlan, scope: Scope): Code {
  const kind = correctionKinds[correctionType];
  const corrected = kind.correct(operand, code`text`, declares, scope);
  if (kind.actsOn === 'NULL')
    return code`if (text === null || ${scope.use('isBlank')}(text)) text = record.noteCorrection(text, ${corrected});`;
  if (!kind.mayFail) return code`if (text !== null) text = record.noteCorrection(text, ${corrected});`;
  return code`if (text !== null) {
  const corrected = ${corrected};
  if (typeof corrected !== 'string') return record.addLimitIssue(corrected, ${name(field.placeConstant)}, text);
  text = record.noteCorrection(text, corrected);
}`;
}

/** Emits the statements from the corrected text to the checked value. */
function emitTyping(field: FieldPlan, scope: Scope): Code[] {
  if (field.type === 'STRING')
    return [code`return ${emitChecked(field, field.corrections.length > 0 ? code`textOrNull(text)` : code`text`)};`];
  const read = typeKinds[field.type].read(field.operand, code`bare`, field.functionName, scope);
  return [
    code`const bare = text === null ? null : ${scope.use('trimToNull')}(text);`,
    code`if (bare === null) return ${emitChecked(field, code`null`)};`,
    code`const value = ${read};`,
    code`return value === null ? ${emitReportMethod(field)}(${name(field.typeIssue.constant)}, text) : ${emitChecked(field, code`value`)};`,
  ];
}

/** Returns the call that checks the rules of a value, or the value if there are no rules. */
function emitChecked(field: FieldPlan, value: Code): Code {
  return hasRules(field) ? code`${name(`judge${field.functionName}`)}(${value}, record)` : value;
}

/** Returns the method that reports an issue. For a sensitive field, it stores only the length of the value. */
function emitReportMethod({ sensitive }: FieldPlan): Code {
  return sensitive ? code`record.addMaskedIssue` : code`record.addIssue`;
}

function emitJudge(field: FieldPlan, scope: Scope): Statement {
  const required = field.requiredRules.map(({ constant }) => code`  record.addIssue(${name(constant)}, null);`);
  const whenNull =
    required.length === 0
      ? code`if (value === null) return null;`
      : code`if (value === null) {\n${required}\n  return null;\n}`;
  const rules = emitRules(field, scope);
  return functionStatement({
    name: name(`judge${field.functionName}`),
    doc: commentText(`The rules of ${field.name}.`),
    parameters: [
      { name: 'value', type: readerType(field) },
      { name: 'record', type: scope.useType('RecordReport') },
    ],
    returns: readerType(field),
    body: [whenNull, ...rules, code`return value;`],
  });
}

function emitRules(field: FieldPlan, scope: Scope): Code[] {
  const text = field.type === 'BOOLEAN' ? code`text` : code`value`;
  const day = code`day`;
  const broken = field.rules.map((rule) => {
    const condition = ruleKinds[rule.ruleType].isBroken(rule.operand, { text, day }, rule.declares, scope);
    return code`if (${condition}) ${emitReportMethod(field)}(${name(rule.constant)}, ${text});`;
  });
  const setUp = [
    ...(field.type === 'BOOLEAN' && broken.length > 0 ? [code`const text = String(value);`] : []),
    ...(field.rules.some(({ ruleType }) => ruleKinds[ruleType].needsDay)
      ? [code`const day = ${name(dayReaderName(field.functionName))}(value);`]
      : []),
  ];
  return [...setUp, ...broken];
}

/** Emits the function that checks the field in a plain object. */
function emitCheck(field: FieldPlan, scope: Scope): Statement {
  const read = typeKinds[field.type].readInputValue(field.operand, code`inputValue`, field.functionName, scope);
  return functionStatement({
    name: name(`check${field.functionName}`),
    doc: commentText(`${field.name} in a plain object.`),
    parameters: [
      { name: 'inputValue', type: code`unknown` },
      { name: 'record', type: scope.useType('RecordReport') },
    ],
    returns: code`void`,
    body: [
      code`const value = ${read};`,
      code`if (value === undefined) ${emitReportMethod(field)}(${name(field.typeIssue.constant)}, ${scope.use('describeValue')}(inputValue));`,
      ...(hasRules(field) ? [code`else ${emitChecked(field, code`value`)};`] : []),
    ],
  });
}

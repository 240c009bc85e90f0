import { type Code, code, commentText, join, name } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../emitting/code/statements.ts';
import { correctionKinds } from '../corrections/correction-kinds.ts';
import type { CorrectionPlan, FieldPlan } from '../plan/plan.ts';
import type { PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import type { DateConversion } from '../corrections/correction-kind.ts';
import { dayParser } from '../types/date.ts';
import { typeKinds } from '../types/type-kinds.ts';
import { sentenceOf } from './record-interface.ts';
import { readerType, reportFunction } from './report.ts';
import { callNullValidator, callValidator, hasRules } from './validator.ts';

/**
 * Returns the careful reader of a field: the function that converts the text of its cell to a value. `source` names the
 * column or path in its docstring.
 */
export function emitReader(field: FieldPlan, source: string, scope: Scope): Statement {
  const cell = { name: 'cell', type: code`string | undefined` };
  return functionStatement({
    name: name(`read${field.functionName}`),
    doc: commentText(`Reads ${field.name} from ${source}: ${sentenceOf(field)}`),
    parameters: canReport(field) ? [cell, { name: 'record', type: scope.useType('RecordReport') }] : [cell],
    returns: readerType(field),
    body: typeKinds[field.type].isText ? emitText(field, scope) : emitTyped(field, scope),
  });
}

/** Returns whether the careful reader of the field can report an issue or count a correction. */
export function canReport(field: FieldPlan): boolean {
  return !typeKinds[field.type].isText || field.corrections.length > 0 || hasRules(field);
}

function emitText(field: FieldPlan, scope: Scope): Code[] {
  if (field.corrections.length === 0) return [code`return ${callValidator(field, code`textOrNull(cell)`)};`];
  return [...emitCorrections(field, scope), code`return ${callValidator(field, code`textOrNull(text)`)};`];
}

/** Returns the statements that convert the text of a cell to a value, for all types except STRING. */
function emitTyped(field: FieldPlan, scope: Scope): Code[] {
  const isCorrected = field.corrections.length > 0;
  const text = isCorrected
    ? [...emitCorrections(field, scope), code`text = textOrNull(text);`]
    : [code`const text = textOrNull(cell);`];
  return [
    ...text,
    code`const bare = text === null ? null : ${scope.use('trimToNull')}(text);`,
    code`if (bare === null) return ${callNullValidator(field, code`null`)};`,
    ...emitParsed(field, scope),
  ];
}

function emitParsed(field: FieldPlan, scope: Scope): Code[] {
  const dates = typeKinds[field.type].datePlan(field.operand);
  return dates === null ? emitValue(field, scope) : emitDate(field, dates, scope);
}

function emitValue(field: FieldPlan, scope: Scope): Code[] {
  const read = typeKinds[field.type].read(field.operand, code`bare`, scope);
  return [
    code`const value = ${read};`,
    code`return value === null ? ${emitTypeIssue(field)} : ${callValidator(field, code`value`)};`,
  ];
}

/** Emits statements that parse a date once and pass the day to its rules. */
function emitDate(field: FieldPlan, dates: PlannedPattern, scope: Scope): Code[] {
  const parse = code`${dayParser(dates, scope)}(bare)`;
  const isKnown = field.corrections.some((one) => knowsDay(field, one, scope));
  const day = isKnown ? code`if (Number.isNaN(day)) day = ${parse};` : code`const day = ${parse};`;
  return [day, code`return Number.isNaN(day) ? ${emitTypeIssue(field)} : ${callValidator(field, code`bare`)};`];
}

function emitTypeIssue(field: FieldPlan): Code {
  return code`${reportFunction(field)}(${name(field.typeIssue.constant)}, text)`;
}

/** Returns the statements that correct the text of a cell. */
function emitCorrections(field: FieldPlan, scope: Scope): Code[] {
  const canGrow = field.corrections.some(({ correctionType }) => correctionKinds[correctionType].grows);
  return [
    code`let text = textOrNull(cell);`,
    ...(field.corrections.some((one) => knowsDay(field, one, scope)) ? [code`let day = NaN;`] : []),
    ...field.corrections.map((correction) => emitCorrection(correction, field, scope)),
    ...(canGrow ? [code`if (record.isTooLong(text)) return ${emitLimitIssue(field, scope.use('TOO_LONG'))};`] : []),
  ];
}

function emitCorrection(correction: CorrectionPlan, field: FieldPlan, scope: Scope): Code {
  const { correctionType, operand, declares } = correction;
  const kind = correctionKinds[correctionType];
  const conversion = convertDate(correction, field, scope);
  if (conversion !== null)
    return emitConversion(conversion, { field, isDayKnown: knowsDay(field, correction, scope) }, scope);
  const corrected = kind.correct(operand, code`text`, declares, scope);
  if (kind.actsOn === 'NULL')
    return code`if (text === null || ${scope.use('isBlank')}(text)) text = record.noteCorrection(text, ${corrected});`;
  if (correction.mismatch !== null)
    return code`if (text !== null) {
  const corrected = ${corrected};
  if (corrected === undefined) return ${reportFunction(field)}(${name(correction.mismatch.constant)}, text);
  text = record.noteCorrection(text, corrected);
}`;
  if (!kind.mayFail) return code`if (text !== null) text = record.noteCorrection(text, ${corrected});`;
  return code`if (text !== null) {
  const corrected = ${corrected};
  if (typeof corrected !== 'string') return ${emitLimitIssue(field, code`corrected`)};
  text = record.noteCorrection(text, corrected);
}`;
}

/**
 * Returns the call that reports that a correction exceeded a limit, after which the value is null. If null is FATAL in
 * the field, the call also reports the REQUIRED rules, so the record fails.
 */
function emitLimitIssue(field: FieldPlan, limit: Code): Code {
  const report = code`record.addLimitIssue(${limit}, ${name(field.columnConstant)}, text)`;
  const isNullFatal = field.requiredRules.some(({ severity }) => severity === 'FATAL');
  return isNullFatal ? callNullValidator(field, report) : report;
}

/**
 * Returns the statement that converts a date. Unless `keepsOthers`, it reports a text that fits no source format and
 * returns from the reader.
 */
function emitConversion(
  { parsers, format, keepsOthers }: DateConversion,
  { field, isDayKnown }: { field: FieldPlan; isDayKnown: boolean },
  scope: Scope,
): Code {
  const date = join(
    parsers.map((parse) => code`${parse}(text)`),
    ' ?? ',
  );
  const convert = [
    code`text = record.noteCorrection(text, ${format}(date));`,
    ...(isDayKnown ? [code`day = ${scope.use('toEpochDay')}(date.year, date.month, date.day);`] : []),
  ];
  if (keepsOthers)
    return code`if (text !== null) {
  const date = ${date};
  if (date !== null) {
${convert.map((line) => code`    ${line}`)}
  }
}`;
  return code`if (text !== null && !${scope.use('isBlank')}(text)) {
  const date = ${date};
  if (date === null) return ${emitTypeIssue(field)};
${convert.map((line) => code`  ${line}`)}
}`;
}

/**
 * Returns whether the day that a correction parses is still the day of the field's value at the end. The correction and
 * all later ones must convert dates without changing the day, or apply only to null.
 */
function knowsDay(field: FieldPlan, correction: CorrectionPlan, scope: Scope): boolean {
  const rest = field.corrections.slice(field.corrections.indexOf(correction));
  return (
    convertDate(correction, field, scope) !== null &&
    rest.every(
      (one) =>
        correctionKinds[one.correctionType].actsOn === 'NULL' || convertDate(one, field, scope)?.keepsDay === true,
    )
  );
}

function convertDate(
  { correctionType, operand }: CorrectionPlan,
  { type, operand: own }: FieldPlan,
  scope: Scope,
): DateConversion | null {
  const dates = typeKinds[type].datePlan(own);
  return dates === null ? null : correctionKinds[correctionType].convertDate(operand, dates.pattern, scope);
}

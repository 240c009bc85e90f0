import type { CsvPlan, FieldPlan, Plan } from '../3-plan/plan.ts';
import type { Statement } from './emit-module.ts';
import { callReader, readerType } from './field.ts';
import { type Code, code, join, literal, literals, name, ownKey } from './literal.ts';
import type { Scope } from './scope.ts';
import { functionStatement } from './statements.ts';

/** How the records of a CSV file are found, and which cell goes to which field. */
export function emitCsv(plan: Plan, csv: CsvPlan, scope: Scope): Statement[] {
  return [
    emitNullTexts(plan.nullTexts),
    emitColumns(plan.fields, csv, scope).source,
    emitDialect(csv, scope).source,
    emitValues(plan.fields).source,
    emitReadRecord(plan.fields, scope),
    emitRecords(plan, scope),
  ];
}

function emitNullTexts(texts: readonly string[]): Statement {
  const isNull = join(texts.map((text) => code`cell === ${literal(text)}`), ' || ');
  return functionStatement({
    name: code`textOrNull`,
    doc: code`The text of a cell; null where it is missing or means null.`,
    parameters: [{ name: 'cell', type: code`string | null | undefined` }],
    returns: code`string | null`,
    body: [code`return cell === undefined || cell === null || ${isNull} ? null : cell;`],
  });
}

function emitColumns(fields: readonly FieldPlan[], { columns }: CsvPlan, _scope: Scope): Code {
  if (columns.kind === 'PLACED') {
    const places = fields.map(({ key }, place) => code`  ${name(key)}: ${place},`);
    return code`/** Where the fields stand in a record, from 0. */\nconst columns = {\n${places}\n};`;
  }
  const lines = Object.entries(columns.named).map(
    ([key, { column, field, required }]) =>
      code`  ${name(key)}: { column: ${literal(column)}, field: ${field === null ? code`null` : literal(field)}, required: ${required ? code`true` : code`false`} },`,
  );
  return code`/** The columns that the header must name. */\nconst columns = {\n${lines}\n};`;
}

function emitDialect({ dialect, columns }: CsvPlan, scope: Scope): Code {
  const setting = (value: string | number | boolean | null) =>
    value === null ? code`null` : typeof value === 'string' ? literal(value) : typeof value === 'number' ? code`${value}` : value ? code`true` : code`false`;
  const { recordWhen, ...settings } = dialect;
  const lines = Object.entries(settings).map(([key, value]) => code`  ${ownKey(key)}: ${setting(value)},`);
  const where = columns.kind === 'NAMED' ? code`{ named: columns }` : code`{ places: columns, width: ${columns.width} }`;
  const when = recordWhen === null ? code`null` : code`{ column: ${setting(recordWhen.column)}, values: ${literals(recordWhen.values)} }`;
  return code`/** How the records stand in the file. */
const dialect: Omit<${scope.useType('CsvDialect')}, 'maxRecordBytes'> = {
${lines}
  columns: ${where},
  recordWhen: ${when},
};`;
}

function emitValues(fields: readonly FieldPlan[]): Code {
  return code`/** The values of a record as they are read: numbers as their digits. */
interface Values {
${fields.map((field) => code`  ${name(field.key)}: ${readerType(field)};`)}
}`;
}

function emitReadRecord(fields: readonly FieldPlan[], scope: Scope): Statement {
  const values = fields.map((field) => code`  ${name(field.key)}: ${callReader(field, code`cells[at.${name(field.key)}]`)},`);
  return functionStatement({
    name: code`readRecord`,
    doc: code`Corrects, types and judges one record, field by field.`,
    parameters: [
      { name: '{ cells, at }', type: code`${scope.useType('CsvRow')}<keyof typeof columns>` },
      { name: 'record', type: scope.useType('RecordReport') },
    ],
    returns: code`Values`,
    body: [code`return {\n${values}\n};`],
  });
}

function emitRecords({ encoding, maxRecordBytes }: Plan, scope: Scope): Statement {
  const input = encoding === 'utf-8' ? code`${scope.use('utf8Input')}(options.from)` : code`${scope.use('decodedInput')}(${literal(encoding)}, options.from)`;
  return functionStatement({
    name: code`records`,
    doc: code`Splits a file into records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('CsvRecords')}<keyof typeof columns>`,
    body: [
      code`const maxRecordBytes = ${scope.use('recordLimit')}(${maxRecordBytes}, options);`,
      code`return ${scope.use('csvRecords')}({ ...dialect, maxRecordBytes }, ${input}, options.from);`,
    ],
  });
}

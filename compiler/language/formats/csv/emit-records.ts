import { type Code, code, literal, literals, name, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import type { RawRecord } from '../../fields/read-record.ts';
import { type FieldPlan, hasPlace, type Plan } from '../../plan/plan.ts';
import { emitInput } from '../model/input.ts';
import { emitSetting, emitSettings } from '../model/settings.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import { emitTitles } from '../model/emit-titles.ts';
import { emitConditions } from '../model/emit-conditions.ts';
import { AUTO, type CsvPlan, findColumn } from './plan.ts';

/** Returns the parameter of the function that reads a record, and the expressions for its cells. */
export function createRawRecord(constant: Code, scope: Scope): RawRecord {
  return {
    raw: { name: '{ cells, at }', type: code`${scope.useType('CsvRecord')}<keyof typeof ${constant}>` },
    cellOf: ({ key }) => code`cells[at.${name(key)}]`,
    isMissing: ({ key }) => code`cells[at.${name(key)}] === undefined`,
  };
}

/** Emits a constant with the columns of the fields. */
export function emitColumns(fields: readonly FieldPlan[], { columns }: CsvPlan, constant: Code): Code {
  if (columns.kind === 'PLACED') {
    const read = fields.filter(hasPlace);
    const places = read.map(({ key }, place) => code`  ${name(key)}: ${place},`);
    return code`/** The column of each field, from 0. */\nconst ${constant} = {\n${places}\n};`;
  }
  const lines = Object.entries(columns.named).map(
    ([key, { column, field, required }]) =>
      code`  ${name(key)}: { column: ${typeof column === 'string' ? literal(column) : literals(column)}, field: ${literal(field)}, required: ${required ? code`true` : code`false`} },`,
  );
  return code`/** The column names of the fields in the header. */\nconst ${constant} = {\n${lines}\n};`;
}

/** Emits the constant `dialect`: the settings for splitting a file into records. */
export function emitDialect({ dialect, columns, conditions, titles = [] }: CsvPlan, scope: Scope): Code {
  const { recordWhen, ignoredColumns, ...settings } = dialect;
  const when =
    recordWhen === null
      ? code`null`
      : code`{ column: ${emitSetting(recordWhen.column)}, values: ${literals(recordWhen.values)}${emitAll(conditions, scope)} }`;
  return code`/** The CSV dialect of the file. */
const dialect: Omit<${scope.useType('CsvDialect')}, 'maxRecordBytes' | 'maxColumns'> = {
${emitSettings(settings)}${emitIgnored(ignoredColumns)}${emitTitles({ titles }, scope)}
  columns: ${emitColumnsSetting(columns, code`columns`)},
  recordWhen: ${when},
};`;
}

function emitAll(conditions: readonly ConditionPlan[] | undefined, scope: Scope): Code {
  return conditions === undefined ? nothing : code`, all: ${emitCsvConditions(conditions, scope)}`;
}

/** Emits conditions for the cells of columns. */
export function emitCsvConditions(conditions: readonly ConditionPlan[], scope: Scope, indent?: Code): Code {
  return emitConditions(conditions, ({ column }) => code`column: ${emitSetting(findColumn(column))}`, scope, indent);
}

/** Emits the names of the columns that get no warning. */
export function emitIgnored(names: readonly string[] | undefined): Code {
  return names === undefined ? nothing : code`\n  ignoredColumns: ${literals(names)},`;
}

/** Returns the setting for where the columns are. `constant` names the columns of the fields. */
export function emitColumnsSetting(columns: CsvPlan['columns'], constant: Code): Code {
  return columns.kind === 'NAMED'
    ? code`{ named: ${constant} }`
    : code`{ indexes: ${constant}, width: ${columns.width} }`;
}

/** Emits the function `records`, which creates the source of a file's records. */
export function emitRecords(
  { encoding, maxRecordBytes, fields }: Plan,
  { delimiter }: CsvPlan['dialect'],
  scope: Scope,
): Statement {
  const isAuto = delimiter === AUTO;
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a file's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('CsvRecordSource')}<keyof typeof columns>`,
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const maxColumns = ${scope.use('limitColumns')}(${fields.length}, options);`,
      code`return ${scope.use(isAuto ? 'createAutoCsvRecordSource' : 'createCsvRecordSource')}({ ...dialect, maxRecordBytes, maxColumns }, ${emitInput(encoding, scope)}, options.from);`,
    ],
  });
}

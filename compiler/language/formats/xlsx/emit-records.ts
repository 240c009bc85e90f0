import { code, literal, literals, name, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import type { Plan } from '../../plan/plan.ts';
import { emitCsvConditions, emitIgnored } from '../csv/emit-records.ts';
import { emitTitles } from '../model/emit-titles.ts';
import { emitInput } from '../model/input.ts';
import { emitSetting, emitSettings } from '../model/settings.ts';
import type { XlsxPlan } from './plan.ts';

/** Emits the constant `columns`, or one with another name, with the column of each field in the sheet. */
export function emitXlsxColumns({ columns }: XlsxPlan, constant = code`columns`): Statement {
  const lines = columns.map(({ key, column, ...settings }) => {
    const members = Object.entries(settings).map(([member, value]) => code`, ${name(member)}: ${emitSetting(value)}`);
    const text = typeof column === 'string' ? literal(column) : literals(column);
    return code`  ${name(key)}: { column: ${text}${members} },`;
  });
  return code`/** The columns of the fields, by their names in the header, and what each reads. */\nconst ${constant} = {\n${lines}\n} as const;`
    .source;
}

/** Emits the constant `dialect`: the settings for reading the rows of a sheet. */
export function emitXlsxDialect(plan: XlsxPlan, scope: Scope): Statement {
  const { dialect, conditions, titles = [], isNamed, firstColumn } = plan;
  const { recordWhen, ignoredColumns, ...settings } = dialect;
  const all = conditions === undefined ? nothing : code`, all: ${emitCsvConditions(conditions, scope)}`;
  const when =
    recordWhen === null
      ? code`null`
      : code`{ column: ${emitSetting(recordWhen.column)}, values: ${literals(recordWhen.values)}${all} }`;
  return code`/** How the rows of the sheet are read. */
const dialect: Omit<${scope.useType('XlsxDialect')}<keyof typeof columns>, 'maxRecordBytes' | 'maxColumns'> = {
${emitSettings({ ...settings, isNamed, firstColumn })}${emitIgnored(ignoredColumns)}${emitTitles({ titles }, scope)}
  columns,
  recordWhen: ${when},
};`.source;
}

/** Emits the function `records`, which creates the source of the rows of a sheet. */
export function emitXlsxRecords({ maxRecordBytes, fields }: Plan, scope: Scope): Statement {
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a sheet's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('XlsxRecordSource')}<keyof typeof columns>`,
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const maxColumns = ${scope.use('limitColumns')}(${fields.length}, options);`,
      code`return ${scope.use('createXlsxRecordSource')}({ ...dialect, maxRecordBytes, maxColumns }, ${emitInput('utf-8', scope)}, options.from);`,
    ],
  });
}

import { type Code, code, literal, literals, name } from '../../code/literal.ts';
import { fastCsv, hasFastCsv } from './emit-fast.ts';
import { emitInput } from '../model/input.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { Scope } from '../../code/scope.ts';
import { functionStatement, type Statement } from '../../code/statements.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';
import { checkCsvCharacters } from './check-characters.ts';
import { checkCsvColumns } from './check-columns.ts';
import { checkCsvRecordWhen } from './check-record-when.ts';
import { csvKeys } from './keys.ts';
import { type CsvPlan, planCsv } from './plan.ts';
import { emitSetting, emitSettings } from '../model/settings.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { splitsOfLines } from '../model/splits.ts';

/** CSV (RFC 4180 with the dialect of the spec). Columns are matched by header name or by position. */
export const csv = createFormatKind({
  format: 'CSV',
  locator: 'column',
  keys: csvKeys,
  fieldKeys: {},
  check(spec, report) {
    checkCsvRecordWhen(spec, report);
    checkCsvCharacters(spec, report);
    checkCsvColumns(spec, report);
  },
  plan: planCsv,
  emit: (formatPlan, plan, scope): Statement[] => [
    emitColumns(plan.fields, formatPlan).source,
    emitDialect(formatPlan, scope).source,
    emitReadRecord(
      plan.fields,
      {
        raw: { name: '{ cells, at }', type: code`${scope.useType('CsvRecord')}<keyof typeof columns>` },
        cellOf: ({ key }) => code`cells[at.${name(key)}]`,
      },
      scope,
    ),
    emitRecords(plan, scope),
  ],
  splits: ({ dialect }, { encoding }) => splitsOfLines(encoding, dialect.skipBottom),
  fast: (formatPlan, { fields }) => (hasFastCsv(formatPlan) ? fastCsv(formatPlan, fields) : null),
});

function emitColumns(fields: readonly FieldPlan[], { columns }: CsvPlan): Code {
  if (columns.kind === 'PLACED') {
    const places = fields.map(({ key }, place) => code`  ${name(key)}: ${place},`);
    return code`/** The column of each field, from 0. */\nconst columns = {\n${places}\n};`;
  }
  const lines = Object.entries(columns.named).map(
    ([key, { column, field, required }]) =>
      code`  ${name(key)}: { column: ${literal(column)}, field: ${literal(field)}, required: ${required ? code`true` : code`false`} },`,
  );
  return code`/** The column names of the fields in the header. */\nconst columns = {\n${lines}\n};`;
}

function emitDialect({ dialect, columns }: CsvPlan, scope: Scope): Code {
  const { recordWhen, ...settings } = dialect;
  const where =
    columns.kind === 'NAMED' ? code`{ named: columns }` : code`{ indexes: columns, width: ${columns.width} }`;
  const when =
    recordWhen === null
      ? code`null`
      : code`{ column: ${emitSetting(recordWhen.column)}, values: ${literals(recordWhen.values)} }`;
  return code`/** The CSV dialect of the file. */
const dialect: Omit<${scope.useType('CsvDialect')}, 'maxRecordBytes' | 'maxColumns'> = {
${emitSettings(settings)}
  columns: ${where},
  recordWhen: ${when},
};`;
}

function emitRecords({ encoding, maxRecordBytes, fields }: Plan, scope: Scope): Statement {
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a file's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('CsvRecordSource')}<keyof typeof columns>`,
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const maxColumns = ${scope.use('limitColumns')}(${fields.length}, options);`,
      code`return ${scope.use('createCsvRecordSource')}({ ...dialect, maxRecordBytes, maxColumns }, ${emitInput(encoding, scope)}, options.from);`,
    ],
  });
}

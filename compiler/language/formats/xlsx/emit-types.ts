import { type Code, code, name, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { RecordTypePlan, RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { createRawRecord, emitIgnored } from '../csv/emit-records.ts';
import { emitSelectedType, emitSelectingColumn } from '../csv/emit-types.ts';
import { emitHeld, emitWithHolds } from '../model/emit-holds.ts';
import { emitInput } from '../model/input.ts';
import { emitSetting, emitSettings } from '../model/settings.ts';
import { emitXlsxColumns } from './emit-records.ts';
import type { XlsxPlan } from './plan.ts';

/** Emits the statements that read a sheet with several record types. */
export function emitXlsxTypes(module: RecordTypesPlan, scope: Scope): Statement[] {
  const { types } = module;
  return [
    ...types.map((type) => emitXlsxColumns(planOf(type), columnsOf(type))),
    ...emitHeld(module, { copy: 'copyCsvRecord', cellOf: 'cellInRow' }, scope).map(({ source }) => source),
    emitDialect(module, scope).source,
    ...types.map((type) => emitReadRecord(type.plan, createRawRecord(columnsOf(type), scope), scope)),
    emitRecords(module, scope),
  ];
}

function planOf({ plan }: RecordTypePlan): XlsxPlan {
  // This format created the plan.
  return plan.formatOperand as XlsxPlan;
}

function columnsOf({ plan }: RecordTypePlan): Code {
  return name(plan.names.columns);
}

function emitDialect(module: RecordTypesPlan, scope: Scope): Code {
  const { types, onUnknownRecordType } = module;
  const [first] = types;
  if (first === undefined) return nothing;
  const { dialect, isNamed, firstColumn } = planOf(first);
  const { recordWhen: _, ignoredColumns, ...settings } = dialect;
  const emitType = (type: RecordTypePlan) =>
    emitSelectedType(type, { module, settings: code`columns: ${columnsOf(type)}` }, scope);
  return code`/** How the rows of the sheet are read. */
const dialect: Omit<${scope.useType('TypedXlsxDialect')}, 'maxRecordBytes' | 'maxColumns'> = {
${emitSettings({ ...settings, isNamed, firstColumn })}${emitIgnored(ignoredColumns)}
  recordWhen: ${emitSelectingColumn(module)},
  types: [
${types.map(emitType)}
  ],
  skipsUnknown: ${emitSetting(onUnknownRecordType === null)},
};`;
}

function emitRecords(module: RecordTypesPlan, scope: Scope): Statement {
  const { types, maxRecordBytes } = module;
  const fields = types.reduce((sum, { plan }) => sum + plan.fields.length, 0);
  const rows = code`${scope.use('createTypedXlsxRecordSource')}({ ...dialect, maxRecordBytes, maxColumns }, ${emitInput('utf-8', scope)}, options.from)`;
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a sheet's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: scope.useType('XlsxRecordSource'),
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const maxColumns = ${scope.use('limitColumns')}(${fields}, options);`,
      code`return ${emitWithHolds(module, rows, scope)};`,
    ],
  });
}

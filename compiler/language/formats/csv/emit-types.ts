import { type Code, code, literal, literals, name, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { LineWhen, RecordTypePlan, RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { emitInput } from '../model/input.ts';
import { emitHeld, emitWithHolds } from '../model/emit-holds.ts';
import { emitRepeats, emitWithGroups, hasRepeats } from '../model/emit-repeats.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import { emitSetting, emitSettings } from '../model/settings.ts';
import { createRawRecord, emitColumns, emitColumnsSetting, emitCsvConditions, emitIgnored } from './emit-records.ts';
import { type CsvPlan, findColumn } from './plan.ts';

/** Emits the statements that read a file with several record types. */
export function emitCsvTypes(module: RecordTypesPlan, scope: Scope): Statement[] {
  const { types } = module;
  return [
    ...types.map((type) => emitColumns(type.plan.fields, planOf(type), columnsOf(type)).source),
    ...[...emitRepeats(module, scope), ...emitHeld(module, COPIER, scope)].map(({ source }) => source),
    emitDialect(module, scope).source,
    ...types.map((type) => emitReadRecord(type.plan, createRawRecord(columnsOf(type), scope), scope)),
    emitRecords(module, scope),
  ];
}

const COPIER = { copy: 'copyCsvRecord', cellOf: 'cellAt' } as const;

function planOf({ plan }: RecordTypePlan): CsvPlan {
  // This format created the plan.
  return plan.formatOperand as CsvPlan;
}

function columnsOf({ plan }: RecordTypePlan): Code {
  return name(plan.names.columns);
}

function emitDialect(module: RecordTypesPlan, scope: Scope): Code {
  const { types, onUnknownRecordType, continuation, filler } = module;
  const plans = types.map(planOf);
  const { recordWhen: _, ignoredColumns, ...settings } = { ...plans[0]?.dialect, delimiter: module.delimiter };
  return code`/** The CSV dialect of the file. */
const dialect: Omit<${scope.useType('TypedCsvDialect')}, 'maxRecordBytes' | 'maxColumns'> = {
${emitSettings(settings)}${emitIgnored(ignoredColumns)}
  recordWhen: ${emitSelectingColumn(module)},
  types: [
${types.map((type) => emitType(type, module, scope))}
  ],
  skipsUnknown: ${emitSetting(onUnknownRecordType === null)},
${hasRepeats(module) ? code`  repeats,\n` : nothing}${emitLines('continuation', continuation, module, scope)}${emitLines('filler', filler, module, scope)}};`;
}

function columnOf(when: LineWhen | null): string | number | undefined {
  return when === null ? undefined : findColumn(when.column);
}

function emitLines(key: string, when: LineWhen | null, module: RecordTypesPlan, scope: Scope): Code {
  if (when === null) return nothing;
  if (!hasConditions(module)) return code`  ${name(key)}: ${literals(when.values)},\n`;
  return code`  ${name(`${key}When`)}: ${emitCsvConditions(when.conditions ?? [toCondition(when)], scope)},\n`;
}

/** Returns whether any lines are selected by more than exact values of one column. Then all have conditions. */
export function hasConditions({ types, continuation, filler }: RecordTypesPlan): boolean {
  return (
    types.some((type) => selectionOf(type).conditions !== undefined) ||
    [continuation, filler].some((when) => when?.conditions !== undefined)
  );
}

/** What selects the records of a type, in the plans of all formats with columns. */
interface SelectionPlan extends Pick<CsvPlan, 'conditions'> {
  readonly dialect: Pick<CsvPlan['dialect'], 'recordWhen'>;
}

function selectionOf({ plan }: RecordTypePlan): SelectionPlan {
  // A format with columns created the plan.
  return plan.formatOperand as SelectionPlan;
}

/** Emits the column that selects the types, with a name for `recordWhen` of a dialect. */
export function emitSelectingColumn({ types, continuation, filler }: RecordTypesPlan): Code {
  const plans = types.map(selectionOf);
  const written = plans.find(({ dialect }) => dialect.recordWhen !== null)?.dialect.recordWhen?.column;
  const column = written ?? columnOf(continuation ?? filler);
  return column === undefined ? code`null` : code`{ column: ${emitSetting(column)}, values: [] }`;
}

function toCondition({ column, values }: { column: string; values: readonly string[] }): ConditionPlan {
  return { start: 1, length: 1, column, values, startsWith: [], pattern: null };
}

function emitType(type: RecordTypePlan, module: RecordTypesPlan, scope: Scope): Code {
  const { dialect } = planOf(type);
  const columns = emitColumnsSetting(withGroups(type, module), columnsOf(type));
  if (type.repeat !== null) return code`    { values: [], columns: ${columns} },`;
  const delimiter = dialect.delimiter === module.delimiter ? nothing : code`, delimiter: ${literal(dialect.delimiter)}`;
  const own = code`columns: ${columns}${emitMinWidth(type, module)}${delimiter}`;
  return emitSelectedType(type, { module, settings: own }, scope);
}

/** Emits how records of a type are recognized, and its other settings. */
export function emitSelectedType(
  type: RecordTypePlan,
  { module, settings }: { module: RecordTypesPlan; settings: Code },
  scope: Scope,
): Code {
  const { dialect, conditions } = selectionOf(type);
  const { recordWhen } = dialect;
  if (!hasConditions(module) || recordWhen === null)
    return code`    { values: ${recordWhen === null ? code`null` : literals(recordWhen.values)}, ${settings} },`;
  const { column, values } = recordWhen;
  const written = typeof column === 'number' ? String(column + 1) : column;
  const all = conditions ?? [toCondition({ column: written, values })];
  if (all.length < 2) return code`    { values: [], all: ${emitCsvConditions(all, scope)}, ${settings} },`;
  // The formatter writes several conditions in a line each.
  const each = emitCsvConditions(all, scope, code`      `);
  return code`    {\n      values: [],\n      all: ${each},\n      ${settings},\n    },`;
}

function groupsOf(type: RecordTypePlan, { types }: RecordTypesPlan): RecordTypePlan[] {
  return types.filter(({ repeat, place }) => repeat !== null && types[place.parent] === type);
}

/** Returns the columns of a type. Those at fixed places go to the end of its last group. */
function withGroups(type: RecordTypePlan, module: RecordTypesPlan): CsvPlan['columns'] {
  const { columns } = planOf(type);
  if (columns.kind === 'NAMED') return columns;
  const ends = groupsOf(type, module).map(({ repeat }) =>
    repeat === null ? 0 : repeat.start - 1 + repeat.times * repeat.length,
  );
  return { ...columns, width: Math.max(columns.width, ...ends) };
}

/** Emits the number of cells that a record has at least, if groups at its end may be missing. */
function emitMinWidth(type: RecordTypePlan, module: RecordTypesPlan): Code {
  const { columns } = planOf(type);
  const groups = groupsOf(type, module);
  if (columns.kind === 'NAMED' || groups.length === 0) return nothing;
  const mayEnd = groups.every(({ repeat, counter }) => repeat?.stopsWhenEmpty === true || counter !== null);
  return mayEnd ? code`, minWidth: ${columns.width}` : nothing;
}

function emitRecords(module: RecordTypesPlan, scope: Scope): Statement {
  const { encoding, maxRecordBytes, types, nullTexts } = module;
  const fields = types.reduce((sum, { plan, repeat }) => sum + plan.fields.length * (repeat?.times ?? 1), 0);
  const nulls = nullTexts.some((text) => text !== '') ? code`, ${literals(nullTexts)}` : nothing;
  const lines = code`${scope.use('createTypedCsvRecordSource')}({ ...dialect, maxRecordBytes, maxColumns }, ${emitInput(encoding, scope)}, options.from)`;
  const source = emitWithHolds(module, lines, scope);
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a file's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: scope.useType('CsvRecordSource'),
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const maxColumns = ${scope.use('limitColumns')}(${fields}, options);`,
      code`return ${emitWithGroups(module, source, () => code`${scope.use('csvGroups')}(repeats${nulls})`, scope)};`,
    ],
  });
}

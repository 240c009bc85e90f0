import { code, type Code, join, literal, literals, name } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { RecordTypePlan, RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { emitInput } from '../model/input.ts';
import { createRawRecord, emitColumns, emitPlaces } from './emit-records.ts';
import type { JsonPlan } from './plan.ts';

/** Emits the statements that read a file with several record types. */
export function emitJsonTypes(module: RecordTypesPlan, scope: Scope): Statement[] {
  const { types } = module;
  return [
    ...types.map((type) => emitColumns(planOf(type), columnsOf(type)).source),
    emitTypes(module, scope).source,
    ...types.map((type) => emitReadRecord(type.plan, createRawRecord(columnsOf(type), scope), scope)),
    emitRecords(module, scope),
  ];
}

function planOf({ plan }: RecordTypePlan): JsonPlan {
  // This format created the plan.
  return plan.formatOperand as JsonPlan;
}

function columnsOf({ plan }: RecordTypePlan): Code {
  return name(plan.names.columns);
}

function emitTypes({ types }: RecordTypesPlan, scope: Scope): Code {
  const all = types.map((type) => {
    const outer = types[type.place.parent];
    const path = (planOf(type).recordPath ?? []).slice(
      outer === undefined ? 0 : (planOf(outer).recordPath ?? []).length,
    );
    return code`  {
    parent: ${type.place.parent},
    path: ${outer === undefined ? code`[]` : literals(path)},
    columns: ${columnsOf(type)},
    fields: ${emitPlaces(planOf(type), code`    `)},
  },`;
  });
  return code`/** The types of the records: where their records and the values of their fields are (RFC 6901). */
const types: readonly ${scope.useType('JsonType')}[] = [\n${all}\n];`;
}

function emitRecords(module: RecordTypesPlan, scope: Scope): Statement {
  const { types, encoding, maxRecordBytes } = module;
  const top = types.find(({ place }) => place.parent < 0);
  if (top === undefined) throw new Error('record types without an outer one passed the checks');
  const { recordPath, isLenient, onNoRecords } = planOf(top);
  const masksNames = types.some((type) => planOf(type).masksNames);
  const members = [
    code`types`,
    ...(recordPath === null ? [] : [code`recordPath: ${literals(recordPath)}`]),
    code`isLenient: ${isLenient ? code`true` : code`false`}`,
    ...(masksNames ? [code`masksNames: true`] : []),
    code`onNoRecords: ${literal(onNoRecords)} as const`,
    code`maxRecordBytes`,
  ];
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a file's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('JsonRecordSource')}<string>`,
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      recordPath === null && !masksNames
        ? code`const settings = { ${join(members, ', ')} };`
        : code`const settings = {\n${members.map((member) => code`  ${member},`)}\n};`,
      code`return ${scope.use('createTypedJsonSource')}(settings, ${emitInput(encoding, scope)}, options.from);`,
    ],
  });
}

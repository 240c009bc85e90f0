import { code, type Code, join, literal, literals, name, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { RecordTypePlan, RecordTypesPlan } from '../../plan/record-types-plan.ts';
import type { ConditionPlan } from '../../plan/condition-plan.ts';
import { emitConditions } from '../model/emit-conditions.ts';
import { emitInput } from '../model/input.ts';
import { createRawRecord, emitColumns, emitPlaces } from './emit-records.ts';
import type { JsonPlan } from './plan.ts';
import { readPointer } from './pointer.ts';

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

/** Returns the type whose records have those of a type in them. Undefined: the latter are records of the file. */
function findOuter(type: RecordTypePlan, { types }: RecordTypesPlan): RecordTypePlan | undefined {
  return planOf(type).recordPath === null ? undefined : types[type.place.parent];
}

/** Returns the paths of the records of the file, if there are several. */
function severalPaths(module: RecordTypesPlan): (readonly string[])[] {
  const outer = module.types.filter((type) => findOuter(type, module) === undefined);
  const paths = new Map(outer.map((type) => [JSON.stringify(planOf(type).recordPath), planOf(type).recordPath ?? []]));
  return paths.size > 1 ? [...paths.values()] : [];
}

function emitTypes(module: RecordTypesPlan, scope: Scope): Code {
  const paths = severalPaths(module).map((path) => JSON.stringify(path));
  const all = module.types.map((type) => {
    const outer = findOuter(type, module);
    const path = (planOf(type).recordPath ?? []).slice(
      outer === undefined ? 0 : (planOf(outer).recordPath ?? []).length,
    );
    return code`  {
    parent: ${outer === undefined ? -1 : type.place.parent},
    path: ${outer === undefined ? code`[]` : literals(path)},${outer === undefined && paths.length > 0 ? code`\n    at: ${paths.indexOf(JSON.stringify(planOf(type).recordPath))},` : nothing}${emitWhen(planOf(type), scope)}
    columns: ${columnsOf(type)},
    fields: ${emitPlaces(planOf(type), code`    `)},
  },`;
  });
  return code`/** The types of the records: where their records and the values of their fields are (RFC 6901). */
const types: readonly ${scope.useType('JsonType')}[] = [\n${all}\n];`;
}

/** Emits the conditions that select the records of a type. */
function emitWhen({ when }: JsonPlan, scope: Scope): Code {
  if (when === null) return nothing;
  const placeOf = ({ column }: ConditionPlan) => code`path: ${literals(readPointer(column) ?? [])}`;
  return code`\n    when: ${emitConditions(when, placeOf, scope, when.length > 1 ? code`    ` : null)},`;
}

function emitRecords(module: RecordTypesPlan, scope: Scope): Statement {
  const { types, encoding, maxRecordBytes } = module;
  const top = types.find((type) => findOuter(type, module) === undefined);
  if (top === undefined) throw new Error('record types without an outer one passed the checks');
  const { recordPath, isLenient, onNoRecords } = planOf(top);
  const paths = severalPaths(module);
  const masksNames = types.some((type) => planOf(type).masksNames);
  const members = [
    code`types`,
    ...(recordPath === null
      ? []
      : paths.length > 0
        ? [code`recordPaths: ${join(paths.map(literals), ', ', '[', ']')}`]
        : [code`recordPath: ${literals(recordPath)}`]),
    code`isLenient: ${isLenient ? code`true` : code`false`}`,
    ...(masksNames ? [code`masksNames: true`] : []),
    code`onNoRecords: ${literal(onNoRecords)} as const`,
    ...(types.some((type) => type.place.parent >= 0 && findOuter(type, module) === undefined)
      ? [code`hasFollowing: true`]
      : []),
    ...(skipsUnknown(module) ? [code`skipsUnknown: true`] : []),
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

/** Returns whether a record that no type selects is another line. */
function skipsUnknown({ types, onUnknownRecordType }: RecordTypesPlan): boolean {
  return onUnknownRecordType === null && types.some((type) => planOf(type).when !== null);
}

import { code, type Code, join, literal, literals, name, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import type { RawRecord } from '../../fields/read-record.ts';
import type { Plan } from '../../plan/plan.ts';
import { emitInput } from '../model/input.ts';
import type { JsonPlan } from './plan.ts';

/** Returns the parameter of the function that reads a record, and the expressions for its cells. */
export function createRawRecord(columns: Code, scope: Scope): RawRecord {
  return {
    raw: { name: '{ cells, at }', type: code`${scope.useType('JsonRecord')}<keyof typeof ${columns}>` },
    cellOf: ({ key }) => code`cells[at.${name(key)}]`,
    isMissing: null,
  };
}

/** Emits the constants `columns`, with the index of each field among the cells of a record, and `fields`. */
export function emitFields(own: JsonPlan, scope: Scope): Statement[] {
  return [
    emitColumns(own, code`columns`).source,
    code`/** Where the value of each field is in a record (RFC 6901), and what it reads. */
const places: readonly ${scope.useType('JsonField')}[] = ${emitPlaces(own, nothing)};`.source,
  ];
}

/** Emits a constant with the index of each field among the cells of a record. */
export function emitColumns({ fields }: JsonPlan, columns: Code): Code {
  const indexes = fields.map(({ key }, index) => code`  ${name(key)}: ${index},`);
  return code`/** The index of each field among the cells of a record. */\nconst ${columns} = {\n${indexes}\n};`;
}

/** Emits the list of the places of all fields. */
export function emitPlaces({ fields }: JsonPlan, indent: Code): Code {
  const places = fields.map(({ path, reads, point, name: own }): Code => {
    const named = own === undefined ? nothing : code`, name: ${literal(own)}`;
    const separator = point === undefined ? nothing : code`, point: ${literal(point)}`;
    return code`{ path: ${literals(path)}, reads: ${literal(reads)}${named}${separator} }`;
  });
  return places.length === 1
    ? join(places, '', '[', ']')
    : code`[\n${places.map((place) => code`${indent}  ${place},`)}\n${indent}]`;
}

/** Emits the function `records`, which creates the source of a file’s records. */
export function emitRecords(
  { recordPath, isLenient, masksNames, onNoRecords }: JsonPlan,
  { encoding, maxRecordBytes }: Plan,
  scope: Scope,
): Statement {
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a file's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('JsonRecordSource')}<keyof typeof columns>`,
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      emitSettings({ recordPath, isLenient, masksNames, onNoRecords }),
      code`return ${scope.use(recordPath === null ? 'createJsonLinesSource' : 'createJsonDocumentSource')}(settings, ${emitInput(encoding, scope)}, options.from);`,
    ],
  });
}

/** Emits the settings of the source: on one line if it has room, else a member a line. */
function emitSettings({ recordPath, isLenient, masksNames, onNoRecords }: Omit<JsonPlan, 'fields' | 'when'>): Code {
  const members = [
    code`fields: places`,
    code`columns`,
    ...(recordPath === null ? [] : [code`recordPath: ${literals(recordPath)}`]),
    code`isLenient: ${isLenient ? code`true` : code`false`}`,
    ...(masksNames ? [code`masksNames: true`] : []),
    code`onNoRecords: ${literal(onNoRecords)} as const`,
    code`maxRecordBytes`,
  ];
  if (recordPath === null && !masksNames) return code`const settings = { ${join(members, ', ')} };`;
  return code`const settings = {\n${members.map((member) => code`  ${member},`)}\n};`;
}

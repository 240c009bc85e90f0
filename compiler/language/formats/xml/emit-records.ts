import { type Code, code, join, literal, name, propertyKey } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import type { RawRecord } from '../../fields/read-record.ts';
import { type FieldPlan, hasPlace, type Plan } from '../../plan/plan.ts';
import type { XmlPlan, XmlSettings } from './plan.ts';
import type { XmlState, XmlStateChoice, XmlTarget } from './routes.ts';

/** Returns the parameter of the function that reads a record, and the expressions for its cells. */
export function createRawRecord(constant: Code, scope: Scope): RawRecord {
  return {
    raw: { name: '{ cells, at }', type: code`${scope.useType('XmlRecord')}<keyof typeof ${constant}>` },
    cellOf: ({ key }) => code`cells[at.${name(key)}]`,
    isMissing: null,
  };
}

/** Emits a constant with the index of each field. `first` is the index of the first field. */
export function emitColumns(fields: readonly FieldPlan[], constant: Code, first: number): Code {
  const places = fields.flatMap((field, place) =>
    hasPlace(field) ? [code`  ${name(field.key)}: ${first + place},`] : [],
  );
  return code`/** The index of each field among the cells of a record. */\nconst ${constant} = {\n${places}\n};`;
}

/** Emits the elements at which paths begin: the record, any element, and the root of the document. */
export function emitRoots(
  { record, anywhere, document }: XmlPlan,
  fields: readonly FieldPlan[],
  scope: Scope,
): Statement[] {
  const columnOf = (field: number) => code`columns.${name(fields[field]?.key ?? '')}`;
  const roots = [
    code`/** The elements of a record, with the columns of their texts and attributes. */
const atRecord = ${emitElement(record, columnOf, scope)};`,
    ...(anywhere === null
      ? []
      : [
          code`/** The elements that are records at any depth. */\nconst anywhere = ${emitElement(anywhere, columnOf, scope)};`,
        ]),
    code`/** The elements from the root of the document. */\nconst atDocument = ${emitElement(document, columnOf, scope)};`,
  ];
  return roots.map(({ source }) => source);
}

/** Returns the expression for the index of a field among the cells of a record. */
type ColumnOf = (field: number) => Code;

/** Emits an element with all its descendants. `indent` is the indentation of its first line. */
export function emitElement(
  { isRecord, recordType, text, attributes, children, choice }: XmlState,
  columnOf: ColumnOf,
  scope: Scope,
  indent = '',
): Code {
  const targets = (list: readonly XmlTarget[]) =>
    join(
      list.map((target) => emitTarget(target, columnOf)),
      ', ',
      '[',
      ']',
    );
  const within = `${indent}  `;
  if (choice !== undefined) return emitChoice(choice, { columnOf, scope, indent });
  const parts = [
    ...(isRecord ? [code`isRecord: true`] : []),
    ...(recordType === null ? [] : [code`recordType: ${recordType}`]),
    ...(text.length > 0 ? [code`text: ${targets(text)}`] : []),
    ...emitMembers(
      'attributes',
      [...attributes].map(([own, list]) => code`${propertyKey(own)}: ${targets(list)}`),
      within,
    ),
    ...emitMembers(
      'children',
      [...children].map(
        ([own, state]) => code`${propertyKey(own)}: ${emitElement(state, columnOf, scope, `${within}  `)}`,
      ),
      within,
    ),
  ];
  return code`${scope.use('createXmlElement')}(${emitObject(parts, indent)})`;
}

/** Emits an element whose state depends on an attribute or on its position. */
function emitChoice(
  { attribute, position, of, otherwise }: XmlStateChoice,
  { columnOf, scope, indent }: { columnOf: ColumnOf; scope: Scope; indent: string },
): Code {
  const within = `${indent}  `;
  const parts = [
    attribute === null ? code`position: ${literal(position ?? '')}` : code`attribute: ${literal(attribute)}`,
    ...emitMembers(
      'of',
      [...of].map(
        ([value, state]) => code`${propertyKey(value)}: ${emitElement(state, columnOf, scope, `${within}  `)}`,
      ),
      within,
    ),
    ...(otherwise === null ? [] : [code`otherwise: ${emitElement(otherwise, columnOf, scope, within)}`]),
  ];
  return code`${scope.use('createXmlChoice')}(${emitObject(parts, indent)})`;
}

function emitMembers(key: string, members: readonly Code[], indent: string): Code[] {
  return members.length === 0 ? [] : [code`${name(key)}: ${emitObject(members, indent)}`];
}

/** Emits an object literal. Several members take one line each, so that a change of one member affects one line. */
function emitObject(members: readonly Code[], indent: string): Code {
  const [only] = members;
  if (only === undefined) return code`{}`;
  return members.length === 1 && !only.source.includes('\n')
    ? code`{ ${only} }`
    : join(members, `,\n${indent}  `, `{\n${indent}  `, `,\n${indent}}`);
}

function emitTarget({ field, separator }: XmlTarget, columnOf: ColumnOf): Code {
  const column = columnOf(field);
  return separator === null ? column : code`{ column: ${column}, separator: ${literal(separator)} }`;
}

/** Returns settings as members of an object literal. */
export function emitXmlSettings(settings: XmlSettings): Code[] {
  return Object.entries(settings).map(([key, value]: [string, true | string]) =>
    value === true ? code`${name(key)}: true` : code`${name(key)}: ${literal(value)} as const`,
  );
}

/** Emits the function `records`, which creates the source of a document’s records. */
export function emitRecords(
  { anywhere, onNoRecords, settings }: XmlPlan,
  { encoding, maxRecordBytes }: Plan,
  scope: Scope,
): Statement {
  const elsewhere = anywhere === null ? code`null` : code`anywhere`;
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a document's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('XmlRecordSource')}<keyof typeof columns>`,
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const paths = { columns, document: atDocument, anywhere: ${elsewhere}, record: atRecord, encoding: ${literal(encoding)}, onNoRecords: ${literal(onNoRecords)} as const, maxRecordBytes${emitXmlSettings(settings).map((member) => code`, ${member}`)} };`,
      code`return ${scope.use('createXmlRecordSource')}(paths, options.from);`,
    ],
  });
}

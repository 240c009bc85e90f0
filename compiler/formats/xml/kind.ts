import { type Code, code, join, literal, name, propertyKey } from '../../code/literal.ts';
import { fastXml, hasFastXml } from './emit-fast.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { Scope } from '../../code/scope.ts';
import { functionStatement, type Statement } from '../../code/statements.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { checkXml } from './check.ts';
import { xmlFieldKeys, xmlKeys } from './keys.ts';
import { planXml, type XmlPlan } from './plan.ts';
import type { XmlState, XmlTarget } from './routes.ts';

/** XML: each record is an element. Fields are texts and attributes inside the record, or before it in the document. */
export const xml = createFormatKind({
  format: 'XML',
  locator: 'path',
  keys: xmlKeys,
  fieldKeys: xmlFieldKeys,
  check: checkXml,
  plan: planXml,
  emit: (own, plan, scope): Statement[] => [
    emitColumns(plan.fields).source,
    ...emitRoots(own, plan.fields, scope),
    emitReadRecord(
      plan.fields,
      {
        raw: { name: '{ cells, at }', type: code`${scope.useType('XmlRecord')}<keyof typeof columns>` },
        cellOf: ({ key }) => code`cells[at.${name(key)}]`,
      },
      scope,
    ),
    emitRecords(own, plan, scope),
  ],
  // A document cannot be split: open elements, namespaces and the declared encoding before a record change its meaning.
  splits: () => null,
  fast: (own, { fields }) => (hasFastXml(own, fields) ? fastXml(own) : null),
});

function emitColumns(fields: readonly FieldPlan[]): Code {
  const places = fields.map(({ key }, place) => code`  ${name(key)}: ${place},`);
  return code`/** The index of each field among the cells of a record. */\nconst columns = {\n${places}\n};`;
}

/** Emits the elements at which paths begin: the record, any element, and the root of the document. */
function emitRoots({ record, anywhere, document }: XmlPlan, fields: readonly FieldPlan[], scope: Scope): Statement[] {
  const roots = [
    code`/** The elements of a record, with the columns of their texts and attributes. */
const atRecord = ${emitElement(record, fields, scope)};`,
    ...(anywhere === null
      ? []
      : [
          code`/** The elements that are records at any depth. */\nconst anywhere = ${emitElement(anywhere, fields, scope)};`,
        ]),
    code`/** The elements from the root of the document. */\nconst atDocument = ${emitElement(document, fields, scope)};`,
  ];
  return roots.map(({ source }) => source);
}

/** Emits an element with all its descendants. `indent` is the indentation of its first line. */
function emitElement(
  { isRecord, text, attributes, children }: XmlState,
  fields: readonly FieldPlan[],
  scope: Scope,
  indent = '',
): Code {
  const targets = (list: readonly XmlTarget[]) =>
    join(
      list.map((target) => emitTarget(target, fields)),
      ', ',
      '[',
      ']',
    );
  const within = `${indent}  `;
  const parts = [
    ...(isRecord ? [code`isRecord: true`] : []),
    ...(text.length > 0 ? [code`text: ${targets(text)}`] : []),
    ...emitMembers(
      'attributes',
      [...attributes].map(([own, list]) => code`${propertyKey(own)}: ${targets(list)}`),
      within,
    ),
    ...emitMembers(
      'children',
      [...children].map(
        ([own, state]) => code`${propertyKey(own)}: ${emitElement(state, fields, scope, `${within}  `)}`,
      ),
      within,
    ),
  ];
  return code`${scope.use('createXmlElement')}(${emitObject(parts, indent)})`;
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

function emitTarget({ field, separator }: XmlTarget, fields: readonly FieldPlan[]): Code {
  const column = code`columns.${name(fields[field]?.key ?? '')}`;
  return separator === null ? column : code`{ column: ${column}, separator: ${literal(separator)} }`;
}

function emitRecords({ anywhere, onNoRecords }: XmlPlan, { encoding, maxRecordBytes }: Plan, scope: Scope): Statement {
  const elsewhere = anywhere === null ? code`null` : code`anywhere`;
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a document's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('XmlRecordSource')}<keyof typeof columns>`,
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const paths = { columns, document: atDocument, anywhere: ${elsewhere}, record: atRecord, encoding: ${literal(encoding)}, onNoRecords: ${literal(onNoRecords)} as const, maxRecordBytes };`,
      code`return ${scope.use('createXmlRecordSource')}(paths, options.from);`,
    ],
  });
}

import { type Code, code, commentText, join, literal, name, ownKey } from '../../code/literal.ts';
import { fastXml, hasFastXml } from './emit-fast.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { Scope } from '../../code/scope.ts';
import { functionStatement, type Statement } from '../../code/statements.ts';
import type { FieldPlan, Plan } from '../../plan/plan.ts';
import { createFormatKind } from '../model/format-kind.ts';
import { checkXml } from './check.ts';
import { xmlFieldKeys, xmlKeys } from './keys.ts';
import type { XmlTarget } from './routes.ts';
import { planXml, type XmlElementPlan, type XmlPlan } from './plan.ts';

/** XML: records are elements. Fields are texts and attributes inside them, or before them in the document. */
export const xml = createFormatKind({
  format: 'XML',
  locator: 'path',
  keys: xmlKeys,
  fieldKeys: xmlFieldKeys,
  check: checkXml,
  plan: planXml,
  emit: (own, plan, scope): Statement[] => [
    emitColumns(plan.fields).source,
    ...own.elements.map((element) => emitElement(element, plan.fields, scope).source),
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
  // Open elements, namespaces and the declared encoding before a record change its meaning.
  splits: () => null,
  fast: (own, { fields }) => (hasFastXml(own, fields) ? fastXml(own) : null),
});

function emitColumns(fields: readonly FieldPlan[]): Code {
  const places = fields.map(({ key }, place) => code`  ${name(key)}: ${place},`);
  return code`/** The index of each field among the cells of a record. */\nconst columns = {\n${places}\n};`;
}

/** Emits an element as a constant, which its parent refers to. */
function emitElement(
  { constant, doc, isRecord, text, attributes, children }: XmlElementPlan,
  fields: readonly FieldPlan[],
  scope: Scope,
): Code {
  const targets = (list: readonly XmlTarget[]) =>
    join(
      list.map((target) => emitTarget(target, fields)),
      ', ',
      '[',
      ']',
    );
  const parts = [
    ...(isRecord ? [code`isRecord: true`] : []),
    ...(text.length > 0 ? [code`text: ${targets(text)}`] : []),
    ...emitMembers(
      'attributes',
      attributes.map((attribute) => code`${ownKey(attribute.name)}: ${targets(attribute.targets)}`),
    ),
    ...emitMembers(
      'children',
      children.map((child) => code`${ownKey(child.name)}: ${name(child.constant)}`),
    ),
  ];
  return code`/** ${commentText(doc)} */\nconst ${name(constant)} = ${scope.use('createXmlElement')}(${emitObject(parts, '')});`;
}

function emitMembers(key: string, members: readonly Code[]): Code[] {
  return members.length === 0 ? [] : [code`${name(key)}: ${emitObject(members, '  ')}`];
}

const SHORT = 60;

/** Emits an object literal. Longer ones take one line per member, so that a change affects one line. */
function emitObject(members: readonly Code[], indent: string): Code {
  const short = join(members, ', ', '{ ', ' }');
  if (members.length === 0) return code`{}`;
  return short.source.length <= SHORT && !short.source.includes('\n')
    ? short
    : join(members, `,\n${indent}  `, `{\n${indent}  `, `,\n${indent}}`);
}

function emitTarget({ field, separator }: XmlTarget, fields: readonly FieldPlan[]): Code {
  const column = code`columns.${name(fields[field]?.key ?? '')}`;
  return separator === null ? column : code`{ column: ${column}, separator: ${literal(separator)} }`;
}

function emitRecords(
  { document, anywhere, record, onNoRecords }: XmlPlan,
  { encoding, maxRecordBytes }: Plan,
  scope: Scope,
): Statement {
  const elsewhere = anywhere === null ? code`null` : name(anywhere);
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a document's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('XmlRecordSource')}<keyof typeof columns>`,
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const paths = { columns, document: ${name(document)}, anywhere: ${elsewhere}, record: ${name(record)}, encoding: ${literal(encoding)}, onNoRecords: ${literal(onNoRecords)} as const, maxRecordBytes };`,
      code`return ${scope.use('createXmlRecordSource')}(paths, options.from);`,
    ],
  });
}

import { type Code, code, indentRest, join, literal, name, nothing } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../../emitting/code/statements.ts';
import { emitReadRecord } from '../../fields/read-record.ts';
import type { RecordTypePlan, RecordTypesPlan } from '../../plan/record-types-plan.ts';
import { emitSetting } from '../model/settings.ts';
import { createRawRecord, emitColumns, emitElement, emitXmlSettings } from './emit-records.ts';
import { combineXmlPlans, type XmlPlan } from './plan.ts';

/** Emits the statements that read a document with several record types. */
export function emitXmlTypes(module: RecordTypesPlan, scope: Scope): Statement[] {
  const { types } = module;
  const first = firstFields(types);
  return [
    ...types.map(({ plan }, type) => emitColumns(plan.fields, name(plan.names.columns), first[type] ?? 0).source),
    ...types.map(({ plan }) => emitReadRecord(plan, createRawRecord(name(plan.names.columns), scope), scope)),
    emitRecords(module, scope),
  ];
}

/** Returns the number of the first field of each type. The fields are numbered through all types. */
function firstFields(types: readonly RecordTypePlan[]): number[] {
  let next = 0;
  return types.map(({ plan }) => {
    const first = next;
    next += plan.fields.length;
    return first;
  });
}

/** Emits the limits of records that wait for the end of the record around them. */
function emitHeld({ types, documents }: RecordTypesPlan): Code {
  if (documents === null || !types.some(({ isHeld }) => isHeld)) return nothing;
  return code`  held: { maxBytes: ${documents.maxBytes}, maxRecords: ${documents.maxRecords} },\n`;
}

function emitRecords(module: RecordTypesPlan, scope: Scope): Statement {
  const { types, encoding, maxRecordBytes } = module;
  // This format created the plans.
  const plans = types.map(({ plan }) => plan.formatOperand as XmlPlan);
  const { document, anywhere } = combineXmlPlans(plans, firstFields(types));
  const fields = types.flatMap(({ plan }) => plan.fields.map(({ key }) => ({ key, columns: plan.names.columns })));
  const columnOf = (field: number) => code`${name(fields[field]?.columns ?? '')}.${name(fields[field]?.key ?? '')}`;
  const elsewhere = anywhere === null ? code`null` : emitElement(anywhere, columnOf, scope);
  const onNoRecords = plans[0]?.onNoRecords ?? 'FATAL';
  const all = join(
    fields.map((_, field) => code`field${field}: ${field}`),
    ', ',
    '{ ',
    ' }',
  );
  const indented = (element: Code) => indentRest(element, '  ');
  return functionStatement({
    name: code`records`,
    doc: code`Creates the source of a document's records.`,
    parameters: [{ name: 'options', type: scope.useType('TransformOptions') }],
    returns: code`${scope.useType('XmlRecordSource')}<string>`,
    body: [
      code`const maxRecordBytes = ${scope.use('limitRecordBytes')}(${maxRecordBytes}, options);`,
      code`const types = [
${types.map((type, index) => emitType(type, { index, types, scope }))}
];`,
      code`const paths = {
  columns: ${all},
  document: ${indented(emitElement(document, columnOf, scope))},
  anywhere: ${indented(elsewhere)},
  record: ${scope.use('createXmlElement')}({}),
  types,
  encoding: ${literal(encoding)},
  onNoRecords: ${literal(onNoRecords)} as const,
  maxRecordBytes,
${emitHeld(module)}${emitXmlSettings(plans[0]?.settings ?? {}).map((member) => code`  ${member},\n`)}};`,
      code`return ${scope.use('createXmlRecordSource')}<string>(paths, options.from);`,
    ],
  });
}

interface TypeContext {
  readonly index: number;
  readonly types: readonly RecordTypePlan[];
  readonly scope: Scope;
}

function emitType({ plan }: RecordTypePlan, { index, types, scope }: TypeContext): Code {
  // This format created the plan.
  const { record } = plan.formatOperand as XmlPlan;
  const columnOf = (field: number) => code`${name(plan.names.columns)}.${name(plan.fields[field]?.key ?? '')}`;
  const isEnclosing = types.some(({ place }) => place.parent === index);
  const element = emitElement(record, columnOf, scope);
  const members = [
    code`columns: ${name(plan.names.columns)}`,
    code`record: ${indentRest(element, '    ')}`,
    code`isEnclosing: ${emitSetting(isEnclosing)}`,
    ...(isEnclosing && types[index]?.isHeld === true ? [code`isHeld: true`] : []),
  ];
  return element.source.includes('\n')
    ? code`  {\n    ${join(members, ',\n    ')},\n  },`
    : code`  { ${join(members, ', ')} },`;
}

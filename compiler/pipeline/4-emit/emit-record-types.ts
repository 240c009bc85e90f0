import {
  type Code,
  code,
  commentText,
  indentRest,
  join,
  literal,
  name,
  nothing,
  propertyKey,
} from '../../emitting/code/literal.ts';
import { print } from '../../emitting/code/print.ts';
import { Scope } from '../../emitting/code/scope.ts';
import { functionStatement, type Statement } from '../../emitting/code/statements.ts';
import { emitRecordInterface, type FieldTyper, type MemberType } from '../../language/fields/record-interface.ts';
import { emitTextOrNull, emitValues } from '../../language/fields/read-record.ts';
import { emitRelations } from '../../language/fields/relations.ts';
import { encoderOf } from '../../emitting/encoders/encoders.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import { emitSetting } from '../../language/formats/model/settings.ts';
import { findLateWarnings } from '../../language/formats/model/run-warnings.ts';
import { emitSplits } from '../../language/formats/model/splits.ts';

import type { WorkbookPlace } from '../../kernel/xlsx/read-workbook.ts';
import type { RecordTypePlan, RecordTypesPlan } from '../../language/plan/record-types-plan.ts';
import { apart, HEAD } from './emit-module.ts';
import { describeDocuments, emitDocumentInfo } from './document-info.ts';
import type { FastTypesModule } from './emit-fast-types.ts';
import { fileNameOf } from './file-name.ts';
import { emitField, emitFileRule } from './emit-file-rule.ts';
import { emitFieldsOf } from './emit-fields.ts';
import { emitCheckCall, emitCheckParameters, emitChecks, emitMessageFunctions } from './message.ts';
import {
  emitEncoder,
  emitFieldInfos,
  emitMaskKeys,
  emitOpenMaskKeys,
  emitOpenReference,
  emitReaderWarnings,
  emitReadsFileName,
  emitReference,
  emitRunWarnings,
  readsPlace,
  emitBytes,
  emitWorkbook,
} from './spec-info.ts';

/**
 * Returns the text of `generated/<name>.ts` for a spec with several types of records. Equal plans return equal text.
 * Without fast readers (`fast` is null), the module uses only careful readers.
 */
export function emitRecordTypes(module: RecordTypesPlan, fast: FastTypesModule | null = null): string {
  const scope = new Scope();
  const plans = module.types.map(({ plan }) => plan);
  // The plans of the types have the format of the module.
  const format = formatKinds[module.format as Format];
  if (format.emitTypes === null) throw new Error(`a spec of ${module.format} with record types passed the checks`);
  const sections: Statement[] = [
    emitSpecInfo(module, fast !== null, scope).source,
    ...emitTypeInterfaces(module),
    emitUnion(module, 'Record'),
    ...emitFieldsOf(plans, format.locator, scope),
    emitTextOrNull(module.nullTexts),
    ...plans.flatMap((plan) => [emitValues(plan), ...emitRelations(plan, scope)]),
    ...emitEnclosing(module),
    ...format.emitTypes(module, scope),
    ...module.types.flatMap(({ plan, place }, index) =>
      emitMessageFunctions(plan, scope, place.name, membersOf(module.types, index)),
    ),
    emitReader(module, fast, scope).source,
    ...emitExports(module, scope),
  ];
  const imported =
    fast === null ? [] : [code`import { fastTypes } from ${literal(`./${fileNameOf(module.name)}.fast.ts`)};`.source];
  return print([HEAD, scope.imports().source, ...imported, ...sections.map(apart)]);
}

function emitSpecInfo(module: RecordTypesPlan, isFast: boolean, scope: Scope): Code {
  const {
    name: specName,
    version,
    format,
    encoder,
    encoding,
    types,
    recordTypeMember,
    fileRules,
    block,
    documents,
    runWarnings,
    reference,
    maskKeys,
  } = module;
  const fileOnly = fileRules.filter(({ ruleId }) => documents?.rules.includes(ruleId) !== true);
  const hasFatalRule = [...fileOnly, block].some((rule) => rule?.severity === 'FATAL');
  const hasGate =
    hasFatalRule || findLateWarnings(runWarnings ?? undefined, formatKinds[format as Format].lateWarnings).length > 0;
  return code`/** The spec of this module. */
export const spec: ${scope.useType('SpecInfo')} = {
  name: ${literal(specName)},
  version: ${literal(version)},
  format: ${literal(format)},
  encoding: ${literal(encoding)},
  fields: [],
  recordTypes: [
${types.map((type) => emitTypeInfo(type, types))}
  ],
${emitBytes(
  format as Format,
  types.map(({ plan }) => plan.formatOperand),
)}${emitWorkbook(workbookOf(format, types))}${emitIsDocument(format, types)}${hasGate ? code`  hasGate: true,\n` : nothing}${emitRunWarnings(runWarnings)}${fileRules.some((rule) => rule.code === 'UNIQUE') ? code`  hasUniqueRules: true,\n` : nothing}${emitMember(recordTypeMember)}${emitDocumentInfo(describeDocuments(module))}${(documents === null ? types.every(({ repeat }) => repeat === null) : isFast) ? splitsOf(format, types) : nothing}${emitReadsFileName(types.flatMap(({ plan }) => plan.fields))}${emitReference(reference)}${emitMaskKeys(maskKeys)}${emitEncoder(encoder)}};`;
}

function workbookOf(format: string, [type]: readonly RecordTypePlan[]): WorkbookPlace | undefined {
  return type === undefined ? undefined : formatKinds[format as Format].workbook?.(type.plan.formatOperand);
}

/** Emits whether the records of the file, which may have others in them, are parts of a document. */
function emitIsDocument(format: string, types: readonly RecordTypePlan[]): Code {
  const outer = types.find(({ place }) => place.parent < 0)?.plan;
  const isDocument = outer !== undefined && formatKinds[format as Format].isDocument?.(outer.formatOperand) === true;
  return isDocument ? code`  isDocument: true,\n` : nothing;
}

function emitMember(member: string | null): Code {
  return member === null ? nothing : code`  recordTypeMember: ${literal(member)},\n`;
}

/** Emits which types form documents, and their limits. */
function emitDocuments(module: RecordTypesPlan, scope: Scope): Code {
  const { documents } = module;
  if (documents === null) return nothing;
  const types = join(
    documents.types.map((type) => code`${type}`),
    ', ',
    '[',
    ']',
  );
  const { maxBytes, maxRecords } = documents;
  const parts = module.types.flatMap(({ part, place }, type) =>
    part === null
      ? []
      : [
          code`{ type: ${type}, parent: ${place.parent}, member: ${literal(part.member)}, isList: ${emitSetting(part.isList)} }`,
        ],
  );
  if (parts.length === 0)
    return code`  documents: ${scope.use('createDocuments')}({ types: ${types}, maxBytes: ${maxBytes}, maxRecords: ${maxRecords} }),\n`;
  const { parts: createParts } = encoderOf(module);
  if (createParts === undefined) throw new Error(`messages with members of ${module.encoder} passed the checks`);
  // The formatter writes several objects in a line each.
  const list = parts.length === 1 ? join(parts, '', '[', ']') : join(parts, ',\n      ', '[\n      ', ',\n    ]');
  return code`  documents: ${scope.use('createDocuments')}({
    types: ${types},
    maxBytes: ${maxBytes},
    maxRecords: ${maxRecords},
    parts: ${scope.use(createParts)}(${list}),
  }),\n`;
}

/** Emits how files can be split. Records without line ends must have the same length in all types. */
function splitsOf(format: string, types: readonly RecordTypePlan[]): Code {
  // The plans of the types have the format of the module.
  const kind = formatKinds[format as Format];
  const all = types.map(({ plan }) => kind.splits(plan.formatOperand, plan));
  const [first = null] = all;
  if (types.some(({ plan }) => readsPlace(plan.fields))) return nothing;
  const isSame = all.every((splits) => JSON.stringify(splits) === JSON.stringify(first));
  return first === null || !isSame ? nothing : code`  splits: ${emitSplits(first)},\n`;
}

/** Emits the description of a record type. Like hand-written code, it takes one line only if it has one field. */
function emitTypeInfo({ plan, place, isPublished, part }: RecordTypePlan, types: readonly RecordTypePlan[]): Code {
  const members = [code`name: ${literal(place.name)}`, code`isPublished: ${emitSetting(isPublished)}`];
  if (part !== null) {
    const parent = types[place.parent]?.place.name ?? '';
    const { member, isList } = part;
    members.push(
      code`partOf: { type: ${literal(parent)}, member: ${literal(member)}, isList: ${emitSetting(isList)} }`,
    );
  }
  if (place.isGroup === true) members.push(code`isGroup: true`);
  const infos = emitFieldInfos(plan);
  if (plan.fields.length === 1) return code`    { ${join([...members, code`fields: ${infos}`], ', ')} },`;
  return code`    {
      ${join([...members, code`fields: ${indentRest(infos, '    ')}`], ',\n      ')},
    },`;
}

/** Returns the members of a type that are records of other types. */
function membersOf(types: readonly RecordTypePlan[], type: number): MemberType[] {
  return types.flatMap(({ part, place, plan }) =>
    part === null || place.parent !== type ? [] : [{ ...part, typeName: plan.typeName, recordType: place.name }],
  );
}

/** The length of the longest union on one line, without the text around it. */
const MAX_UNION = 97;

/** Emits the interface of each record type. */
export function emitTypeInterfaces({ types, name: specName }: RecordTypesPlan, typer?: FieldTyper): Statement[] {
  return types.flatMap(({ plan, place }, index) =>
    emitRecordInterface(
      plan,
      { recordType: place.name, doc: `A record of the type ${place.name} of ${specName}.` },
      typer,
      membersOf(types, index),
    ),
  );
}

/** Emits the union of the records of all types. */
export function emitUnion({ types, name: specName, description }: RecordTypesPlan, unionName: string): Statement {
  const members = types.map(({ plan }) => name(plan.typeName));
  const line = join(members, ' | ');
  const union = line.source.length <= MAX_UNION ? code` ${line}` : join(members, '\n  | ', '\n  | ');
  return code`/** ${commentText(description ?? `A record of ${specName}.`)} */\nexport type ${name(unionName)} =${union};`
    .source;
}

/** Emits the interface of the records whose values others copy. */
function emitEnclosing({ types }: RecordTypesPlan): Statement[] {
  const copied = [...new Set(types.flatMap(({ copiesFrom }) => copiesFrom))].sort((a, b) => a - b);
  const members = copied.flatMap((index) => {
    const type = types[index];
    return type === undefined ? [] : [code`  ${name(type.place.name)}?: ${name(type.plan.names.values)} | null;`];
  });
  if (members.length === 0) return [];
  return [
    code`/** The records whose values others copy. Null: the record was not processed. Absent: there was none. */
interface Enclosing {
${members}
}`.source,
  ];
}

function emitReader(module: RecordTypesPlan, fast: FastTypesModule | null, scope: Scope): Code {
  const { types, anyOrder, maxRecordBytes, hasSensitiveFields } = module;
  return code`const reader = {
  types: [
${types.map((type) => emitTypeReader(type, scope))}
  ],
  structure: {
    types: [
${types.map(emitPlace)}
    ],
    anyOrder: ${emitSetting(anyOrder)},
    onUnexpectedRecord: ${emitSeverity(module.onUnexpectedRecord)},
    onMissingRecord: ${emitSeverity(module.onMissingRecord)},
    onUnknownRecordType: ${emitSeverity(module.onUnknownRecordType)},
${emitBlock(module)}  },
  fileRules: ${module.fileRules.length === 0 ? code`[]` : code`[\n${module.fileRules.map((rule) => emitFileRule(rule, scope))}\n  ]`},
  maxRecordBytes: ${maxRecordBytes},
${emitDocuments(module, scope)}  hasSensitiveFields: ${emitSetting(hasSensitiveFields)},
${emitReaderWarnings(module.runWarnings)}${emitOpenReference(module.reference, scope)}${emitOpenMaskKeys(module.maskKeys, scope)}${fast === null ? nothing : emitFastReaders(module, fast, scope)}};`;
}

/** Emits the fast readers, with the functions of each type that they call. */
function emitFastReaders({ types, documents }: RecordTypesPlan, { careful }: FastTypesModule, scope: Scope): Code {
  const readers = types.flatMap(({ plan: { names }, place }, index) => {
    const functions = (careful[index] ?? []).map((own) =>
      own === names.validateTogether ? code`validateTogether: ${name(own)}` : name(own),
    );
    return functions.length === 0 ? [] : [code`    ${propertyKey(place.name)}: { ${join(functions, ', ')} },`];
  });
  const loop = documents === null ? nothing : code`  ${scope.use('createDocumentLoop')},\n`;
  if (types.every(({ repeat }) => repeat === null)) return code`  fast: fastTypes({\n${readers}\n  }),\n${loop}`;
  const inner = code`    fastTypes({\n${readers.map((reader) => code`  ${reader}`)}\n    }),`;
  const least = types.flatMap(({ repeat, place }) => (repeat === null ? [] : [code`${place.min}`]));
  const min = join(least, ', ', '[', ']');
  return code`  fast: ${scope.use('fastGroups')}(\n${inner}\n    repeats,\n    ${min},\n  ),\n${loop}`;
}

function emitBlock({ block }: RecordTypesPlan): Code {
  if (block === null) return nothing;
  return code`    block: { lines: ${block.lines}, severity: ${literal(block.severity)} as const },\n`;
}

function emitSeverity(severity: string | null): Code {
  return severity === null ? code`null` : code`${literal(severity)} as const`;
}

function emitTypeReader({ plan: { names }, place, isPublished, copiesFrom }: RecordTypePlan, scope: Scope): Code {
  const sources = join(
    copiesFrom.map((index) => code`${index}`),
    ', ',
    '[',
    ']',
  );
  return code`    ${scope.use('createTypeReader')}({
      name: ${literal(place.name)},
      isPublished: ${emitSetting(isPublished)},
      copiesFrom: ${sources},
      readRecord: ${name(names.readRecord)},
      toJson: ${name(names.toJson)},
      toKey: ${name(names.toKey)},
      toRecord: ${name(names.toRecord)},
    }),`;
}

function emitPlace({ place: { name: own, parent, min, max, anyOrder, isGroup }, counter }: RecordTypePlan): Code {
  const most = max === Infinity ? code`Infinity` : code`${max}`;
  const number = counter === null ? nothing : code`, number: ${emitField(counter)}`;
  return code`      { name: ${literal(own)}, parent: ${parent}, min: ${min}, max: ${most}, anyOrder: ${emitSetting(anyOrder)}${number}${isGroup === true ? code`, isGroup: true as const` : nothing} },`;
}

function emitExports({ types, format, reference }: RecordTypesPlan, scope: Scope): Statement[] {
  const { rawRecord } = formatKinds[format as Format];
  const options = scope.useType('TransformOptions');
  const checks = types.map(
    ({ plan, place }) =>
      code`  ${propertyKey(place.name)}: (member, record) => {\n  ${indentRest(code`${emitChecks(plan)}`, '  ')}\n  },`,
  );
  return [
    functionStatement({
      name: code`read`,
      isExported: true,
      doc: code`Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws FileFailure if the file cannot be read to its end, or has a FATAL issue as a whole.`,
      parameters: [
        { name: 'source', type: code`AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>` },
        { name: 'options', type: code`${scope.useType('ReadOptions')} = {}` },
      ],
      returns: code`AsyncGenerator<${scope.useType('RecordOutcome')}<Record>>`,
      body: [
        code`const run = ${scope.use('createTypedRun')}<${scope.useType(rawRecord)}, Record>(reader, {});`,
        code`return ${scope.use('readRecords')}(run, records(options), { chunks: source, options });`,
      ],
    }),
    functionStatement({
      name: code`check`,
      isExported: true,
      doc: code`Checks a plain object against the types and rules of the record type that its member recordType names.`,
      parameters: emitCheckParameters(reference, scope),
      returns: code`${scope.useType('Issue')}[]`,
      body: emitCheckCall(code`${scope.use('checkTypedRecord')}`, code`{\n${checks}\n}`, reference),
    }),
    functionStatement({
      name: code`createTransformer`,
      isExported: true,
      doc: code`Creates the transformer of one file: bytes in, batches of messages out.`,
      parameters: [{ name: 'options', type: code`${options} = {}` }],
      returns: scope.useType('Transformer'),
      body: [
        code`const run = ${scope.use('createTypedRun')}<${scope.useType(rawRecord)}, Record>(reader, options);`,
        code`return ${scope.use('createRecordTransformer')}(run, records(options), options);`,
      ],
    }),
  ];
}

import { type GivenName, givenOf } from '../../language/expressions/model/expression.ts';
import { expressionsOf } from '../../language/fields/computed.ts';
import type { FieldInfo, ReferenceInfo, SpecInfo, WarningSeverities } from '../../kernel/model/contract.ts';
import type { FieldPlan, Plan } from '../../language/plan/plan.ts';
import type { RecordTypesPlan } from '../../language/plan/record-types-plan.ts';
import type { Statement } from '../../emitting/code/statements.ts';
import type { Format } from '../../language/formats/file-formats.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import { emitSplits } from '../../language/formats/model/splits.ts';
import { findLateWarnings } from '../../language/formats/model/run-warnings.ts';
import { type Code, code, join, literal, name, nothing, propertyKey } from '../../emitting/code/literal.ts';
import type { MessageField } from '../../emitting/encoders/model/encoder.ts';
import { messageFieldOf } from '../../language/fields/message-fields.ts';
import { DEFAULT_ENCODER, encoderOf, type EncoderName } from '../../emitting/encoders/encoders.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { describeDocuments } from './document-info.ts';

/** Returns the descriptions of the fields of a plan as an array literal. */
export function emitFieldInfos({ fields, encoder, numbersAs }: Plan): Code {
  const infos = fields
    .filter(isShown)
    .map(
      (field) =>
        code`{ name: ${literal(field.messageName)}, type: ${literal(field.type)}, sensitive: ${field.sensitive ? code`true` : code`false`}${field.isPublished ? nothing : code`, isPublished: false`}${field.isMaskedText ? code`, isMasked: true` : nothing}${encoder === DEFAULT_ENCODER ? nothing : emitFacts(messageFieldOf(field, numbersAs), encoder)} }`,
    );
  return infos.length === 1 ? join(infos, '', '[', ']') : join(infos, ',\n    ', '[\n    ', ',\n  ]');
}

/** Returns whether a module describes a field. Of a masked one, it describes only the text that replaces the value. */
function isShown({ mask }: FieldPlan): boolean {
  return mask === null;
}

/** Emits what a schema needs to know about a field. */
function emitFacts(field: MessageField, encoder: EncoderName): Code {
  const members = (['scale', 'minimum', 'maximum'] as const).flatMap((own) => {
    const value = field[own];
    return value === null ? [] : [code`, ${name(own)}: ${value}`];
  });
  const schema = encoderOf({ encoder }).schema?.typeOf(field);
  const described = schema === undefined ? nothing : code`, schema: ${literal(JSON.stringify(schema))}`;
  return code`, isNullable: ${field.isNullable ? code`true` : code`false`}${join(members, '')}${described}`;
}

/** Returns whether an expression reads the place of the record in the file, which is known only to a reader of all of it. */
export function readsPlace(fields: readonly FieldPlan[]): boolean {
  return givenNames(fields).some((name) => name === 'record.number' || name === 'record.line');
}

/** Returns whether an expression reads the line of the record, which the fast reader does not count. */
export function readsLine(fields: readonly FieldPlan[]): boolean {
  return givenNames(fields).includes('record.line');
}

/** Returns the member of a spec's description for messages that depend on the name of the file. Empty otherwise. */
export function emitReadsFileName(fields: readonly FieldPlan[]): Code {
  return readsFileName(fields) ? code`  readsFileName: true,\n` : nothing;
}

function givenNames(fields: readonly FieldPlan[]): GivenName[] {
  return expressionsOf(fields).flatMap(({ expression }) => givenOf(expression));
}

/** What a program needs to know of a spec before it loads its module. */
export type SpecContents = Pick<
  SpecInfo,
  'fields' | 'recordTypes' | 'documents' | 'isBinary' | 'workbook' | 'readsFileName' | 'reference' | 'maskKeys'
>;

/** Returns what the module of a spec says about its fields, which need not be loaded for it. */
export function describeContents(plan: Plan<Format>): SpecContents {
  const { fields, reference, maskKeys, format, formatOperand } = plan;
  const { isBinary, workbook } = formatKinds[format];
  return {
    fields: describeFields(plan),
    ...(isBinary?.(formatOperand) === true && { isBinary: true }),
    ...(workbook !== undefined && { workbook: workbook(formatOperand) }),
    ...(readsFileName(fields) && { readsFileName: true }),
    ...(reference.length > 0 && { reference }),
    ...(maskKeys.length > 0 && { maskKeys }),
  };
}

/** Like describeContents(), for a spec with several types of records. */
export function describeTypeContents(module: RecordTypesPlan): SpecContents {
  const { types, reference, maskKeys } = module;
  const documents = describeDocuments(module);
  const recordTypes = types.map(({ plan, place, isPublished, part }) => ({
    name: place.name,
    isPublished,
    fields: describeFields(plan),
    ...(part !== null && { partOf: { type: types[place.parent]?.place.name ?? '', ...part } }),
    ...(place.isGroup === true && { isGroup: true as const }),
  }));
  const all = types.flatMap(({ plan }) => plan.fields);
  return {
    fields: [],
    recordTypes,
    ...(documents !== undefined && { documents }),
    ...(readsFileName(all) && { readsFileName: true }),
    ...(reference.length > 0 && { reference }),
    ...(maskKeys.length > 0 && { maskKeys }),
  };
}

function describeFields({ fields, encoder, numbersAs }: Plan): FieldInfo[] {
  const form = encoderOf({ encoder }).schema;
  return fields.filter(isShown).map((field) => ({
    ...{ name: field.messageName, type: field.type, sensitive: field.sensitive },
    ...(!field.isPublished && { isPublished: false as const }),
    ...(field.isMaskedText && { isMasked: true as const }),
    ...(form !== undefined && { schema: JSON.stringify(form.typeOf(messageFieldOf(field, numbersAs))) }),
  }));
}

function readsFileName(fields: readonly FieldPlan[]): boolean {
  return givenNames(fields).includes('file.name');
}

/** Emits the encoding of the messages, as a member of the description of a spec. Empty for the default. */
export function emitEncoder(encoder: EncoderName): Code {
  return encoder === DEFAULT_ENCODER ? nothing : code`  encoder: ${literal(encoder)},\n`;
}

/** Emits the reference tables of a spec, as a member of its description. Empty if it has none. */
export function emitReference(reference: readonly ReferenceInfo[]): Code {
  if (reference.length === 0) return nothing;
  const tables = reference.map(({ name: own, key, file, columns }) => {
    const read = join(
      columns.map((column) => literal(column)),
      ', ',
      '[',
      ']',
    );
    const from = file === undefined ? nothing : code`, file: ${literal(file)}`;
    return code`{ name: ${literal(own)}, key: ${literal(key)}${from}, columns: ${read} }`;
  });
  return tables.length === 1
    ? code`  reference: ${join(tables, '', '[', ']')},\n`
    : code`  reference: ${join(tables, ',\n    ', '[\n    ', ',\n  ]')},\n`;
}

/** Emits the keys that the masks of a spec need, as a member of its description. Empty if they need none. */
export function emitMaskKeys(keys: readonly string[]): Code {
  const names = keys.map((key) => literal(key));
  return keys.length === 0 ? nothing : code`  maskKeys: ${join(names, ', ', '[', ']')},\n`;
}

/** Emits the function that finds the keys of masks, as a member of the reader of a module. */
export function emitOpenMaskKeys(keys: readonly string[], scope: Scope): Code {
  return keys.length === 0 ? nothing : code`  openMaskKeys: ${scope.use('openMaskKeys')}(spec.maskKeys ?? []),\n`;
}

/** Emits the function that finds the reference tables of a run, as a member of the reader of a module. */
export function emitOpenReference(reference: readonly ReferenceInfo[], scope: Scope): Code {
  return reference.length === 0
    ? nothing
    : code`  openReference: ${scope.use('openReference')}(spec.reference ?? []),\n`;
}

/** Emits the severities of run warnings, as a member of the description of a spec. */
export function emitRunWarnings(severities: WarningSeverities | null): Code {
  if (severities === null) return nothing;
  const members = Object.entries(severities).flatMap(([warning, severity]) =>
    severity === undefined ? [] : [code`${propertyKey(warning)}: ${literal(severity)}`],
  );
  return members.length === 0 ? nothing : code`  runWarnings: ${join(members, ', ', '{ ', ' }')},\n`;
}

/** Emits the severities of run warnings, as a member of the reader of a module. */
export function emitReaderWarnings(severities: WarningSeverities | null): Code {
  return emitRunWarnings(severities) === nothing ? nothing : code`  runWarnings: spec.runWarnings,\n`;
}

/** Emits whether bytes of files are no text, and how the lengths of blocks count, as members of the description of a spec. */
export function emitBytes(format: Format, formatPlans: readonly Plan<Format>['formatOperand'][]): Code {
  const { isBinary, blockLengths } = formatKinds[format];
  const [first] = formatPlans;
  const blocks = first === undefined ? null : (blockLengths?.(first) ?? null);
  return code`${formatPlans.some((own) => isBinary?.(own) === true) ? code`  isBinary: true,\n` : nothing}${blocks === null ? nothing : code`  blockLengths: { included: ${blocks.included ? code`true` : code`false`} },\n`}`;
}

/**
 * Emits `export const spec`, which describes the compiled spec: name, version, format, encoding, fields and how its
 * files can be split.
 */
export function emitSpecInfo(plan: Plan<Format>, scope: Scope): Statement[] {
  const { version, format, encoder, encoding, fields, runWarnings } = plan;
  const list = emitFieldInfos(plan);
  const splits = readsPlace(fields) ? null : formatKinds[format].splits(plan.formatOperand, plan);
  const hasGate = findLateWarnings(runWarnings ?? undefined, formatKinds[format].lateWarnings).length > 0;
  return [
    code`/** The spec of this module. */
export const spec: ${scope.useType('SpecInfo')} = {
  name: ${literal(plan.name)},
  version: ${literal(version)},
  format: ${literal(format)},
  encoding: ${literal(encoding)},
  fields: ${list},
${emitBytes(format, [plan.formatOperand])}${emitWorkbook(formatKinds[format].workbook?.(plan.formatOperand))}${formatKinds[format].isDocument?.(plan.formatOperand) === true ? code`  isDocument: true,\n` : nothing}${hasGate ? code`  hasGate: true,\n` : nothing}${emitRunWarnings(runWarnings)}${splits === null ? nothing : code`  splits: ${emitSplits(splits)},\n`}${emitReadsFileName(fields)}${emitReference(plan.reference)}${emitMaskKeys(plan.maskKeys)}${emitEncoder(encoder)}};`
      .source,
  ];
}

/** Emits where the records of a workbook are. Empty if the files are no workbooks. */
export function emitWorkbook(place: SpecInfo['workbook']): Code {
  if (place === undefined) return nothing;
  const { sheet, range } = place;
  const cells = range === undefined ? nothing : code`, range: ${literal(range)}`;
  return code`  workbook: { sheet: ${literal(sheet)}${cells} },\n`;
}

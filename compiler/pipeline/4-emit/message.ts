import { encoderOf } from '../../emitting/encoders/encoders.ts';
import { messageFieldsOf } from '../../language/fields/message-fields.ts';
import { typeKinds } from '../../language/types/type-kinds.ts';
import type { FieldPlan, Plan } from '../../language/plan/plan.ts';
import type { FastModule } from './emit-fast.ts';
import { type Code, code, indentRest, join, literal, name, nothing, propertyKey } from '../../emitting/code/literal.ts';
import { hasRelations, relatedFields } from '../../language/fields/relations.ts';
import { type MemberType, typeOf } from '../../language/fields/record-interface.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { emitOpenMaskKeys, emitOpenReference, emitReaderWarnings } from './spec-info.ts';
import { functionStatement, type Statement } from '../../emitting/code/statements.ts';

/**
 * Emits the functions that convert a record's values to a message, a key and a typed object, and the exports of the
 * module.
 */
export function emitMessage(plan: Plan, scope: Scope, fast: FastModule | null): Statement[] {
  return [...emitMessageFunctions(plan, scope), emitReader(plan, fast, scope), ...emitExports(plan, scope)];
}

/**
 * Emits the functions that convert a record's values to a message, a key and a typed object. `recordType` is the name of
 * its type, or null if the module has one type.
 */
export function emitMessageFunctions(
  plan: Plan,
  scope: Scope,
  recordType: string | null = null,
  members: readonly MemberType[] = [],
): Statement[] {
  return [emitToMessage(plan, scope), emitToKey(plan, scope), emitToRecord(plan, scope, { recordType, members })];
}

function emitToMessage(plan: Plan, scope: Scope): Statement {
  const { names } = plan;
  const { doc, returns, emit } = encoderOf(plan).values;
  return functionStatement({
    name: name(names.toJson),
    doc: code`Returns the message of a record: ${doc}.`,
    parameters: [{ name: 'values', type: name(names.values) }],
    returns: name(returns),
    body: emit(messageFieldsOf(plan), ({ key }) => code`values.${name(key)}`, scope),
  });
}

function emitToKey({ key, fields, names }: Plan, scope: Scope): Statement {
  const keyFields = key.flatMap((place) => fields[place] ?? []);
  const texts = keyFields.map((field) => textOf(field, scope));
  const single = texts.length === 1 ? texts[0] : undefined;
  const value =
    texts.length === 0 ? code`null` : (single ?? code`${scope.use('toCompositeKey')}(${join(texts, ', ', '[', ']')})`);
  return functionStatement({
    name: name(names.toKey),
    doc: code`Returns the key of a record's message, or null if it has none.`,
    parameters: [{ name: texts.length === 0 ? '_' : 'values', type: name(names.values) }],
    returns: code`string | null`,
    body: [code`return ${value};`],
  });
}

function textOf({ key, type }: FieldPlan, scope: Scope): Code {
  return typeKinds[type].form === 'boolean'
    ? code`${scope.use('formatBoolean')}(values.${name(key)})`
    : code`values.${name(key)}`;
}

interface TypedMembers {
  readonly recordType: string | null;
  /** The members that the kernel fills with records of other types. */
  readonly members: readonly MemberType[];
}

function emitToRecord(
  { fields, typeName, names }: Plan,
  scope: Scope,
  { recordType, members }: TypedMembers,
): Statement {
  const empty = members.map(({ member, isList }) => code`  ${propertyKey(member)}: ${isList ? code`[]` : code`null`},`);
  const lines = fields
    .filter(({ isPublished }) => isPublished)
    .map((field) => {
      // A required field is null only in a record that failed, so its type excludes null.
      const cast = field.isNeverNull ? code` as ${typeOf(field)}` : code``;
      return code`  ${propertyKey(field.messageName)}: ${recordValue(field, scope)}${cast},`;
    });
  const isMember = fields.some((field) => field.name === 'recordType' && field.recordType !== undefined);
  const discriminator = recordType === null || isMember ? nothing : code`  recordType: ${literal(recordType)},\n`;
  return functionStatement({
    name: name(names.toRecord),
    doc: code`Returns the record as an object.`,
    parameters: [{ name: 'values', type: name(names.values) }],
    returns: name(typeName),
    body: [code`return {\n${discriminator}${[...lines, ...empty]}\n};`],
  });
}

function recordValue({ key, type, integerAs }: FieldPlan, scope: Scope): Code {
  return typeKinds[type].recordValue(code`values.${name(key)}`, integerAs, scope);
}

function emitReader(
  { maxRecordBytes, hasSensitiveFields, runWarnings, reference, maskKeys }: Plan,
  fast: FastModule | null,
  scope: Scope,
): Statement {
  const careful =
    fast === null
      ? nothing
      : join(
          fast.careful.map((own) => name(own)),
          ', ',
          '{ ',
          ' }',
        );
  return code`const reader = {
  readRecord,
  toJson,
  toKey,
  toRecord,
  maxRecordBytes: ${maxRecordBytes},
  hasSensitiveFields: ${hasSensitiveFields ? code`true` : code`false`},
${emitReaderWarnings(runWarnings)}${emitOpenReference(reference, scope)}${emitOpenMaskKeys(maskKeys, scope)}${fast === null ? nothing : code`  fast: fastReader(${careful}),\n`}};`
    .source;
}

/** Returns the parameters of the function `check`. Those of a spec with reference tables have options. */
export function emitCheckParameters(reference: Plan['reference'], scope: Scope): { name: string; type: Code }[] {
  const value = { name: 'value', type: code`unknown` };
  return reference.length === 0
    ? [value]
    : [value, { name: 'options', type: code`${scope.useType('ReadOptions')} = {}` }];
}

/** Returns the body of the function `check`, which calls a function of the kernel with the value and `checks`. */
export function emitCheckCall(callee: Code, checks: Code, reference: Plan['reference']): Code[] {
  if (reference.length === 0) return [code`return ${callee}(value, ${checks});`];
  return [
    code`const tables = reader.openReference(options.reference);`,
    code`return ${callee}(\n  value,\n  ${indentRest(checks, '  ')},\n  tables,\n);`,
  ];
}

/** Emits the statements that check all members of an object, and then the rules that need several of them. */
export function emitChecks({ fields: all, names }: Plan): Code[] {
  // An object has masked texts, which say nothing of the values.
  const fields = all.filter(({ mask }) => mask === null);
  // An object need not have the values that no message contains.
  const call = (field: FieldPlan) => {
    const own = code`member(${literal(field.messageName)})`;
    const check = code`${name(`check${field.functionName}`)}(${own}, record)`;
    if (field.isPublished) return check;
    return field.isRelated ? code`${own} === null ? null : ${check}` : code`if (${own} !== null) ${check}`;
  };
  if (!hasRelations(all)) return fields.map((field) => code`  ${call(field)};`);
  const empty = relatedFields(all).map(({ key }) => code`${name(key)}: null`);
  return [
    code`  const values: ${name(names.relatedValues)} = ${join(empty, ', ', '{ ', ' }')};`,
    ...fields.map((field) => code`  ${field.isRelated ? code`values.${name(field.key)} = ` : nothing}${call(field)};`),
    code`  ${name(names.validateTogether)}(values, record);`,
  ];
}

function emitExports(plan: Plan, scope: Scope): Statement[] {
  const options = code`${scope.useType('TransformOptions')}`;
  return [
    functionStatement({
      name: code`read`,
      isExported: true,
      doc: code`Reads a file record by record. A field whose type excludes null is null only in a record that failed. @throws FileFailure if the file cannot be read to its end.`,
      parameters: [
        { name: 'source', type: code`AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>` },
        { name: 'options', type: code`${scope.useType('ReadOptions')} = {}` },
      ],
      returns: code`AsyncGenerator<${scope.useType('RecordOutcome')}<${name(plan.typeName)}>>`,
      body: [code`return ${scope.use('readRecords')}(reader, records(options), { chunks: source, options });`],
    }),
    functionStatement({
      name: code`check`,
      isExported: true,
      doc: code`Checks a plain object against the types and rules of the fields.`,
      parameters: emitCheckParameters(plan.reference, scope),
      returns: code`${scope.useType('Issue')}[]`,
      body: emitCheckCall(
        code`${scope.use('checkRecord')}`,
        code`(member, record) => {\n${emitChecks(plan)}\n}`,
        plan.reference,
      ),
    }),
    functionStatement({
      name: code`createTransformer`,
      isExported: true,
      doc: code`Creates the transformer of one file: bytes in, batches of messages out.`,
      parameters: [{ name: 'options', type: code`${options} = {}` }],
      returns: scope.useType('Transformer'),
      body: [code`return ${scope.use('createRecordTransformer')}(reader, records(options), options);`],
    }),
  ];
}

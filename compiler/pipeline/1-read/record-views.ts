import type { AnySpec, Field, RecordType, RecordTypesSpec, Spec } from './spec-shape.ts';

/** Returns whether a spec has several types of records. */
export function hasRecordTypes(spec: AnySpec): spec is RecordTypesSpec {
  return 'recordTypes' in spec && spec.recordTypes !== undefined;
}

/**
 * Returns a spec with one type of records unchanged. Throws Error for any other spec, because `use` does not support
 * several types.
 */
export function requireOneType(spec: AnySpec, use: string): Spec {
  if (hasRecordTypes(spec)) throw new Error(`${use} does not support specs with recordTypes`);
  return spec;
}

/**
 * Returns each record type of a spec as a spec of its own: the settings of the spec with the contents of the type.
 * `when` becomes `recordWhen` and `recordPath`. A field that is copied gets the type of its source. A field with an unknown source is
 * left out.
 */
export function viewRecordTypes(spec: RecordTypesSpec): Spec[] {
  const { recordTypes, fileRules: _, ...settings } = withTypeMember(spec);
  return recordTypes.map(({ when, messageKey, recordLength, delimiter, correctionRules, validationRules, fields }) => ({
    ...settings,
    ...(when?.path !== undefined && { recordPath: when.path }),
    ...recordWhenOf(when),
    ...(recordLength !== undefined && { recordLength }),
    ...(delimiter !== undefined && { delimiter }),
    ...(messageKey !== undefined && { messageKey }),
    ...(correctionRules !== undefined && { correctionRules }),
    ...(validationRules !== undefined && { validationRules }),
    fields: fields.flatMap((field) => resolveField(field, recordTypes)),
  }));
}

/**
 * Returns the spec with `recordTypeMember` as the first field of each type whose records are published: a computed field
 * with the name of the type. So each tool knows the member as it knows fields.
 */
export function withTypeMember(spec: RecordTypesSpec): RecordTypesSpec {
  const { recordTypeMember: name, ...rest } = spec;
  if (name === undefined) return spec;
  const withMember = (type: RecordType): RecordType =>
    type.publish === false || type.as !== undefined
      ? type
      : { ...type, fields: [{ name, type: 'STRING', value: JSON.stringify(type.name) }, ...type.fields] };
  return { ...rest, recordTypes: spec.recordTypes.map(withMember) };
}

/** Returns the conditions of `when`, if there are any: a path alone has none. */
function recordWhenOf(when: RecordType['when']): Pick<Spec, 'recordWhen'> {
  if (when === undefined) return {};
  const { path, ...recordWhen } = when;
  return path === undefined || Object.keys(recordWhen).length > 0 ? { recordWhen } : {};
}

/** Returns how many rules of a spec have the severity ERROR, which is the default of rules that check values. */
export function countErrorRules(spec: AnySpec): number {
  const holders = hasRecordTypes(spec) ? spec.recordTypes : [spec];
  const rules = holders.flatMap(({ validationRules = [] }) => validationRules);
  return rules.filter(({ severity = 'ERROR' }) => severity === 'ERROR').length;
}

/** A field of a record type as its author wrote it. */
export type TypedField = RecordType['fields'][number];

/** The source of a copied field. */
export interface FieldSource {
  readonly type: RecordType;
  readonly field: TypedField;
}

/** Splits `batch.creditor` into the names of the type and of the field. The field is empty if there is no dot. */
export function splitSource(from: string): { type: string; field: string } {
  const dot = from.indexOf('.');
  return dot < 0 ? { type: from, field: '' } : { type: from.slice(0, dot), field: from.slice(dot + 1) };
}

/** Finds the field that a field is copied from. Returns null if there is none. */
export function findSource(from: string, types: readonly RecordType[]): FieldSource | null {
  const { type: typeName, field: fieldName } = splitSource(from);
  const type = types.find(({ name }) => name === typeName);
  const field = type?.fields.find(({ name }) => name === fieldName);
  return type === undefined || field === undefined ? null : { type, field };
}

/** Returns the field with the type of its source, and with its sensitivity. Empty if it has no source with a type. */
function resolveField(field: TypedField, types: readonly RecordType[]): Field[] {
  const { type, from, ...rest } = field;
  if (type !== undefined) return [{ ...rest, type }];
  const source = from === undefined ? null : findOrigin(from, types);
  if (from === undefined || source?.type === undefined) return [];
  const isSensitive = field.sensitive === true || source.sensitive === true;
  return [
    {
      ...rest,
      from,
      type: source.type,
      ...(source.format !== undefined && { format: source.format }),
      ...(isSensitive && { sensitive: true }),
    },
  ];
}

/** Follows copies of copies to the field that is read from the file. Returns null if there is none. */
function findOrigin(from: string, types: readonly RecordType[]): TypedField | null {
  let found = findSource(from, types)?.field ?? null;
  let isSensitive = found?.sensitive === true;
  let isMasked = found?.mask !== undefined;
  for (let steps = 0; found?.from !== undefined; steps++) {
    if (steps > types.length) return null;
    found = findSource(found.from, types)?.field ?? null;
    isSensitive ||= found?.sensitive === true;
    isMasked ||= found?.mask !== undefined;
  }
  if (found === null || !(isSensitive || isMasked)) return found;
  if (!isMasked) return { ...found, sensitive: true };
  const { format: _, ...masked } = found;
  return { ...masked, type: 'STRING', sensitive: true };
}

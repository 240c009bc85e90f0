import { type MaskPlan, planMask } from '../../language/masks/mask-kinds.ts';
import { findSource, splitSource } from './record-views.ts';
import type { AnySpec, Field, RecordTypesSpec } from './spec-shape.ts';

/** What a mask needs to know of a field. */
type MaskableField = Pick<Field, 'name' | 'mask'>;

/** A field as it is planned. The text that replaces a masked value is a field of its own. */
export type PlannedField<F = Field> = F & {
  /** The name of the field whose masked text this is. Absent: it is a field of the spec. */
  readonly maskOf?: string;
};

/** Returns the masks of fields, by their names. */
export function masksOf(fields: readonly MaskableField[]): ReadonlyMap<string, MaskPlan> {
  return new Map(fields.flatMap(({ name, mask }) => (mask === undefined ? [] : [[name, planMask(mask)] as const])));
}

/** Returns the name of the field with the masked text of another, which no field of the record has. */
function maskedName(name: string, fields: readonly Pick<Field, 'name'>[]): string {
  const masked = `${name} masked`;
  return fields.some((field) => field.name === masked) ? maskedName(masked, fields) : masked;
}

/**
 * Returns the fields with each masked field as two: the field of the spec, which is not published, and after it one
 * that is computed from it, whose value is the masked text. So masked texts are read, keyed and published in one way.
 */
export function withMaskedTexts<F extends Field>(fields: readonly F[]): readonly PlannedField<F>[] {
  if (fields.every(({ mask }) => mask === undefined)) return fields;
  return fields.flatMap((field): PlannedField<F>[] => {
    if (field.mask === undefined) return [field];
    const masked = {
      ...{ name: maskedName(field.name, fields), type: 'STRING', value: `field(${JSON.stringify(field.name)})` },
      ...{ sensitive: true, maskOf: field.name },
      ...(field.publish !== undefined && { publish: field.publish }),
    };
    // It has the keys that each computed field has.
    return [{ ...field, publish: false }, masked as unknown as PlannedField<F>];
  });
}

/** Returns a spec whose record types have their masked texts as fields, which copies of masked fields read. */
export function withMaskedTypes(spec: RecordTypesSpec): RecordTypesSpec {
  const { recordTypes } = spec;
  if (recordTypes.every(({ fields }) => fields.every(({ mask }) => mask === undefined))) return spec;
  type TypeFields = RecordTypesSpec['recordTypes'][number]['fields'];
  const readMasked = (field: TypeFields[number]): TypeFields[number] => {
    const source = field.from === undefined ? null : findSource(field.from, recordTypes);
    if (field.from === undefined || source?.field.mask === undefined) return field;
    return { ...field, from: `${splitSource(field.from).type}.${maskedName(source.field.name, source.type.fields)}` };
  };
  return {
    ...spec,
    recordTypes: recordTypes.map((type) => ({
      ...type,
      // A copied field has a type once it is resolved.
      fields: withMaskedTexts(type.fields.map(readMasked) as Field[]) as TypeFields,
    })),
  };
}

/** Returns a spec in which each masked field is sensitive, unless its author says otherwise, which a check reports. */
export function withSensitiveMasks<S extends AnySpec>(spec: S): S {
  const fieldsOf = <F extends MaskableField & { sensitive?: boolean | undefined }>(fields: readonly F[]): F[] =>
    fields.map((field) =>
      field.mask !== undefined && field.sensitive === undefined ? { ...field, sensitive: true } : field,
    );
  if ('recordTypes' in spec && spec.recordTypes !== undefined)
    return { ...spec, recordTypes: spec.recordTypes.map((type) => ({ ...type, fields: fieldsOf(type.fields) })) };
  return 'fields' in spec && spec.fields !== undefined ? { ...spec, fields: fieldsOf(spec.fields) } : spec;
}

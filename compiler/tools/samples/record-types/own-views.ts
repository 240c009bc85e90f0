import { hasPlace } from '../../../pipeline/1-read/computed-fields.ts';
import { findSource, viewRecordTypes } from '../../../pipeline/1-read/record-views.ts';
import type {
  CorrectionRule,
  Field,
  RecordTypesSpec,
  Spec,
  ValidationRule,
} from '../../../pipeline/1-read/spec-shape.ts';
import { relationFields } from '../../../language/rules/relations.ts';

/** A record type as a spec of its own, with what its samples need. */
export interface OwnView {
  readonly name: string;
  /** The type with the fields that are read from the file, and the rules that need no others. */
  readonly spec: Spec;
  /** All rules of the type, also those of copied fields. */
  readonly rules: readonly ValidationRule[];
  /** All corrections of the type, also those of copied fields. */
  readonly corrections: readonly CorrectionRule[];
  /** All fields of the type, also copied ones. */
  readonly fields: readonly Field[];
}

/** The field in the file from which a value is read: the index of its type, and of the field in its OwnView. */
export interface Origin {
  readonly type: number;
  readonly field: number;
}

/**
 * Returns each record type as a spec without copied fields. Rules of copied fields are added to the fields that they
 * are copied from, so that values near the bounds of these rules are tried there.
 */
export function createOwnViews(spec: RecordTypesSpec): OwnView[] {
  return viewRecordTypes(spec).map((view, index) => {
    const { messageKey: _, validationRules = [], correctionRules = [], fields, ...settings } = view;
    const own = fields.filter(hasPlace);
    const names = new Set(own.map(({ name }) => name));
    const isOwn = (rule: ValidationRule) =>
      [rule.field, ...relationFields(rule).map(({ field }) => field)].every((field) => names.has(field));
    return {
      name: spec.recordTypes[index]?.name ?? '',
      spec: {
        ...settings,
        fields: own,
        validationRules: validationRules.filter(isOwn),
        correctionRules: correctionRules.filter(({ field }) => names.has(field)),
      },
      rules: validationRules,
      corrections: correctionRules,
      fields,
    };
  });
}

/** Follows copies to the field that is read from the file. Returns null for a field that no type has. */
export function findOrigin(
  { recordTypes }: RecordTypesSpec,
  views: readonly OwnView[],
  { type, field }: { type: number; field: string },
): Origin | null {
  const own = views[type]?.spec.fields.findIndex(({ name }) => name === field) ?? -1;
  if (own >= 0) return { type, field: own };
  const from = recordTypes[type]?.fields.find(({ name }) => name === field)?.from;
  const source = from === undefined ? null : findSource(from, recordTypes);
  if (source === null) return null;
  return findOrigin({ recordTypes } as RecordTypesSpec, views, {
    type: recordTypes.indexOf(source.type),
    field: source.field.name,
  });
}

/** Returns the field that a path such as `trailer.count` names, as it is read from the file. */
export function originAt(spec: RecordTypesSpec, views: readonly OwnView[], path: string): Origin | null {
  const dot = path.indexOf('.');
  const type = views.findIndex(({ name }) => name === path.slice(0, dot));
  return type < 0 ? null : findOrigin(spec, views, { type, field: path.slice(dot + 1) });
}

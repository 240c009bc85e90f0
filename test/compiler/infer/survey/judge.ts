import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import type { Field, RecordTypesSpec, Spec } from '../../../../compiler/pipeline/1-read/spec-shape.ts';
import type { Answer } from './survey-case.ts';

/** What `infer` returned for a file. */
export interface Outcome {
  readonly exitCode: number;
  /** The draft, or `''` if there is none. */
  readonly yaml: string;
  /** The messages of `infer` besides the draft. */
  readonly message: string;
  /** The number of records that the draft accepts. */
  readonly accepted: number;
}

/** Returns how an outcome differs from the answer. An empty list: it is what a person would write. */
export function judge(outcome: Outcome, answer: Answer | RegExp): string[] {
  const { exitCode, yaml, message } = outcome;
  if (answer instanceof RegExp) {
    const isSaid = answer.test(message);
    return [
      ...(exitCode === 1 ? [] : [`exit code ${exitCode}, not 1`]),
      ...(isSaid ? [] : [`it does not say ${answer}`]),
    ];
  }
  if (yaml === '') return [`no draft: ${message}`];
  // The draft was checked by the compiler.
  const spec = withFields(parse(yaml) as Spec | RecordTypesSpec);
  return [
    ...(exitCode === 0 ? [] : [`exit code ${exitCode}, not 0: ${message}`]),
    ...difference('name', answer.name === undefined ? undefined : spec.name, answer.name),
    ...difference('format', spec.format, answer.format),
    ...difference('settings', settingsOf(spec), asTexts(answer.settings ?? {})),
    ...(answer.fields.length === 0 ? [] : difference('fields', fieldsOf(spec), answer.fields)),
    ...difference('accepted', outcome.accepted, answer.accepted),
    ...(answer.notes ?? []).filter((note) => !note.test(yaml)).map((note) => `no comment says ${note}`),
  ];
}

/** Returns a spec with the fields of its published record type at the top, if it has record types. */
function withFields(spec: Spec | RecordTypesSpec): Spec {
  const [published] = 'recordTypes' in spec ? spec.recordTypes.filter(({ publish }) => publish !== false) : [];
  // The fields of a record type have the keys of other fields.
  return published === undefined ? (spec as Spec) : ({ ...spec, ...pick(published) } as unknown as Spec);
}

function pick({ fields, correctionRules, validationRules }: RecordTypesSpec['recordTypes'][number]): object {
  return { fields, correctionRules, validationRules };
}

function difference(what: string, found: unknown, expected: unknown): string[] {
  if (isDeepStrictEqual(found, expected)) return [];
  return [`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];
}

function settingsOf(spec: Spec): Record<string, unknown> {
  const ignored = ['name', 'format', 'fields', 'correctionRules', 'validationRules', 'recordTypes'];
  const isDefault = (key: string, value: unknown) => key === 'hasHeader' && value === (spec.format === 'CSV');
  const settings = Object.entries(spec).filter(([key, value]) => !ignored.includes(key) && !isDefault(key, value));
  return asTexts(Object.fromEntries(settings));
}

/** Converts numbers to texts, because a spec accepts an unquoted number as a text. */
function asTexts(settings: Record<string, unknown>): Record<string, unknown> {
  // JSON.parse returns what JSON.stringify was given: an object.
  return JSON.parse(
    JSON.stringify(settings, (_, value: unknown) => (typeof value === 'number' ? String(value) : value)),
  ) as Record<string, unknown>;
}

function fieldsOf(spec: Spec): string[] {
  return spec.fields.map((field) => {
    const place = spec.format === 'XML' ? (field.columnName ?? field.name) : field.name;
    const form = formOf(field, spec);
    return `${place} ${field.type}${field.required ? '!' : ''}${form === '' ? '' : `(${form})`}${field.sensitive ? '*' : ''}`;
  });
}

function formOf(
  { name, type, groupSeparator, decimalSeparator, format, trueValues = [], falseValues = [] }: Field,
  spec: Spec,
): string {
  const sources = (spec.correctionRules ?? []).flatMap((rule) =>
    rule.field === name && rule.correctionType === 'COERCE_DATE' ? [rule.sourceFormat ?? []].flat() : [],
  );
  const parts: Record<string, readonly (string | undefined)[]> = {
    DATE: [format, ...sources],
    DECIMAL: [...[groupSeparator ?? []].flat(), decimalSeparator],
    INTEGER: [groupSeparator ?? []].flat(),
    BOOLEAN: [...trueValues, ...falseValues],
  };
  return (parts[type] ?? []).filter((part) => part !== undefined).join(' ');
}

import type { YamlPlace } from './yaml-place.ts';

/** The parts of a JSON Schema that completion needs. */
export interface LanguageSchema {
  description?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, LanguageSchema>>;
  items?: LanguageSchema;
  oneOf?: readonly LanguageSchema[];
  anyOf?: readonly LanguageSchema[];
  enum?: readonly unknown[];
  const?: unknown;
}

/** Something that the user may type at a place. */
export interface SchemaOption {
  text: string;
  isKey: boolean;
  /** What it means. Empty if the schema does not say. */
  description: string;
}

/** Returns the keys and values that the schema allows at a place. Keys that the object already has are left out. */
export function findSchemaOptions(schema: LanguageSchema, { path, isValue, members }: YamlPlace): SchemaOption[] {
  const last = path.length - 1;
  // The members are those of the object, which contains the value of a key.
  const depth = isValue && path[last] !== '*' ? last : path.length;
  let found: readonly LanguageSchema[] = [schema];
  path.forEach((step, index) => {
    found = found.flatMap((each) => variantsOf(each, index === depth ? members : {})).flatMap((each) => at(each, step));
  });
  const ends = found.flatMap((each) => variantsOf(each, isValue ? {} : members));
  const options = ends.flatMap((each) => [...(isValue ? [] : keysOf(each)), ...valuesOf(each)]);
  const unique = new Map(options.map((option) => [option.text, option]));
  return [...unique.values()].filter(({ text, isKey }) => !isKey || !Object.hasOwn(members, text));
}

function at(schema: LanguageSchema, step: string): LanguageSchema[] {
  if (step === '*') return schema.items === undefined ? [] : [schema.items];
  const { properties = {} } = schema;
  const found = Object.hasOwn(properties, step) ? properties[step] : undefined;
  return found === undefined ? [] : [found];
}

/** Returns the alternatives of a schema that the written members allow. */
function variantsOf(schema: LanguageSchema, members: YamlPlace['members']): LanguageSchema[] {
  const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  if (alternatives.length === 0) return [schema];
  const isAllowed = ({ properties = {} }: LanguageSchema) =>
    Object.entries(properties).every(
      ([key, member]) => member.const === undefined || (members[key] ?? member.const) === member.const,
    );
  const allowed = alternatives.filter(isAllowed);
  const deeper = (allowed.length > 0 ? allowed : alternatives).flatMap((each) => variantsOf(each, members));
  return schema.properties === undefined ? deeper : [schema, ...deeper];
}

function keysOf({ properties = {} }: LanguageSchema): SchemaOption[] {
  return Object.entries(properties).map(([text, { description = '' }]) => ({ text, isKey: true, description }));
}

function valuesOf({ enum: values, const: only, type, description = '' }: LanguageSchema): SchemaOption[] {
  const all = [...(values ?? []), ...(only === undefined ? [] : [only]), ...(type === 'boolean' ? [true, false] : [])];
  return all
    .filter((value) => value !== null)
    .map((value) => ({ text: String(value), isKey: false, description: values === undefined ? '' : description }));
}

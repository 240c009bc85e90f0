import type { JsonSchema } from '../../../compiler/index.ts';

/** The schema of a JSON value (JSON Schema draft 2020-12). */
export interface AnySchema {
  /** It refers to the schemas in `components` by name. */
  readonly json: JsonSchema;
  /** The named schemas that `json` refers to, directly or through others. */
  readonly components: Readonly<Record<string, JsonSchema>>;
}

/**
 * The schema of a JSON value of type T. The schema of another type, narrower or wider, does not compile where `Schema<T>`
 * is expected.
 */
export interface Schema<T> extends AnySchema {
  /** Never set. It makes TypeScript compare T, in both directions. */
  readonly typed?: (value: T) => T;
}

/** A member that an object may omit. */
export interface OptionalMember<T> {
  readonly optional: Schema<T>;
}

/** The schemas of all members of T. Members that T may omit are optional(). */
export type MembersOf<T> = {
  readonly [Name in keyof T]-?: Record<never, never> extends Pick<T, Name>
    ? OptionalMember<Exclude<T[Name], undefined>>
    : Schema<T[Name]>;
};

/** Creates a schema from JSON Schema. The caller vouches for T. */
export function jsonSchema<T>(json: JsonSchema): Schema<T> {
  return { json, components: {} };
}

/** A text. `limits` are keywords of JSON Schema, such as `pattern`, `format` or `maxLength`. */
export function string(description: string, limits: JsonSchema = {}): Schema<string> {
  return jsonSchema({ type: 'string', description, ...limits });
}

/** A whole number from 0 to 2^53 - 1, unless `limits` sets other bounds. */
export function integer(description: string, limits: JsonSchema = {}): Schema<number> {
  return jsonSchema({ type: 'integer', description, minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...limits });
}

/** True or false. */
export function boolean(description: string): Schema<boolean> {
  return jsonSchema({ type: 'boolean', description });
}

/** One of these texts. */
export function oneOf<const T extends string>(values: readonly T[], description: string): Schema<T> {
  return jsonSchema({ type: 'string', enum: [...values], description });
}

/** A value or null. */
export function nullable<T>({ json, components }: Schema<T>): Schema<T | null> {
  const { description, ...schema } = json;
  const said = description === undefined ? {} : { description };
  const isPlain = typeof schema['type'] === 'string' && schema['enum'] === undefined;
  return isPlain
    ? { json: { ...json, type: [schema['type'], 'null'] }, components }
    : { json: { ...said, anyOf: [schema, { type: 'null' }] }, components };
}

/** A list. `limits` are keywords of JSON Schema, such as `maxItems`. */
export function array<T>(items: Schema<T>, description?: string, limits: JsonSchema = {}): Schema<T[]> {
  const said = description === undefined ? {} : { description };
  return { json: { type: 'array', ...said, items: items.json, ...limits }, components: items.components };
}

/** An object with any names, whose values all have one schema. */
export function record<T>(values: Schema<T>, description: string): Schema<Record<string, T>> {
  return { json: { type: 'object', description, additionalProperties: values.json }, components: values.components };
}

/** A value that has one of two schemas. */
export function either<A, B>(one: Schema<A>, other: Schema<B>): Schema<A | B> {
  return { json: { anyOf: [one.json, other.json] }, components: { ...one.components, ...other.components } };
}

/** Marks a member that the object may omit. */
export function optional<T>(schema: Schema<T>): OptionalMember<T> {
  return { optional: schema };
}

/** An object with the members of T, and no others. */
export function object<T extends object>(members: MembersOf<T>, description?: string): Schema<T> {
  // The cast is safe: a member is a schema or an optional one, whatever T is.
  const all = Object.entries(members as Readonly<Record<string, AnySchema | { optional: AnySchema }>>);
  const schemas = all.map(([name, member]) => [name, 'optional' in member ? member.optional : member] as const);
  return {
    json: {
      type: 'object',
      ...(description !== undefined && { description }),
      properties: Object.fromEntries(schemas.map(([name, { json }]) => [name, json])),
      required: all.flatMap(([name, member]) => ('optional' in member ? [] : [name])),
      additionalProperties: false,
    },
    components: Object.assign({}, ...schemas.map(([, { components }]) => components)) as Schema<T>['components'],
  };
}

/**
 * Names a schema. The OpenAPI document lists it once under this name, and the client has a type of this name. Names are
 * unique in the service.
 */
export function named<T>(name: string, { json, components }: Schema<T>): Schema<T> {
  return { json: { $ref: `#/components/schemas/${name}` }, components: { ...components, [name]: json } };
}

import type { JsonSchema } from '../../../compiler/index.ts';

/**
 * What people read in a form and in the API's description, by the path of a member: `source.path`, `specs.spec` in a list. `to:table` is the
 * alternative of `to` that requires `table`, and `files:2` the second one of `files` if it requires nothing. A member without a title is named after itself.
 */
export type Words = Readonly<Record<string, { readonly title?: string; readonly description?: string }>>;

/** Returns a schema whose members, and those of its objects and alternatives, have their words. */
export function withWords(schema: JsonSchema, words: Words, path = ''): JsonSchema {
  // The cast is safe: these members of a JSON Schema have these types.
  const { properties, anyOf, items } = schema as {
    properties?: Record<string, JsonSchema>;
    anyOf?: JsonSchema[];
    items?: JsonSchema;
  };
  return {
    ...schema,
    ...(items !== undefined && { items: withWords(items, words, path) }),
    ...(properties !== undefined && { properties: membersWithWords(properties, words, path) }),
    ...(anyOf !== undefined && {
      anyOf: anyOf.map((option, index) => ({
        ...withWords(option, words, path),
        ...words[`${path}:${firstRequired(option) ?? index + 1}`],
      })),
    }),
  };
}

function membersWithWords(
  properties: Record<string, JsonSchema>,
  words: Words,
  path: string,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const inner = path === '' ? name : `${path}.${name}`;
      return [name, { ...withWords(member, words, inner), ...words[inner] }];
    }),
  );
}

function firstRequired({ required }: JsonSchema): string | undefined {
  return (required as readonly string[] | undefined)?.[0];
}

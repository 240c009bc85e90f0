import type { JsonSchema } from '../../../compiler/index.ts';

const COMPONENTS = '#/components/schemas/';

/** Returns the TypeScript type of the values that a schema accepts. */
export function emitType(schema: JsonSchema): string {
  const { $ref: reference, type, items, anyOf, allOf } = schema;
  if (typeof reference === 'string') return reference.replace(COMPONENTS, '');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  // The casts are safe: the keywords of JSON Schema contain schemas.
  if (Array.isArray(allOf) && type === undefined) return (allOf as JsonSchema[]).map(emitType).join(' & ');
  const choices = (anyOf ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (choices !== undefined && type === undefined) return [...new Set(choices.map(emitType))].join(' | ');
  if (Array.isArray(type)) return [...new Set(type.map((each) => emitType({ ...schema, type: each })))].join(' | ');
  if (type === 'array') return `(${emitType((items ?? {}) as JsonSchema)})[]`;
  if (type === 'object') return emitObject(schema);
  return scalars[String(type)] ?? 'unknown';
}

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function emitObject({ properties, required, additionalProperties }: JsonSchema): string {
  if (properties === undefined)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${emitType(additionalProperties as JsonSchema)}>`
      : 'Record<string, unknown>';
  const isRequired = (name: string) => ((required ?? []) as readonly string[]).includes(name);
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, schema]) =>
      `${emitComment(schema['description'])}${JSON.stringify(name)}${isRequired(name) ? '' : '?'}: ${emitType(schema)};`,
  );
  return `{\n${members.join('\n')}\n}`;
}

/** Returns a docstring with its line end; '' if there is no text. */
export function emitComment(text: unknown): string {
  return typeof text === 'string' && text !== ''
    ? `/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n`
    : '';
}

import type { JsonSchema } from '../../compiler/pipeline/1-read/json-schema.ts';

/** Schemas that others refer to as `#/components/schemas/<name>`. */
type Components = Readonly<Record<string, JsonSchema>>;

/**
 * Returns whether a value matches a schema. Supports the part of draft 2020-12 that our schemas use. @throws for an
 * unknown keyword.
 */
export function accepts(schema: JsonSchema, value: unknown, components: Components = {}): boolean {
  return Object.entries(schema).every(([keyword, operand]) => holds(keyword, operand, { value, schema, components }));
}

function holds(
  keyword: string,
  operand: unknown,
  { value, schema, components }: { value: unknown; schema: JsonSchema; components: Components },
): boolean {
  const accepts = (each: JsonSchema, item: unknown) => acceptsAt(each, item, components);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const number = typeof operand === 'number' ? operand : NaN;
  switch (keyword) {
    case '$schema':
    case '$id':
    case 'title':
    case 'description':
    case 'format':
    case 'default':
    case 'examples':
    case 'contentMediaType':
    // Which credentials a connector takes: for the form of the page.
    case 'x-credentials':
      return true;
    case 'type':
      return [operand].flat().some((type) => isOfType(String(type), value));
    case '$ref':
      return accepts(componentOf(String(operand), components), value);
    case 'enum':
      return (operand as unknown[]).includes(value);
    case 'const':
      return operand === value;
    case 'minLength':
      return typeof value !== 'string' || [...value].length >= number;
    case 'maxLength':
      return typeof value !== 'string' || [...value].length <= number;
    case 'minimum':
      return typeof value !== 'number' || value >= number;
    case 'maximum':
      return typeof value !== 'number' || value <= number;
    case 'pattern':
      return typeof value !== 'string' || new RegExp(String(operand), 'u').test(value);
    case 'minItems':
      return !Array.isArray(value) || value.length >= number;
    case 'maxItems':
      return !Array.isArray(value) || value.length <= number;
    case 'items':
      return !Array.isArray(value) || value.every((item) => accepts(operand as JsonSchema, item));
    case 'allOf':
      return (operand as JsonSchema[]).every((each) => accepts(each, value));
    case 'anyOf':
      return (operand as JsonSchema[]).some((each) => accepts(each, value));
    case 'oneOf':
      return (operand as JsonSchema[]).filter((each) => accepts(each, value)).length === 1;
    case 'required':
      return !isObject || (operand as string[]).every((key) => Object.hasOwn(value, key));
    case 'properties':
      return (
        !isObject ||
        Object.entries(value).every(([key, item]) =>
          accepts((operand as { [key: string]: JsonSchema })[key] ?? {}, item),
        )
      );
    case 'additionalProperties':
      return (
        !isObject ||
        Object.entries(value).every(
          ([key, item]) =>
            Object.hasOwn(schema['properties'] ?? {}, key) ||
            (operand !== false && accepts(operand as JsonSchema, item)),
        )
      );
    default:
      // A keyword that begins with "x-" is an extension of OpenAPI, which accepts everything.
      if (keyword.startsWith('x-')) return true;
      throw new Error(`unknown keyword ${keyword}`);
  }
}

const acceptsAt = accepts;

function componentOf(reference: string, components: Components): JsonSchema {
  const schema = components[reference.replace('#/components/schemas/', '')];
  if (schema === undefined) throw new Error(`no component is ${reference}`);
  return schema;
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

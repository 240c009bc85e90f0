import type {
  CharacterShape,
  IntegerShape,
  ListShape,
  ObjectShape,
  Shape,
  TaggedShape,
  TextShape,
  TextsShape,
} from '../../language/shape/shape.ts';
import { specShape } from './spec-shape.ts';

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Returns the JSON Schema of the spec language (draft 2020-12). Editors use it for completion and error checks. */
export function createSpecSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Specmill spec',
    ...schemaOf(specShape),
    oneOf: [{ required: ['fields'] }, { required: ['recordTypes'] }],
  };
}

/**
 * Returns the JSON Schema of a shape. Where text is expected, the schema also allows numbers and booleans, because the
 * reader takes an unquoted YAML scalar as text.
 */
function schemaOf(shape: Shape): JsonSchema {
  return { description: shape.doc, ...bareSchemaOf(shape) };
}

function bareSchemaOf(shape: Shape): JsonSchema {
  switch (shape.kind) {
    case 'text':
      return textSchema(shape);
    case 'character':
      return characterSchema(shape);
    case 'integer':
      return integerSchema(shape);
    case 'boolean':
      return { type: 'boolean' };
    case 'choice':
      return { type: 'string', enum: shape.values };
    case 'texts':
      return textsSchema(shape);
    case 'list':
      return listSchema(shape);
    case 'record':
      return { type: 'object', additionalProperties: schemaOf(shape.value) };
    case 'object':
      return objectSchema(shape);
    case 'either':
      return { anyOf: [bareSchemaOf(shape.word), objectSchema(shape.object)] };
    case 'tagged':
      return taggedSchema(shape);
  }
}

function scalarText(bounds: JsonSchema): JsonSchema {
  return { type: ['string', 'number', 'boolean'], ...bounds };
}

function textsSchema({ item, max }: TextsShape): JsonSchema {
  const text = item === undefined ? scalarText({ minLength: 1 }) : textSchema(item);
  return {
    anyOf: [text, { type: 'array', minItems: 1, ...(max !== undefined && { maxItems: max }), items: text }],
  };
}

function textSchema({ min, max }: TextShape): JsonSchema {
  return scalarText({ ...(min > 0 && { minLength: min }), ...(max < Infinity && { maxLength: max }) });
}

function characterSchema({ none, max }: CharacterShape): JsonSchema {
  return { type: ['string', 'integer'], minLength: none ? 0 : 1, maxLength: max, minimum: 0, maximum: 10 ** max - 1 };
}

function integerSchema({ min, max }: IntegerShape): JsonSchema {
  return { type: 'integer', minimum: min, maximum: max };
}

function listSchema({ item, min, max }: ListShape): JsonSchema {
  return {
    type: 'array',
    items: schemaOf(item),
    ...(min > 0 && { minItems: min }),
    ...(max < Infinity && { maxItems: max }),
  };
}

function objectSchema({ keys }: ObjectShape): JsonSchema {
  const entries = Object.entries(keys);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { shape }]) => [name, schemaOf(shape)])),
    required: entries.filter(([, key]) => key.required).map(([name]) => name),
    additionalProperties: false,
  };
}

function taggedSchema({ tag, cases }: TaggedShape): JsonSchema {
  return {
    type: 'object',
    required: [tag],
    oneOf: Object.entries(cases).map(([word, shape]) => {
      const { properties, required, ...others } = objectSchema(shape) as {
        properties: object;
        required: readonly string[];
      };
      return {
        description: shape.doc,
        ...others,
        properties: { [tag]: { const: word }, ...properties },
        required: [tag, ...required],
      };
    }),
  };
}

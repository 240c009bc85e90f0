import { jsonSchema, type Schema } from '../api/schema.ts';

/** The members of an OpenAPI document that every one has. */
interface AnyDocument {
  openapi: string;
  info: object;
  paths: object;
}

/** An OpenAPI document. Its specification has the schema of the rest. */
export const openApiSchema: Schema<AnyDocument> = jsonSchema({
  type: 'object',
  description: 'An OpenAPI document.',
  properties: {
    openapi: { type: 'string', const: '3.1.0' },
    info: { type: 'object' },
    paths: { type: 'object' },
  },
  required: ['openapi', 'info', 'paths'],
});

/** The beginning of the document. */
export const exampleDocument: AnyDocument = { openapi: '3.1.0', info: { title: 'Specmill' }, paths: {} };

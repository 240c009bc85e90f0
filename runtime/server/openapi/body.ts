import type { JsonSchema } from '../../../compiler/index.ts';
import type { RequestBody } from '../api/body.ts';
import type { Content } from '../api/answer.ts';

type Form = Extract<RequestBody, { kind: 'form' }>;

/** Returns the request body object of a body. */
export function describeBody(body: RequestBody): JsonSchema {
  return body.kind === 'form'
    ? {
        required: true,
        content: { 'multipart/form-data': describeForm(body), 'application/json': describeSourceRequest(body) },
      }
    : { required: body.isRequired, content: describeContent(body.content) };
}

/** Returns the media type objects of a body. */
export function describeContent(content: Readonly<Record<string, Content>>): JsonSchema {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema, example }]) => [
      type,
      type === 'application/x-ndjson' ? describeLines(schema.json, example) : describeWhole(schema.json, example),
    ]),
  );
}

function describeWhole(schema: JsonSchema, example: unknown): JsonSchema {
  return { schema, ...(example !== undefined && { example }) };
}

function describeForm({ fields, example }: Form): JsonSchema {
  const file = { type: 'string', format: 'binary', description: 'The file. Its name appears in results.' };
  return { schema: describeFields(fields, { file }), example: { ...example.fields, file: example.file.text } };
}

/** Describes the other way to send a form: its fields as JSON, and the file of an integration instead of a file. */
function describeSourceRequest({ fields }: Form): JsonSchema {
  const source = {
    description:
      'A file of an integration (`path`), or rows of a database (`query`, or `table` and `cursorColumn`) as CSV.',
    oneOf: [
      describeSource({ path: nonEmpty('The path of the file below the root of the integration.') }),
      describeSource({
        query: {
          type: 'string',
          // JSON Schema has no pattern that ignores the case.
          pattern:
            '^\\s*(?:[Ss][Ee][Ll][Ee][Cc][Tt]|[Ww][Ii][Tt][Hh]|[Vv][Aa][Ll][Uu][Ee][Ss]|[Tt][Aa][Bb][Ll][Ee])\\b[^\\u0000]*$',
          description: 'A statement that begins with SELECT, WITH, VALUES or TABLE.',
        },
      }),
      describeSource({
        table: { ...nonEmpty('The name of a table, whose rows are all read.'), maxLength: 200 },
        cursorColumn: { ...nonEmpty('The column of the table by which its rows are ordered.'), maxLength: 200 },
      }),
    ],
  };
  return { schema: describeFields(fields, { source }) };
}

/** Describes a source with exactly these members and the integration. */
function describeSource(members: JsonSchema): JsonSchema {
  const properties = { integrationId: nonEmpty('The id or the name of an integration.'), ...members };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function nonEmpty(description: string): JsonSchema {
  return { type: 'string', minLength: 1, description };
}

function describeFields(fields: Form['fields'], content: JsonSchema): JsonSchema {
  const required = Object.entries(fields).filter(([, field]) => !('fallback' in field));
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema.json])),
      ...content,
    },
    required: [...required.map(([name]) => name), ...Object.keys(content)],
    additionalProperties: false,
  };
}

/** OpenAPI 3.1 has no schema for lines of JSON: they are a text, and the schema of a line is an extension. */
function describeLines(schema: JsonSchema, example: unknown): JsonSchema {
  // The cast is safe: the example of a body of lines is the list of its lines.
  const lines = (example as unknown[]).map((line) => `${JSON.stringify(line)}\n`);
  return {
    schema: { type: 'string', description: 'Lines of JSON. The schema of each is `x-line-schema`.' },
    'x-line-schema': schema['items'],
    example: lines.join(''),
  };
}

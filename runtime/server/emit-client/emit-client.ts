import type { JsonSchema } from '../../../compiler/index.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { emitComment, emitType } from './emit-type.ts';

/** A parameter in the document. */
interface Described {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** A parameter of a method of the client. */
interface Argument {
  /** The name in the method: that of a header is in camel case. */
  key: string;
  name: string;
  place: 'path' | 'query' | 'header' | 'form' | 'body' | 'content';
  isRequired: boolean;
  type: string;
  description: string;
}

type Contents = Readonly<Record<string, { schema: JsonSchema; 'x-line-schema'?: JsonSchema }>>;

/** Returns the source text of `runtime/client/operations.ts`, not formatted: all types of the API, and its operations. */
export function emitClient({ paths, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return [
    '// Generated from the description of the API by npm run docs: change the routes, not this file.',
    ...Object.entries(components.schemas).map(
      ([name, schema]) =>
        `${emitComment(schema['description'] ?? `The schema ${name}.`)}export type ${name} = ${emitType(schema)};`,
    ),
    '/** A file to send: a Blob, or a stream of bytes with the name of the file. */',
    'export type FileInput = Blob | { name: string; stream: ReadableStream<Uint8Array> };',
    '/** The operations of the API: what each takes, and what it returns. */',
    `export interface Operations {\n${operations.map(emitSignature).join('\n')}\n}`,
    '/** How each operation is sent. */',
    `export const operations = {\n${operations.map(emitEntry).join('\n')}\n} as const;`,
    '',
  ].join('\n\n');
}

function emitSignature({ operation }: { operation: JsonSchema }): string {
  const { operationId, summary } = operation as Readonly<Record<string, string>>;
  const members = argumentsOf(operation).map(
    ({ key, isRequired, type, description }) => `${emitComment(description)}${key}${isRequired ? '' : '?'}: ${type};`,
  );
  const takes = members.length === 0 ? 'Record<never, never>' : `{\n${members.join('\n')}\n}`;
  return `${emitComment(`${summary}.`)}${operationId}: { takes: ${takes}; returns: ${returnTypeOf(operation)} };`;
}

function emitEntry({ path, method, operation }: { path: string; method: string; operation: JsonSchema }): string {
  const entry = {
    method,
    path,
    places: Object.fromEntries(argumentsOf(operation).map(({ key, place, name }) => [key, [place, name]])),
    accept: mainContentOf(operation).type,
  };
  return `${String(operation['operationId'])}: ${JSON.stringify(entry)},`;
}

function argumentsOf(operation: JsonSchema): Argument[] {
  // The casts of this file are safe: the document is that of createOpenApiDocument().
  const parameters = ((operation['parameters'] ?? []) as readonly Described[]).map(
    ({ name, in: place, required, description = '', schema }): Argument => ({
      key: camelCase(name),
      name,
      place,
      isRequired: required,
      type: emitType(schema),
      description,
    }),
  );
  const body = operation['requestBody'] as { required: boolean; content: Contents } | undefined;
  const all = [...parameters, ...bodyArguments(body)];
  if (new Set(all.map(({ key }) => key)).size !== all.length)
    throw new Error(`two parameters of ${String(operation['operationId'])} have one name`);
  return all;
}

function bodyArguments(body: { required: boolean; content: Contents } | undefined): Argument[] {
  const form = body?.content['multipart/form-data']?.schema;
  if (form !== undefined) {
    const required = form['required'] as readonly string[];
    return Object.entries(form['properties'] as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => ({
      key: name,
      name,
      place: 'form',
      isRequired: body?.required === true && required.includes(name),
      type: name === 'file' ? 'FileInput' : emitType(schema),
      description: String(schema['description'] ?? ''),
    }));
  }
  const json = body?.content['application/json'];
  if (json === undefined) return contentArguments(body);
  const type = emitType(json.schema);
  return [
    { key: 'body', name: 'body', place: 'body', isRequired: body?.required ?? false, type, description: 'The body.' },
  ];
}

/** The body of an operation that takes bytes or text of one type, such as a CSV file. The name is the Content-Type. */
function contentArguments(body: { required: boolean; content: Contents } | undefined): Argument[] {
  const [name] = Object.keys(body?.content ?? {});
  if (name === undefined) return [];
  const isRequired = body?.required ?? false;
  return [
    {
      key: 'body',
      name,
      place: 'content',
      isRequired,
      type: 'Blob | Uint8Array | string',
      description: 'The content.',
    },
  ];
}

/** Returns the type of what a method returns: one for each status of a response that succeeds. */
function returnTypeOf({ responses }: JsonSchema): string {
  const successes = Object.entries(responses as Readonly<Record<string, { content?: Contents }>>).filter(
    ([status]) => Number(status) < 400,
  );
  const types = successes.map(([status, { content = {} }]) => {
    const [type, body] = Object.entries(content)[0] ?? [];
    if (type === undefined || body === undefined) return status === '304' ? 'null' : 'undefined';
    if (type === 'application/json') return emitType(body.schema);
    if (type === 'application/x-ndjson') return `AsyncIterable<${emitType(body['x-line-schema'] ?? {})}>`;
    return type.startsWith('text/') && type !== 'text/event-stream' ? 'string' : 'ReadableStream<Uint8Array>';
  });
  return [...new Set(types)].join(' | ');
}

function mainContentOf({ responses }: JsonSchema): { type: string } {
  const contents = Object.entries(responses as Readonly<Record<string, { content?: Contents }>>)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([, { content = {} }]) => Object.keys(content));
  return { type: contents[0] ?? 'application/json' };
}

function camelCase(name: string): string {
  const [first = '', ...rest] = name.includes('-') ? name.split('-') : [name];
  if (rest.length === 0) return first.charAt(0).toLowerCase() + first.slice(1);
  return first.toLowerCase() + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()).join('');
}

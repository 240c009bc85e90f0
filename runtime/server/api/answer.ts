import { type AnySchema, array, type Schema, string } from './schema.ts';

/** A body of a response or request: its schema, and an example of it. */
export interface Content {
  schema: AnySchema;
  /** Absent if another media type has the example. */
  example?: unknown;
}

/** What a response to a request that succeeds looks like. */
export interface Answer {
  description: string;
  /** The headers of the response, by name. */
  headers: Readonly<Record<string, ResponseHeader>>;
  /** The body by its media type. Empty: there is none. */
  content: Readonly<Record<string, Content>>;
}

/** A header of a response. */
export interface ResponseHeader {
  schema: AnySchema;
  example: string;
  /** Whether every response has it. */
  isAlways: boolean;
}

/** Responses by status. */
export type Answers = Readonly<Record<number, Answer>>;

type Headers = Answer['headers'];

/** A JSON body. The example must have the type that the schema describes. */
export function jsonAnswer<T>(
  description: string,
  schema: Schema<T>,
  { example, headers = {} }: { example: NoInfer<T>; headers?: Headers },
): Answer {
  return { description, headers, content: { 'application/json': { schema, example } } };
}

/** A body of lines that are JSON values. The example lists them. */
export function ndjsonAnswer<T>(description: string, line: Schema<T>, example: readonly NoInfer<T>[]): Answer {
  return { description, headers: {}, content: { 'application/x-ndjson': { schema: array(line), example } } };
}

/** A text body. With several media types, a request selects one of them. */
export function textAnswer(
  description: string,
  types: readonly string[],
  { example, headers = {} }: { example: string; headers?: Headers },
): Answer {
  const content = { schema: string('The text'), example };
  return { description, headers, content: Object.fromEntries(types.map((type) => [type, content])) };
}

/** A file in any encoding (`application/octet-stream`). The example is its text. */
export function fileAnswer(
  description: string,
  { example, headers = {} }: { example: string; headers?: Headers },
): Answer {
  return { description, headers, content: { 'application/octet-stream': { schema: string('The file'), example } } };
}

/** A response without a body. */
export function emptyAnswer(description: string, headers: Headers = {}): Answer {
  return { description, headers, content: {} };
}

/** A header that every response with this status has. */
export function header(description: string, example: string): ResponseHeader {
  return { schema: string(description), example, isAlways: true };
}

/** A header that only some responses with this status have. */
export function optionalHeader(description: string, example: string): ResponseHeader {
  return { schema: string(description), example, isAlways: false };
}

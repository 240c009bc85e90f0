/** A typed client of the service. It needs fetch only, so it works in Node.js and in browsers. */
import { createMultipart } from './multipart.ts';
import { operations, type FileInput, type Operations } from './operations.ts';
import { readAnswer } from './read-answer.ts';

export type * from './operations.ts';
export { ProblemError } from './problem-error.ts';

/** The options of a client. */
export interface ClientOptions {
  /** An API key or a JWT. */
  token?: string;
  /** Replaces the global fetch. */
  fetch?: typeof fetch;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
}

/** The options of one call. */
export interface CallOptions {
  /** Ends the call when it is aborted. */
  signal?: AbortSignal;
}

/** The operations that take no parameter, or none that is required. */
type Free = {
  [Id in keyof Operations]: Record<never, never> extends Operations[Id]['takes'] ? Id : never;
}[keyof Operations];

/**
 * The operations of the service as methods. A method takes the parameters of the path, the query, the headers and the
 * form by name, and returns the body of the response. It throws ProblemError if the response is a problem.
 */
export type Client = {
  readonly [Id in keyof Operations]: Id extends Free
    ? (parameters?: Operations[Id]['takes'], options?: CallOptions) => Promise<Operations[Id]['returns']>
    : (parameters: Operations[Id]['takes'], options?: CallOptions) => Promise<Operations[Id]['returns']>;
};

type Values = Readonly<Record<string, unknown>>;

interface Entry {
  method: string;
  path: string;
  places: Readonly<Record<string, readonly [place: string, name: string]>>;
  accept: string;
}

/** Creates a client of the service at a URL, for example `http://127.0.0.1:3000`. */
export function createClient(url: string, options: ClientOptions = {}): Client {
  const methods = Object.entries(operations).map(([id, entry]) => [
    id,
    (values: Values = {}, call: CallOptions = {}) => send(url.replace(/\/$/, ''), entry, { values, call, options }),
  ]);
  // The cast is safe: the table has an entry for each operation.
  return Object.fromEntries(methods) as Client;
}

async function send(
  url: string,
  { method, path, places, accept }: Entry,
  { values, call, options }: { values: Values; call: CallOptions; options: ClientOptions },
): Promise<unknown> {
  const given = (place: string) =>
    Object.entries(places)
      .filter(([key, [at]]) => at === place && values[key] !== undefined)
      .map(([key, [, name]]) => [name, values[key]] as const);
  const query = new URLSearchParams(given('query').map(([name, value]) => [name, String(value)]));
  const filled = given('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const [content] = given('content');
  const body = content === undefined ? createBody(given('form'), values['body']) : createContent(content);
  const request: RequestInit & { duplex?: 'half' } = {
    method,
    headers: {
      accept,
      ...options.headers,
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...body.headers,
      ...Object.fromEntries(given('header').map(([name, value]) => [name, String(value)])),
    },
    ...(body.body !== null && { body: body.body }),
    // A stream is sent while the response is awaited, which fetch requires to be declared.
    ...(body.body instanceof ReadableStream && { duplex: 'half' }),
    ...(call.signal !== undefined && { signal: call.signal }),
  };
  const response = await (options.fetch ?? fetch)(`${url}${filled}${query.size > 0 ? `?${query}` : ''}`, request);
  return readAnswer(response);
}

/** The cast is safe: the type of such a parameter is Blob, Uint8Array or string. */
function createContent([type, content]: readonly [string, unknown]): {
  body: BodyInit;
  headers: Record<string, string>;
} {
  return { body: content as BodyInit, headers: { 'content-type': type } };
}

function createBody(
  form: readonly (readonly [string, unknown])[],
  json: unknown,
): { body: BodyInit | null; headers: Record<string, string> } {
  if (form.length > 0) {
    const fields = form.filter(([name]) => name !== 'file').map(([name, value]) => [name, String(value)] as const);
    // The cast is safe: the type of the parameter `file` is FileInput.
    return createMultipart(fields, form.find(([name]) => name === 'file')?.[1] as FileInput | undefined);
  }
  return json === undefined
    ? { body: null, headers: {} }
    : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
}

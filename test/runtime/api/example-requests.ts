import type { OpenApiDocument } from '../../../runtime/server/openapi/document.ts';

/** An operation of the document, as the service sends it. */
export interface Operation {
  operationId: string;
  parameters?: readonly { name: string; in: 'path' | 'query' | 'header'; required: boolean; example: unknown }[];
  requestBody?: { required: boolean; content: Readonly<Record<string, { example?: unknown }>> };
  responses: Readonly<Record<string, DescribedResponse>>;
}

/** A response that the document describes. */
export interface DescribedResponse {
  headers?: Readonly<Record<string, { required: boolean; example: string }>>;
  content?: Readonly<Record<string, { schema: object; example?: unknown }>>;
}

/** A request that the document has as an example. */
export interface ExampleRequest {
  id: string;
  operation: Operation;
  /** What the request shows, for the message of a failing test. */
  shows: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: BodyInit | null;
}

/** Returns the operations of a document by their ids. */
export function operationsOf({
  paths,
}: OpenApiDocument): Map<string, { method: string; path: string; operation: Operation }> {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      // The document is that of createOpenApiDocument().
      const described = operation as unknown as Operation;
      return [described.operationId, { method: method.toUpperCase(), path, operation: described }] as const;
    }),
  );
  return new Map(all);
}

/**
 * Returns the example requests of an operation: one for each media type of its body, and one for each parameter that may
 * be omitted. `actual` replaces example values in paths and parameters.
 */
export function exampleRequestsOf(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  actual: (example: string) => string,
): ExampleRequest[] {
  const parameters = operation.parameters ?? [];
  const bodies = Object.entries(operation.requestBody?.content ?? {}).filter(
    ([, { example }]) => example !== undefined,
  );
  const create = (
    shows: string,
    given: typeof parameters,
    body: (typeof bodies)[number] | undefined,
  ): ExampleRequest => {
    const valuesIn = (place: string) =>
      given.filter((each) => each.in === place).map(({ name, example }) => [name, actual(String(example))] as const);
    const query = new URLSearchParams(valuesIn('query').map(([name, value]) => [name, value]));
    const filled = valuesIn('path').reduce(
      (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
      path,
    );
    const sent = body === undefined ? { body: null, headers: {} } : bodyOf(body);
    return {
      id: operation.operationId,
      operation,
      shows,
      method,
      path: query.size > 0 ? `${filled}?${query}` : filled,
      headers: { ...Object.fromEntries(valuesIn('header')), ...sent.headers },
      body: sent.body,
    };
  };
  const required = parameters.filter((each) => each.required);
  return [
    ...(bodies.length === 0 ? [undefined] : bodies).map((body) => create(body?.[0] ?? 'no parameters', required, body)),
    ...parameters
      .filter((each) => !each.required)
      .map((each) => create(`${each.in} ${each.name}`, [...required, each], bodies[0])),
  ];
}

function bodyOf([type, { example }]: [string, { example?: unknown }]): Pick<ExampleRequest, 'body' | 'headers'> {
  if (type !== 'multipart/form-data')
    return {
      headers: { 'content-type': type },
      body: typeof example === 'string' ? example : JSON.stringify(example),
    };
  const form = new FormData();
  for (const [name, value] of Object.entries(example as Readonly<Record<string, string>>))
    form.append(name, name === 'file' ? new File([value], 'orders.csv') : value);
  return { headers: {}, body: form };
}

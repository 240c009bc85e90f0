import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A registry of schemas with the part of Confluent's REST interface that the program uses. */
export interface TestRegistry {
  readonly url: string;
  /** What was asked, such as `POST /subjects/a-value`. */
  readonly requests: string[];
  /** The schemas by their ids. */
  readonly schemas: Map<number, string>;
  /** The answer to each request that follows. Null: that of a registry. */
  answer: { readonly status: number; readonly body: string } | null;
  /** The header `Authorization` that requests must have. Null: any. */
  authorization: string | null;
  close(): Promise<void>;
}

const UNKNOWN = { status: 404, body: '{"error_code":40401,"message":"Subject not found."}' };
const REFUSED = '{"is_compatible":false,"messages":["READER_FIELD_MISSING_DEFAULT_VALUE","at /fields/1"]}';

/** Starts a registry. A second schema of a subject is incompatible. */
export async function startTestRegistry(): Promise<TestRegistry> {
  const subjects = new Map<string, number>();
  const schemas = new Map<number, string>();
  const registry: Omit<TestRegistry, 'url' | 'close'> = { requests: [], schemas, answer: null, authorization: null };
  const respond = async (request: IncomingMessage): Promise<{ status: number; body: string }> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    registry.requests.push(`${request.method} ${request.url}`);
    if (registry.answer !== null) return registry.answer;
    const isDenied = registry.authorization !== null && request.headers.authorization !== registry.authorization;
    if (isDenied) return { status: 401, body: '{"message":"Unauthorized"}' };
    const [, asked] = /^\/compatibility\/subjects\/([^/]+)\/versions\?verbose=true$/.exec(request.url ?? '') ?? [];
    if (asked !== undefined) return subjects.has(asked) ? { status: 200, body: REFUSED } : UNKNOWN;
    const [, subject, versions] = /^\/subjects\/([^/]+)(\/versions)?$/.exec(request.url ?? '') ?? [];
    if (subject === undefined) return { status: 404, body: 'Not Found' };
    const { schema } = JSON.parse(text) as { schema: string };
    const id = subjects.get(subject);
    const isKnown = id !== undefined && schemas.get(id) === schema;
    if (isKnown) return { status: 200, body: JSON.stringify({ subject, id, version: 1, schema }) };
    if (versions === undefined) return UNKNOWN;
    if (id !== undefined)
      return { status: 409, body: '{"message":"incompatible: READER_FIELD_MISSING_DEFAULT_VALUE"}' };
    const next = 256 + subjects.size;
    subjects.set(subject, next);
    schemas.set(next, schema);
    return { status: 200, body: JSON.stringify({ id: next }) };
  };
  const server = createServer((request, response) => {
    void respond(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/vnd.schemaregistry.v1+json' });
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(registry, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

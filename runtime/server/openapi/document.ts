import type { JsonSchema } from '../../../compiler/index.ts';
import type { CredentialKind } from '../../state/access/control/authenticate.ts';
import type { Route, Tag, PathParameter } from '../api/route.ts';
import { type DescribedRoute, isDescribed } from './described-route.ts';
import { describeSecuritySchemes, describeSecurity } from './security.ts';
import { type ProblemCode, problems } from '../http/problem.ts';
import type { AnySchema } from '../api/schema.ts';
import { problemSchema } from '../shapes/problem.ts';
import { describeBody } from './body.ts';
import { describeAnswers } from './responses.ts';

/** An OpenAPI document (version 3.1), as JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: JsonSchema;
  servers: readonly JsonSchema[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  components: {
    schemas: Readonly<Record<string, JsonSchema>>;
    examples: Readonly<Record<string, JsonSchema>>;
    securitySchemes?: JsonSchema;
  };
}

const TAGS: Readonly<Record<Tag, string>> = {
  specs: 'Descriptions of file formats. They are compiled when they are stored.',
  transform: 'Files to events, and dry runs.',
  runs: 'The outcome of a file: progress, result, records with issues, rejects.',
  topics: 'The embedded broker.',
  credentials: 'What integrations need to log in. Secrets are encrypted, and no response contains one.',
  integrations: 'Systems that files come from or go to.',
  jobs: 'Sources that are watched, and the outcome of each of their files.',
  service: 'The service itself.',
};

const DESCRIPTION = `Turns CSV, fixed-width and XML files into events.

Where GET is allowed, so is HEAD. OPTIONS returns the allowed methods. A query parameter that is not described is an
error, and so is one that occurs twice. Errors are \`application/problem+json\` (RFC 9457): \`code\` names the problem.`;

/**
 * Creates the OpenAPI document of a route table. Each operation requires one of `credentials`, with the scope of its
 * route. An empty list describes a service without access control.
 */
export function createOpenApiDocument(
  routes: readonly Route[],
  { version, credentials }: { version: string; credentials: readonly CredentialKind[] },
): OpenApiDocument {
  const described = routes.filter(isDescribed);
  const used = new Set(described.map(({ operation }) => operation.tag));
  return {
    openapi: '3.1.0',
    info: { title: 'Specmill', version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    // The cast is safe: the keys of TAGS are tags.
    tags: (Object.keys(TAGS) as Tag[])
      .filter((name) => used.has(name))
      .map((name) => ({ name, description: TAGS[name] })),
    paths: pathsOf(described, credentials),
    components: {
      schemas: schemasOf(described),
      examples: createProblemExamples(),
      ...(credentials.length > 0 && { securitySchemes: describeSecuritySchemes(credentials) }),
    },
  };
}

function pathsOf(routes: readonly DescribedRoute[], credentials: readonly CredentialKind[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = describeOperation(route, credentials);
  }
  return paths;
}

/** Returns an example of each problem, by its code. */
function createProblemExamples(): Record<string, JsonSchema> {
  // The cast is safe: the keys of `problems` are the codes.
  return Object.fromEntries((Object.keys(problems) as ProblemCode[]).map((code) => [code, { value: exampleOf(code) }]));
}

function exampleOf(code: ProblemCode): JsonSchema {
  const { status, title } = problems[code];
  return { type: `urn:specmill:problem:${code}`, title, status, detail: title, code };
}

/** Returns all named schemas that routes use, by name, sorted. Throws if two schemas have one name. */
function schemasOf(routes: readonly DescribedRoute[]): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const { components } of [problemSchema, ...routes.flatMap(usedSchemas)]) {
    for (const [name, schema] of Object.entries(components)) {
      const other = found.get(name);
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(schema))
        throw new Error(`two schemas have the name ${name}`);
      found.set(name, schema);
    }
  }
  return Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function usedSchemas({ operation }: DescribedRoute): AnySchema[] {
  const { params, query, headers, body, answers } = operation;
  const parameters = [params, query, headers, ...(body?.kind === 'form' ? [body.fields] : [])];
  const contents = [...Object.values(answers), ...(body?.kind === 'content' ? [body] : [])];
  return [
    ...parameters.flatMap((shape) => Object.values(shape)).map(({ schema }) => schema),
    ...contents.flatMap(({ content }) => Object.values(content)).map(({ schema }) => schema),
  ];
}

/** Returns the operation object of a route. Callers need one of these credentials, if there are any. */
function describeOperation(route: DescribedRoute, credentials: readonly CredentialKind[]): JsonSchema {
  const { operation } = route;
  const { id, tag, summary, description, params, query, headers, body } = operation;
  const parameters = [
    ...Object.entries(params).map(([name, parameter]) => describeParameter('path', name, parameter)),
    ...Object.entries(query).map(([name, parameter]) => describeParameter('query', name, parameter)),
    ...Object.entries(headers).map(([name, parameter]) => describeParameter('header', name, parameter)),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(credentials.length > 0 && { security: describeSecurity(route, credentials) }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && { requestBody: describeBody(body) }),
    responses: describeAnswers(route),
  };
}

function describeParameter(
  place: 'path' | 'query' | 'header',
  name: string,
  { schema, example, ...parameter }: PathParameter & { fallback?: unknown },
): JsonSchema {
  const { description, ...bare } = schema.json;
  const isRequired = place === 'path' || !('fallback' in parameter);
  return { name, in: place, required: isRequired, description, schema: bare, example: toJson(example, bare) };
}

/** Returns the text of a parameter as the JSON value that its schema describes. */
function toJson(text: string, { type }: JsonSchema): unknown {
  return type === 'integer' || type === 'boolean' ? JSON.parse(text) : text;
}

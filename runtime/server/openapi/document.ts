import type { JsonSchema } from '../../../compiler/index.ts';
import type { CredentialKind } from '../../state/access/control/authenticate.ts';
import type { Route, Tag } from '../api/route.ts';
import { type DescribedRoute, isDescribed } from './described-route.ts';
import { describeOperation } from './operation.ts';
import { createProblemExamples } from './problem-examples.ts';
import { schemasOf } from './schemas.ts';
import { describeSecuritySchemes } from './security.ts';

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
  runs: 'What became of a file: progress, result, records with issues, rejects.',
  topics: 'The embedded broker.',
  credentials: 'What integrations need to log in. Secrets are encrypted, and no response contains one.',
  integrations: 'Systems that files come from or go to.',
  jobs: 'Sources that are watched, and what became of each of their files.',
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

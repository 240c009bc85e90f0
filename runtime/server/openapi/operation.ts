import type { JsonSchema } from '../../../compiler/index.ts';
import type { CredentialKind } from '../../state/access/control/authenticate.ts';
import type { PathParameter } from '../api/route.ts';
import { describeBody } from './body.ts';
import type { DescribedRoute } from './described-route.ts';
import { describeAnswers } from './responses.ts';
import { describeSecurity } from './security.ts';

/** Returns the operation object of a route. Callers need one of these credentials, if there are any. */
export function describeOperation(route: DescribedRoute, credentials: readonly CredentialKind[]): JsonSchema {
  const { scope, operation } = route;
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
    ...(credentials.length > 0 && { security: describeSecurity(scope, credentials) }),
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

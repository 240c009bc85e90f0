import { CREDENTIAL_KINDS, type CredentialKind } from '../../state/access/control/authenticate.ts';
import { programVersion } from '../../base/program/version.ts';
import type { Handler, Route } from '../api/route.ts';
import { json, text } from '../http/respond.ts';
import type { Services } from '../http/services.ts';
import { createOpenApiDocument, type OpenApiDocument } from '../openapi/document.ts';
import { createReferencePage, PAGE_POLICY } from '../reference/page.ts';

/** Returns the routes that a service offers with its settings. */
export type OfferedRoutes = (services: Services) => readonly Route[];

/** Creates the handler of GET /openapi.json: the OpenAPI document of the offered routes, created on each request. */
export function getOpenApi(routes: OfferedRoutes): Handler {
  return (_, services) => json(describeService(routes, services));
}

/** Creates the handler of GET /docs: the same as a page for people. */
export function getReference(routes: OfferedRoutes): Handler {
  const headers = { 'content-security-policy': PAGE_POLICY, 'referrer-policy': 'no-referrer' };
  return (_, services) => text(createReferencePage(describeService(routes, services)), 'text/html', headers);
}

/** Creates the OpenAPI document of this version of the program, with all kinds of credentials by default. */
export function describeRoutes(
  routes: readonly Route[],
  credentials: readonly CredentialKind[] = CREDENTIAL_KINDS,
): OpenApiDocument {
  return createOpenApiDocument(routes, { version: programVersion(), credentials });
}

function describeService(routes: OfferedRoutes, services: Services): OpenApiDocument {
  return describeRoutes(routes(services), services.access.acceptedCredentials);
}

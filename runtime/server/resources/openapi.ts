import { programVersion } from '../../program/version.ts';
import type { Handler, Route } from '../api/route.ts';
import { json, text } from '../http/respond.ts';
import { createOpenApiDocument, type OpenApiDocument } from '../openapi/document.ts';
import { createReferencePage, PAGE_POLICY } from '../reference/page.ts';

/** Creates the handler of GET /openapi.json: the OpenAPI document of these routes, which is created on each request. */
export function getOpenApi(routes: () => readonly Route[]): Handler {
  return () => json(describeRoutes(routes()));
}

/** Creates the handler of GET /docs: the same as a page for people. */
export function getReference(routes: () => readonly Route[]): Handler {
  const headers = { 'content-security-policy': PAGE_POLICY, 'referrer-policy': 'no-referrer' };
  return () => text(createReferencePage(describeRoutes(routes())), 'text/html', headers);
}

/** Creates the OpenAPI document of this version of the program. */
export function describeRoutes(routes: readonly Route[]): OpenApiDocument {
  return createOpenApiDocument(routes, { version: programVersion(), isProtected: false });
}

import { programVersion } from '../../program/version.ts';
import type { Handler, Route } from '../api/route.ts';
import { json } from '../http/respond.ts';
import { createOpenApiDocument, type OpenApiDocument } from '../openapi/document.ts';

/** Creates the handler of GET /openapi.json: the OpenAPI document of these routes, which is created on each request. */
export function getOpenApi(routes: () => readonly Route[]): Handler {
  return () => json(describeRoutes(routes()));
}

/** Creates the OpenAPI document of this version of the program. */
export function describeRoutes(routes: readonly Route[]): OpenApiDocument {
  return createOpenApiDocument(routes, { version: programVersion(), isProtected: false });
}

import { jsonAnswer } from '../api/answer.ts';
import { type Route, route } from '../api/route.ts';
import { getOpenApi } from '../resources/openapi.ts';
import { exampleDocument, openApiSchema } from '../shapes/openapi.ts';
import { API } from './paths.ts';

/** Creates the routes that describe the API: all routes that `routes` returns, these included. */
export function createDescriptionRoutes(routes: () => readonly Route[]): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: `${API}/openapi.json`,
      scope: 'read',
      id: 'getOpenApi',
      tag: 'service',
      summary: 'Returns this document (OpenAPI 3.1)',
      answers: { 200: jsonAnswer('The document', openApiSchema, { example: exampleDocument }) },
      handle: getOpenApi(routes),
    }),
  ];
}

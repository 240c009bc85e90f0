import { header, jsonAnswer, textAnswer } from '../api/answer.ts';
import { type Route, route } from '../api/route.ts';
import { getOpenApi, getReference, type OfferedRoutes } from '../resources/openapi.ts';
import { exampleDocument, openApiSchema } from '../shapes/openapi.ts';
import { API } from './paths.ts';

/** Creates the routes that describe the API: all routes that `routes` returns, these included. */
export function createDescriptionRoutes(routes: OfferedRoutes): readonly Route[] {
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
    route({
      method: 'GET',
      path: '/docs',
      scope: 'read',
      id: 'getReference',
      tag: 'service',
      summary: 'Returns the reference of the API as a page that loads nothing else',
      answers: {
        200: textAnswer('The page', ['text/html'], {
          example: '<!doctype html>',
          headers: {
            'Content-Security-Policy': header('The page runs no script and loads nothing.', "default-src 'none'"),
            'Referrer-Policy': header('Always `no-referrer`.', 'no-referrer'),
          },
        }),
      },
      handle: getReference(routes),
    }),
  ];
}

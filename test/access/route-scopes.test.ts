/** Every route declares the scope that it requires. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isScope } from '../../runtime/access/scopes.ts';
import { routes } from '../../runtime/server/app.ts';
import type { Route } from '../../runtime/server/api/route.ts';

test('a route without a scope does not compile', () => {
  // @ts-expect-error: without this error, `npm run check` fails.
  const route: Route = { method: 'GET', path: '/api/v1/new', operation: null, handle: () => new Response() };
  assert.is(route.scope, undefined);
});

test('only health is open', () => {
  for (const { path, scope } of routes) assert.is(!isScope(scope), path.startsWith('/health/'), path);
});

test.run();

/** Every route declares the scope that it requires. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isScope } from '../../runtime/access/scopes.ts';
import type { Route } from '../../runtime/server/api/route.ts';
import { routes } from '../../runtime/server/app.ts';

test('a route without a scope does not compile', () => {
  const declared: Omit<Route, 'scope'> = { ...routes[0]!, storesNothing: false };
  // @ts-expect-error: the scope is missing. Without this error, `npm run check` fails.
  const route: Route = declared;
  // With a scope it compiles.
  const complete: Route = { ...declared, scope: 'read' };
  assert.equal([route.path, complete.scope], [declared.path, 'read']);
});

test('only health is open', () => {
  for (const { path, scope } of routes) assert.is(!isScope(scope), path.startsWith('/health/'), path);
});

test.run();

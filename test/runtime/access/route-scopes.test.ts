/** Every route declares the scope that it requires. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isScope } from '../../../runtime/state/access/scopes.ts';
import type { Route } from '../../../runtime/server/api/route.ts';
import { routes } from '../../../runtime/server/app.ts';

test('a route without a scope does not compile', () => {
  const declared: Omit<Route, 'scope'> = { ...routes[0]!, storesNothing: false };
  // @ts-expect-error: the scope is missing. Without this error, `npm run check` fails.
  const route: Route = declared;
  // With a scope it compiles.
  const complete: Route = { ...declared, scope: 'read' };
  assert.equal([route.path, complete.scope], [declared.path, 'read']);
});

test('only health and the files of the page are open', () => {
  const open = routes.filter(({ scope }) => !isScope(scope)).map(({ path }) => path);
  assert.equal(open.sort(), ['/', '/health/live', '/health/ready', '/page/:file']);
});

test.run();

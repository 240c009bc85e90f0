import type { Operation, Route } from '../api/route.ts';

/** A route that has a description. */
export interface DescribedRoute extends Route {
  operation: Operation;
}

/** Returns true unless the route only reserves a path. */
export function isDescribed(route: Route): route is DescribedRoute {
  return route.operation !== null;
}

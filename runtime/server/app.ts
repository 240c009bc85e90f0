import type { H3 } from 'h3';
import { reservedRoute, type Route } from './api/route.ts';
import { createRouter } from './api/router.ts';
import type { Services } from './http/services.ts';
import { notReleased } from './resources/not-released.ts';
import { createDescriptionRoutes } from './routes/description.ts';
import { API } from './routes/paths.ts';
import { runRoutes } from './routes/runs.ts';
import { serviceRoutes } from './routes/service.ts';
import { specRoutes } from './routes/specs.ts';
import { topicRoutes } from './routes/topics.ts';
import { transformRoutes } from './routes/transform.ts';

/** The route table of the service. */
export const routes: readonly Route[] = [
  ...specRoutes,
  ...transformRoutes,
  ...runRoutes,
  ...topicRoutes,
  reservedRoute(`${API}/credentials/**`, 'connect', notReleased),
  reservedRoute(`${API}/integrations/**`, 'connect', notReleased),
  ...serviceRoutes,
  ...createDescriptionRoutes(() => routes),
];

/** Creates the h3 application of the service. */
export function createApp(services: Services): H3 {
  return createRouter(routes, services);
}

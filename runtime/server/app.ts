import type { H3 } from 'h3';
import { reservedRoute, type Route } from './api/route.ts';
import { createRouter } from './api/router.ts';
import type { Services } from './http/services.ts';
import { rejectUnreleased } from './resources/not-released.ts';
import { credentialRoutes } from './routes/credentials.ts';
import { createDescriptionRoutes } from './routes/description.ts';
import { draftRoutes } from './routes/drafts.ts';
import { instanceRoutes } from './routes/instances.ts';
import { integrationRoutes } from './routes/integrations.ts';
import { jobRoutes } from './routes/jobs.ts';
import { API } from './routes/paths.ts';
import { pageRoutes } from './routes/page.ts';
import { referenceRoutes } from './routes/reference.ts';
import { runRoutes } from './routes/runs.ts';
import { serviceRoutes } from './routes/service.ts';
import { specRoutes } from './routes/specs.ts';
import { topicRoutes } from './routes/topics.ts';
import { transformRoutes } from './routes/transform.ts';

/** The route table of the service. */
export const routes: readonly Route[] = [
  ...specRoutes,
  ...draftRoutes,
  ...referenceRoutes,
  ...transformRoutes,
  ...runRoutes,
  ...topicRoutes,
  ...credentialRoutes,
  ...integrationRoutes,
  ...jobRoutes,
  ...instanceRoutes,
  ...serviceRoutes,
  ...pageRoutes,
  ...createDescriptionRoutes((services) => offeredRoutes(services)),
];

const unreleased: readonly Route[] = [
  reservedRoute(`${API}/credentials/**`, 'connect', rejectUnreleased),
  reservedRoute(`${API}/integrations/**`, 'connect', rejectUnreleased),
];

/** Creates the h3 application of the service. */
export function createApp(services: Services): H3 {
  return createRouter(offeredRoutes(services), services);
}

function offeredRoutes({ sources, metricsOpen }: Services): readonly Route[] {
  const ofSources = new Set([...credentialRoutes, ...integrationRoutes]);
  const offered = sources !== null ? routes : [...routes.filter((route) => !ofSources.has(route)), ...unreleased];
  return metricsOpen ? offered.map(openMetrics) : offered;
}

function openMetrics(route: Route): Route {
  return route.path === '/metrics' ? { ...route, scope: 'open' } : route;
}

import type { H3 } from 'h3';
import { live, ready } from './resources/health.ts';
import { notReleased } from './resources/not-released.ts';
import { createRouter } from './http/router.ts';
import { cancelRun, deleteRun, getRun, getRunErrors, getRunRejects, listRuns, RUN_FILTERS } from './resources/runs.ts';
import type { Route, Services } from './http/services.ts';
import { createSpec, deleteSpec, getModule, getSpec, listSpecs, replaceSpec, validateSpec } from './resources/specs.ts';
import { deleteTopic, listMessages, listTopics } from './resources/topics.ts';
import { fileToEvents } from './resources/transform.ts';
import { validateFile } from './resources/validate.ts';

const API = '/api/v1';

/** The route table of the service. */
export const routes: readonly Route[] = [
  { method: 'POST', path: `${API}/specs`, scope: 'specs', handle: createSpec },
  { method: 'GET', path: `${API}/specs`, scope: 'read', query: ['include', 'limit', 'cursor'], handle: listSpecs },
  { method: 'GET', path: `${API}/specs/:id`, scope: 'read', handle: getSpec },
  { method: 'PUT', path: `${API}/specs/:id`, scope: 'specs', handle: replaceSpec },
  { method: 'DELETE', path: `${API}/specs/:id`, scope: 'specs', handle: deleteSpec },
  { method: 'POST', path: `${API}/specs/:id/validate`, scope: 'specs', handle: validateSpec },
  { method: 'GET', path: `${API}/specs/:id/module`, scope: 'read', query: ['as'], handle: getModule },
  { method: 'POST', path: `${API}/transform/file-to-events`, scope: 'transform', handle: fileToEvents },
  { method: 'POST', path: `${API}/transform/validate`, scope: 'transform', handle: validateFile },
  { method: 'GET', path: `${API}/runs`, scope: 'read', query: RUN_FILTERS, handle: listRuns },
  { method: 'GET', path: `${API}/runs/:id`, scope: 'read', handle: getRun },
  { method: 'DELETE', path: `${API}/runs/:id`, scope: 'transform', handle: deleteRun },
  { method: 'POST', path: `${API}/runs/:id/cancel`, scope: 'transform', handle: cancelRun },
  { method: 'GET', path: `${API}/runs/:id/errors`, scope: 'read', handle: getRunErrors },
  { method: 'GET', path: `${API}/runs/:id/rejects`, scope: 'read', handle: getRunRejects },
  { method: 'GET', path: `${API}/topics`, scope: 'read', handle: listTopics },
  {
    method: 'GET',
    path: `${API}/topics/:topic/messages`,
    scope: 'read',
    query: ['from', 'limit'],
    handle: listMessages,
  },
  { method: 'DELETE', path: `${API}/topics/:topic`, scope: 'admin', handle: deleteTopic },
  { method: 'ANY', path: `${API}/credentials/**`, scope: 'connect', handle: notReleased },
  { method: 'ANY', path: `${API}/integrations/**`, scope: 'connect', handle: notReleased },
  { method: 'GET', path: '/health/live', scope: 'open', handle: live },
  { method: 'GET', path: '/health/ready', scope: 'open', handle: ready },
];

/** Creates the h3 application of the service. */
export function createApp(services: Services): H3 {
  return createRouter(routes, services);
}

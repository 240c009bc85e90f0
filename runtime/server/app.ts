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
  { method: 'POST', path: `${API}/specs`, handle: createSpec },
  { method: 'GET', path: `${API}/specs`, query: ['include', 'limit', 'cursor'], handle: listSpecs },
  { method: 'GET', path: `${API}/specs/:id`, handle: getSpec },
  { method: 'PUT', path: `${API}/specs/:id`, handle: replaceSpec },
  { method: 'DELETE', path: `${API}/specs/:id`, handle: deleteSpec },
  { method: 'POST', path: `${API}/specs/:id/validate`, handle: validateSpec },
  { method: 'GET', path: `${API}/specs/:id/module`, query: ['as'], handle: getModule },
  { method: 'POST', path: `${API}/transform/file-to-events`, handle: fileToEvents },
  { method: 'POST', path: `${API}/transform/validate`, handle: validateFile },
  { method: 'GET', path: `${API}/runs`, query: RUN_FILTERS, handle: listRuns },
  { method: 'GET', path: `${API}/runs/:id`, handle: getRun },
  { method: 'DELETE', path: `${API}/runs/:id`, handle: deleteRun },
  { method: 'POST', path: `${API}/runs/:id/cancel`, handle: cancelRun },
  { method: 'GET', path: `${API}/runs/:id/errors`, handle: getRunErrors },
  { method: 'GET', path: `${API}/runs/:id/rejects`, handle: getRunRejects },
  { method: 'GET', path: `${API}/topics`, handle: listTopics },
  { method: 'GET', path: `${API}/topics/:topic/messages`, query: ['from', 'limit'], handle: listMessages },
  { method: 'DELETE', path: `${API}/topics/:topic`, handle: deleteTopic },
  { method: 'ANY', path: `${API}/credentials/**`, handle: notReleased },
  { method: 'ANY', path: `${API}/integrations/**`, handle: notReleased },
  { method: 'GET', path: '/health/live', handle: live },
  { method: 'GET', path: '/health/ready', handle: ready },
];

/** Creates the h3 application of the service. */
export function createApp(services: Services): H3 {
  return createRouter(routes, services);
}

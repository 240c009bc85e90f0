import { jsonAnswer } from '../api/answer.ts';
import { uuid } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { drainInstance, listInstances } from '../resources/instances.ts';
import { exampleInstance, instanceSchema, instancesSchema } from '../shapes/instance.ts';
import { API } from './paths.ts';

/** The routes of the processes that share the database. */
export const instanceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${API}/instances`,
    scope: 'read',
    id: 'listInstances',
    tag: 'service',
    summary: 'Lists the processes of the service that share the database',
    answers: { 200: jsonAnswer('The instances', instancesSchema, { example: [exampleInstance] }) },
    problems: ['storage_failed'],
    handle: listInstances,
  }),
  route({
    method: 'POST',
    path: `${API}/instances/:id/drain`,
    scope: 'admin',
    id: 'drainInstance',
    tag: 'service',
    summary: 'Requests that an instance takes no more runs',
    description:
      'Its present runs stop at their next checkpoints, and other instances continue them. It still answers requests. It takes runs again after a restart.',
    params: { id: uuid('The id of the instance.', exampleInstance.id) },
    answers: {
      202: jsonAnswer('The instance', instanceSchema, { example: { ...exampleInstance, state: 'draining' } }),
    },
    problems: ['instance_not_found', 'storage_failed'],
    handle: drainInstance,
  }),
];

import { jsonAnswer, optionalHeader, textAnswer } from '../api/answer.ts';
import { type Route, route } from '../api/route.ts';
import { array } from '../api/schema.ts';
import { auditFilters, listAudit } from '../resources/audit.ts';
import { getCaller } from '../resources/caller.ts';
import { live, ready } from '../resources/health.ts';
import { getMetrics } from '../resources/metrics.ts';
import { auditEntry, exampleAuditEntry } from '../shapes/audit.ts';
import { callerSchema, exampleCaller } from '../shapes/caller.ts';
import { exampleReadiness, liveness, readiness } from '../shapes/health.ts';
import { API } from './paths.ts';

/** The routes about the service itself. */
export const serviceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${API}/audit`,
    scope: 'admin',
    id: 'listAudit',
    tag: 'service',
    summary: 'Lists who did what, newest first',
    query: auditFilters,
    answers: {
      200: jsonAnswer('A page of the audit', array(auditEntry), {
        example: [exampleAuditEntry],
        headers: {
          Link: optionalHeader(
            'The next page (RFC 8288). Absent on the last one.',
            `<${API}/audit?cursor=9>; rel="next"`,
          ),
        },
      }),
    },
    handle: listAudit,
  }),
  route({
    method: 'GET',
    path: `${API}/caller`,
    scope: 'read',
    alsoScope: 'approve',
    id: 'getCaller',
    tag: 'service',
    summary: 'Returns who sends the request, and what they may do',
    answers: { 200: jsonAnswer('The caller', callerSchema, { example: exampleCaller }) },
    handle: getCaller,
  }),
  route({
    method: 'GET',
    path: '/health/live',
    scope: 'open',
    id: 'getLiveness',
    tag: 'service',
    summary: 'Responds while the process is running',
    answers: { 200: jsonAnswer('The process is running', liveness, { example: { status: 'live' } }) },
    handle: live,
  }),
  route({
    method: 'GET',
    path: '/health/ready',
    scope: 'open',
    id: 'getReadiness',
    tag: 'service',
    summary: 'Says whether the service can do its work, and which state of the specs folder it uses',
    answers: {
      200: jsonAnswer('The service is ready', readiness, { example: exampleReadiness }),
      503: jsonAnswer('The service is not ready', readiness, {
        example: { ...exampleReadiness, status: 'stopping', reasons: ['stopping'] },
      }),
    },
    handle: ready,
  }),
  route({
    method: 'GET',
    path: '/metrics',
    scope: 'read',
    id: 'getMetrics',
    tag: 'service',
    summary: 'Returns the metrics of the service in the format OpenMetrics',
    answers: {
      200: textAnswer('The metrics', ['application/openmetrics-text'], {
        example: '# HELP specmill_runs Unfinished runs by state\n# TYPE specmill_runs gauge\n# EOF\n',
      }),
    },
    handle: getMetrics,
  }),
];

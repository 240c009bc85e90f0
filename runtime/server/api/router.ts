import { H3, type H3Event } from 'h3';
import { Problem, toResponse } from '../http/problem.ts';
import { empty } from '../http/respond.ts';
import type { Services } from '../http/services.ts';
import { type RawHandler, type ServedRoute, serveRequest } from '../http/serve-request.ts';
import { readQuery } from './read-query.ts';
import type { Route } from './route.ts';
import { readContext } from '../http/request-context.ts';
import { withMembers } from '../../base/log/service-log.ts';
import { withTrace } from '../../base/log/trace-context.ts';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Creates the h3 application for a route table. An unknown path gets 404. An unknown method gets 405 with Allow. */
export function createRouter(routes: readonly Route[], services: Services): H3 {
  // answer() turns all other errors into responses. h3 calls onError only for requests that it rejects before routing.
  const app = new H3({
    silent: true,
    onError: () => toResponse(new Problem('malformed_request', 'the path has an invalid percent-encoding')),
  });
  const serve = (route: ServedRoute) => {
    const template = templateOf(route.path);
    return async ({ req, context }: H3Event): Promise<Response> => {
      const began = performance.now();
      const own = readContext(req.headers);
      const log = withMembers(services.log, own);
      const span = startSpan(req, template);
      const params = decode(context.params ?? {});
      const response = await withTrace(own.traceparent, () =>
        serveRequest(req, params, { route, context: own, services: { ...services, log } }),
      );
      const { status } = response;
      const seconds = (performance.now() - began) / 1000;
      response.headers.set('x-request-id', own.requestId);
      span.end(status);
      services.metrics.countRequest({ route: template, method: req.method, status }, seconds);
      const durationMs = Math.round(seconds * 1e6) / 1000;
      log.debug('request', { method: req.method, route: template, status, durationMs });
      return response;
    };
  };
  for (const [path, routesOfPath] of groupByPath(routes)) {
    for (const route of routesOfPath) {
      // A path that ends in `/**` must also match without further segments, so the shorter path is added.
      for (const each of path.endsWith('/**') ? [path, path.slice(0, -3)] : [path])
        addRoute(app, route.method, each, serve({ ...route, handle: withQuery(route) }));
    }
    if (!routesOfPath.some(({ method }) => method === 'ANY')) {
      const scope = routesOfPath.every((route) => route.scope === 'open') ? 'open' : 'any';
      app.all(path, serve({ ...ANY, path, scope, handle: rejectMethod(routesOfPath) }));
    }
  }
  app.all('/**', serve({ ...ANY, path: '/**', scope: 'any', handle: rejectPath }));
  return app;
}

const ANY = { alsoScope: null, storesNothing: true, staysOpen: false } as const;

function rejectPath(): never {
  throw new Problem('not_found', 'this path does not exist. Specs are at /api/v1/specs, health is at /health/ready');
}

/** Returns a handler that reads the query parameters first. A reserved route accepts any. */
function withQuery({ operation, handle }: Route): RawHandler {
  return (request, services, params) => {
    const query = operation === null ? {} : readQuery(new URL(request.url).searchParams, operation.query, services);
    return handle(request, services, params, query);
  };
}

function addRoute(
  app: H3,
  method: Route['method'],
  path: string,
  handler: (event: H3Event) => Promise<Response>,
): void {
  if (method === 'ANY') app.all(path, handler);
  else app.on(method, path, handler);
  if (method === 'GET') app.on('HEAD', path, handler);
}

function rejectMethod(routesOfPath: readonly Route[]): RawHandler {
  const methods = routesOfPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = [...methods, 'OPTIONS'].join(', ');
  return ({ method }) => {
    if (method === 'OPTIONS') return empty(204, { allow });
    throw new Problem('method_not_allowed', `${method} is not allowed here. Allowed are ${allow}`, {
      headers: { allow },
    });
  };
}

/** Returns a path as the label of a metric: `/api/v1/runs/{id}`. */
function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function groupByPath(routes: readonly Route[]): Map<string, Route[]> {
  const byPath = new Map<string, Route[]>();
  for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  return byPath;
}

function decode(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeSegment(value)]));
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The span of a request that is being answered. */
interface RequestSpan {
  /** Ends the span when the response starts. */
  end(status: number): void;
}

/**
 * Starts the OpenTelemetry span of a request, as a child of its `traceparent`. Without an OpenTelemetry SDK in the
 * process, this does nothing.
 */
function startSpan(request: Request, route: string): RequestSpan {
  const parent = propagation.extract(context.active(), request.headers, {
    get: (headers, name) => headers.get(name) ?? undefined,
    keys: (headers) => [...headers.keys()],
  });
  const attributes = { 'http.request.method': request.method, 'http.route': route };
  const span = trace
    .getTracer('specmill')
    .startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
  return {
    end(status) {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

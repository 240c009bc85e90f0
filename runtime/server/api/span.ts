import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** The span of a request that is being answered. */
export interface RequestSpan {
  /** Ends the span when the response starts. */
  end(status: number): void;
}

/**
 * Starts the OpenTelemetry span of a request, as a child of its `traceparent`. Without an OpenTelemetry SDK in the
 * process, this does nothing.
 */
export function startSpan(request: Request, route: string): RequestSpan {
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

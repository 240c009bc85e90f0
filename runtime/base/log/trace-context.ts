import { AsyncLocalStorage } from 'node:async_hooks';

const traces = new AsyncLocalStorage<string | undefined>();

/**
 * Calls `work` as a part of a trace (W3C Trace Context). HTTP requests that it sends, also after an `await`, have this
 * `traceparent`. Undefined: they have none, for work that continues after the request that has started it.
 */
export function withTrace<T>(traceparent: string | undefined, work: () => T): T {
  return traces.run(traceparent, work);
}

/** Returns the headers with which an outgoing HTTP request continues the trace of the caller. Empty without one. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const traceparent = traces.getStore();
  return traceparent === undefined ? {} : { traceparent };
}

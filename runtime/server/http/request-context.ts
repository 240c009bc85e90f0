import { randomUUID } from 'node:crypto';

/** What identifies a request in the log and across services. */
export interface RequestContext {
  /** The `X-Request-Id` of the request if it is a plain one, else a new UUID. */
  requestId: string;
  /** The `traceparent` of the request (W3C Trace Context); absent if it has none or an invalid one. */
  traceparent?: string;
  /** The name of the principal; absent until it is known. */
  principal?: string;
  /** The run that the request has created; absent if there is none. */
  runId?: string;
}

const REQUEST_ID = /^[\w.-]{1,64}$/;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Reads the context of a request from its headers. */
export function readContext(headers: Headers): RequestContext {
  const sent = headers.get('x-request-id') ?? '';
  const traceparent = readTraceparent(headers);
  return {
    requestId: REQUEST_ID.test(sent) ? sent : randomUUID(),
    ...(traceparent !== undefined && { traceparent }),
  };
}

/** Returns the `traceparent` of a request; undefined if it has none or an invalid one. */
export function readTraceparent(headers: Headers): string | undefined {
  const traceparent = headers.get('traceparent') ?? '';
  return TRACEPARENT.test(traceparent) ? traceparent : undefined;
}

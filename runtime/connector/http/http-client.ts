import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { traceHeaders } from '../../base/log/trace-context.ts';
import type { ConnectStep, OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HostGuard, PinnedHost } from '../host-guard.ts';
import { ANSWER_TIMEOUT_MS } from '../time-limit.ts';
import { isStaleConnection, toHttpFailure } from './http-failure.ts';
import { createContentAgents } from './content-agent.ts';
import { discardBody } from './response-body.ts';

/** A request. */
export interface HttpRequest {
  /** `GET` by default. */
  readonly method?: string;
  /** An absolute URL with the scheme `http` or `https`, without user and password. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Maximum number of redirects to follow, for GET and HEAD; 0 by default. */
  readonly maxRedirects?: number;
  /** Maximum time to wait for this response, in milliseconds; by default that of the client. */
  readonly timeoutMs?: number;
  /**
   * Whether the body of the response is a file. readContentBody() reads such a body faster. The request opens a connection
   * of its own.
   */
  readonly isContent?: boolean;
}

/** A response of any status. */
export interface HttpResponse {
  readonly status: number;
  /** Names are in lower case. The values of a repeated header are joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The connection is in use until the caller reads the body to the end, discards it, or destroys it. */
  readonly body: http.IncomingMessage;
}

/**
 * An HTTP client. Every connection, also after a redirect, passes the guard. It never decompresses a body. Requests have
 * the `traceparent` of the caller (W3C Trace Context).
 */
export interface HttpClient {
  /** Returns the response, also if its status is an error. Throws ConnectorFailure if there is no response. */
  request(request: HttpRequest): Promise<HttpResponse>;
  /** Closes all connections. Requests that wait for a response throw. */
  close(): void;
}

/** What a client needs. */
export interface HttpClientParts {
  readonly guard: HostGuard;
  /** Called once for each step, when the first connection opens. */
  readonly onStep?: OnStep;
  /** Maximum time to wait for a response, in milliseconds; 30 s by default. */
  readonly timeoutMs?: number;
  /** Certificates of authorities in PEM, instead of those of the system. */
  readonly ca?: string;
}

const MAX_SOCKETS = 10;
/** A larger buffer stops the socket less often, which saves a fifth of the processor time of a long body. */
const BUFFERED_BYTES = 1024 * 1024;
/** The headers that a redirect to another origin receives. All others may contain a secret. */
const HARMLESS_HEADERS = ['accept', 'accept-encoding', 'if-match', 'if-range', 'range', 'user-agent'];

/** Creates a client that reuses connections. */
export function createHttpClient({ guard, timeoutMs, ca, ...parts }: HttpClientParts): HttpClient {
  const onStep = reportOnce(parts.onStep ?? (() => {}));
  const clientTimeoutMs = timeoutMs ?? ANSWER_TIMEOUT_MS;
  const options = { maxSockets: MAX_SOCKETS, ...(ca === undefined ? {} : { ca }) };
  const agents = {
    http: new http.Agent({ ...options, keepAlive: true }),
    https: new https.Agent({ ...options, keepAlive: true }),
  };
  const contentAgents = createContentAgents(options);

  async function sendOnce(request: HttpRequest): Promise<http.IncomingMessage> {
    const url = parseUrl(request.url);
    onStep('resolve');
    const pinned = await guard.pin(url.hostname);
    onStep('connect');
    const { http, https } = request.isContent === true ? contentAgents : agents;
    const agent = url.protocol === 'https:' ? https : http;
    return exchange(request, { url, pinned, agent, onStep, timeoutMs: request.timeoutMs ?? clientTimeoutMs });
  }

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const body = await sendOnce(request).catch((error: unknown) => {
      // The server closed an idle connection while the request was sent. A POST may have had an effect.
      if (isStaleConnection(error) && request.method !== 'POST') return sendOnce(request);
      throw error;
    });
    const response = { status: body.statusCode ?? 0, headers: readHeaders(body), body };
    const next = createRedirect(request, response);
    if (next === null) return response;
    discardBody(response);
    return send(next);
  }

  return {
    request: send,
    close() {
      for (const { http, https } of [agents, contentAgents]) {
        http.destroy();
        https.destroy();
      }
    },
  };
}

/** Returns a function that reports each step only once: a client opens many connections. */
function reportOnce(onStep: OnStep): OnStep {
  const reported = new Set<ConnectStep>();
  return (step) => {
    if (!reported.has(step)) onStep(step);
    reported.add(step);
  };
}

interface Exchange {
  readonly url: URL;
  readonly pinned: PinnedHost;
  readonly agent: http.Agent;
  readonly onStep: OnStep;
  readonly timeoutMs: number;
}

/** Sends a request to the address that the guard checked, and returns the response once its headers have arrived. */
function exchange(
  { method = 'GET', headers = {}, body }: HttpRequest,
  { url, pinned, agent, onStep, timeoutMs }: Exchange,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = {
      method,
      headers: { ...traceHeaders(), ...headers, ...length },
      agent,
      lookup: createLookup(pinned),
      timeout: timeoutMs,
      // Node.js passes it to the socket. Its types do not have it.
      highWaterMark: BUFFERED_BYTES,
    };
    const sent = (isSecure ? https : http).request(url, options);
    const failInTime = () =>
      sent.destroy(new ConnectorFailure('timed_out', `${url.host} gave no answer for ${timeoutMs / 1000} s.`));
    // The time-out of the socket is one of inactivity. This timer ends a response whose headers never become complete.
    let timer: NodeJS.Timeout | undefined;
    sent.on('finish', () => (timer = setTimeout(failInTime, timeoutMs)));
    sent.on('timeout', failInTime);
    sent.on('socket', (socket) => {
      if (!socket.connecting) return;
      socket.once('connect', () => onStep(isSecure ? 'tls' : 'authenticate'));
      socket.once('secureConnect', () => onStep('authenticate'));
    });
    sent.on('close', () => clearTimeout(timer));
    sent.on('error', (error) => reject(toHttpFailure(error, sent, url)));
    sent.on('response', (response) => {
      clearTimeout(timer);
      // A caller may read slowly. readBody() limits the time that it waits for bytes.
      sent.setTimeout(0);
      resolve(response);
    });
    sent.end(body);
  });
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new ConnectorFailure('protocol_error', 'The address is not a URL with "http" or "https".');
}

function createLookup({ address, family }: PinnedHost): LookupFunction {
  return (_, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

/** Returns the request to which a response redirects; null if it does not, or if it is not followed. */
function createRedirect(request: HttpRequest, { status, headers }: HttpResponse): HttpRequest | null {
  const { method = 'GET', maxRedirects = 0, url, isContent = false } = request;
  const { location } = headers;
  const isRedirect = [301, 302, 303, 307, 308].includes(status) && location !== undefined;
  if (!isRedirect || maxRedirects === 0 || (method !== 'GET' && method !== 'HEAD')) return null;
  if (!URL.canParse(location, url)) throw new ConnectorFailure('protocol_error', 'The server redirects to no URL.');
  const next = new URL(location, url);
  const kept = Object.entries(request.headers ?? {}).filter(
    ([name]) => next.origin === new URL(url).origin || HARMLESS_HEADERS.includes(name.toLowerCase()),
  );
  return { method, url: next.href, headers: Object.fromEntries(kept), maxRedirects: maxRedirects - 1, isContent };
}

function readHeaders({ headers }: http.IncomingMessage): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return Object.fromEntries(texts) as Record<string, string>;
}

import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { OnStep } from '../connector.ts';
import { ConnectorFailure } from '../failure.ts';
import type { HostGuard } from '../host-guard.ts';
import { ANSWER_TIMEOUT_MS } from '../time-limit.ts';

export interface HttpRequest {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Redirects to follow, for GET and HEAD; 0 by default. The headers go along only to the same origin. */
  readonly maxRedirects?: number;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; of a repeated header the values, joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Read to the end, or destroyed: until then the connection is in use. */
  readonly body: http.IncomingMessage;
}

/** An HTTP client whose every connection, redirects included, passes the guard. It never decompresses. */
export interface HttpClient {
  /** Throws ConnectorFailure where no response comes. A status of 400 and above is a response. */
  request(request: HttpRequest): Promise<HttpResponse>;
  close(): void;
}

export interface HttpClientParts {
  readonly guard: HostGuard;
  readonly onStep?: OnStep;
  /** The longest wait for the response, and for each next byte of it. */
  readonly timeoutMs?: number;
  /** A certificate authority in PEM, beside those of the system. */
  readonly ca?: string;
}

const MAX_SOCKETS = 10;

export function createHttpClient({
  guard,
  onStep = () => {},
  timeoutMs = ANSWER_TIMEOUT_MS,
  ca,
}: HttpClientParts): HttpClient {
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const agents = {
    http: new http.Agent(options),
    https: new https.Agent({ ...options, ...(ca === undefined ? {} : { ca }) }),
  };

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const { method = 'GET', headers = {}, body, maxRedirects = 0 } = request;
    const url = parseUrl(request.url);
    onStep('resolve');
    const pinned = await guard.pin(url.hostname);
    onStep('connect');
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const isSecure = url.protocol === 'https:';
      const sent = (isSecure ? https : http).request(url, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
        agent: isSecure ? agents.https : agents.http,
        lookup: createLookup(pinned),
        timeout: timeoutMs,
      });
      sent.on('socket', (socket) => {
        socket.once('connect', () => onStep(isSecure ? 'tls' : 'authenticate'));
        socket.once('secureConnect', () => onStep('authenticate'));
      });
      sent.on('timeout', () =>
        sent.destroy(new ConnectorFailure('timed_out', `${url.host} gave no answer for ${timeoutMs / 1000} s.`)),
      );
      sent.on('error', (error) => reject(toHttpFailure(error, url, sent.socket)));
      sent.on('response', resolve);
      sent.end(body);
    });
    const answer = { status: response.statusCode ?? 0, headers: headersOf(response), body: response };
    const location = answer.headers['location'];
    if (
      !isRedirect(answer.status) ||
      location === undefined ||
      maxRedirects === 0 ||
      (method !== 'GET' && method !== 'HEAD')
    )
      return answer;
    response.resume();
    const next = new URL(location, url);
    return send({
      method,
      url: next.href,
      maxRedirects: maxRedirects - 1,
      ...(next.origin === url.origin ? { headers } : {}),
    });
  }

  return {
    request: send,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** Reads a body of at most `maxBytes` as text. Throws ConnectorFailure `protocol_error` for a longer one. */
export async function readText({ body }: HttpResponse, maxBytes = 16 * 1024 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of readBody(body)) {
    length += chunk.length;
    if (length > maxBytes)
      throw new ConnectorFailure('protocol_error', `The server's answer is longer than ${maxBytes} bytes.`);
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The bytes of a body. Throws ConnectorFailure `connection_lost` where it ends before its length. */
export async function* readBody(body: http.IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array;
  } catch (error) {
    if (error instanceof ConnectorFailure) throw error;
    throw new ConnectorFailure('connection_lost', 'The server ended the connection within its answer.');
  }
  if (!body.complete)
    throw new ConnectorFailure('connection_lost', 'The server ended the connection within its answer.');
}

/** The failure that a status means, for a request about `named`. */
export function failureOfStatus(status: number, named: string): ConnectorFailure {
  switch (status) {
    case 401:
      return new ConnectorFailure(
        'authentication_failed',
        'The server refused the credential. Check that it is the current one.',
        'authenticate',
      );
    case 403:
      return new ConnectorFailure('permission_denied', `The credential may not access ${named}.`);
    case 404:
    case 410:
      return new ConnectorFailure('not_found', `There is no ${named}.`);
    case 409:
      return new ConnectorFailure('already_exists', `The server reports a conflict about ${named}.`);
    case 412:
      return new ConnectorFailure('source_changed', `${named} changed meanwhile.`);
    case 429:
    case 500:
    case 502:
    case 503:
    case 504:
      return new ConnectorFailure('unreachable', `The server cannot answer now (${status}).`);
    default:
      return new ConnectorFailure('protocol_error', `The server answered ${status} about ${named}.`);
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new ConnectorFailure('protocol_error', 'The URL is not one of HTTP.');
}

function createLookup({ address, family }: { address: string; family: number }): LookupFunction {
  return (_, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function headersOf(response: http.IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function toHttpFailure(error: Error, url: URL, socket: unknown): ConnectorFailure {
  if (error instanceof ConnectorFailure) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const isCertificate = /CERT|SIGNATURE|ALTNAME|SSL|TLS|EPROTO/.test(code);
  if (isCertificate) {
    return new ConnectorFailure(
      'tls_failed',
      `The certificate or TLS of ${url.host} is not accepted (${code}).`,
      'tls',
    );
  }
  const wasConnected = (socket as TLSSocket | null)?.bytesRead !== undefined && (socket as TLSSocket).bytesRead > 0;
  if (wasConnected) return new ConnectorFailure('connection_lost', `${url.host} ended the connection.`);
  return new ConnectorFailure(
    'unreachable',
    `${url.host} cannot be reached (${code || 'it ended the connection'}). Check host, port and firewall.`,
    'connect',
  );
}

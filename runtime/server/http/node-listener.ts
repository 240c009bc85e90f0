import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { LimitedRequest } from './connection-limits.ts';
import { describeError, type Log } from '../../base/log/json-log.ts';
import { problems, problemText } from './problem.ts';

/** The options of createNodeListener(). */
export interface NodeListenerOptions {
  /** Resolves when requests may be handled. */
  ready: Promise<void>;
  log: Log;
}

/**
 * Creates the listener of an HTTP server from the handler of its requests. A request whose Host is no host and port
 * receives 400: h3 throws for some of them while it reads the URL. An error of a handler ends its own connection only.
 */
export function createNodeListener(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  { ready, log }: NodeListenerOptions,
): RequestListener {
  return async (request, response) => {
    // The connection is over a limit, and closed.
    if ((request as LimitedRequest).isRefused === true) return;
    try {
      await ready;
      if (!isHost(request.headers.host)) return rejectHost(response);
      await handle(request, response);
    } catch (error) {
      log.error('request_failed', { method: request.method, error: describeError(error) });
      response.destroy();
    }
  };
}

/** Whether a Host header can be a part of a URL. A port above 65535, for example, cannot. */
function isHost(host: string | undefined): boolean {
  return host === undefined || host === '' || URL.canParse(`http://${host}/`);
}

function rejectHost(response: ServerResponse): void {
  const { status } = problems.malformed_request;
  response.writeHead(status, { 'content-type': 'application/problem+json', connection: 'close' });
  response.end(problemText('malformed_request', 'the Host header must be a host name or address, and at most a port'));
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemText } from './problem.ts';

/** The limits of connections. A time of 0 means no limit. */
export interface ConnectionLimits {
  /** How long a client may take to send the headers of a request, in milliseconds. */
  headerMs: number;
  /** How long a client may neither send nor receive a byte that the service waits for, in milliseconds. */
  idleMs: number;
  /** How long a client may take to send a whole request, in milliseconds. */
  requestMs: number;
  maxConnections: number;
  maxConnectionsPerAddress: number;
}

/** The times that readBody() applies to the body of a request. */
export type BodyTimes = Pick<ConnectionLimits, 'idleMs' | 'requestMs'>;

/** A request of a server with limits. */
export interface LimitedRequest extends IncomingMessage {
  bodyTimes?: BodyTimes;
}

/**
 * Applies limits to a server that does not listen yet, or has no connections. Connections over a limit are closed at
 * once. A client that does not send its headers in time receives 408. A connection whose client does not read its
 * response is closed.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { headerMs, idleMs, requestMs } = limits;
  server.maxConnections = limits.maxConnections;
  // Node.js applies these two only now and then. They concern the requests that no timer below covers: later requests
  // of a connection, and bodies that no handler reads.
  server.headersTimeout = headerMs;
  server.requestTimeout = requestMs;
  server.keepAliveTimeout = idleMs;
  limitAddresses(server, limits.maxConnectionsPerAddress);
  if (headerMs > 0) limitHeaders(server, headerMs);
  if (idleMs > 0) {
    closeIdleConnections(server, limits);
    closeUnreadResponses(server, idleMs);
  }
  endAnsweredRequests(server);
  server.prependListener('request', (request: LimitedRequest) => {
    request.bodyTimes = { idleMs, requestMs };
  });
}

function limitAddresses(server: Server, maxConnections: number): void {
  const connections = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const open = connections.get(address) ?? 0;
    if (open >= maxConnections) {
      socket.destroy();
      return;
    }
    connections.set(address, open + 1);
    socket.once('close', () => {
      const left = (connections.get(address) ?? 1) - 1;
      if (left === 0) connections.delete(address);
      else connections.set(address, left);
    });
  });
}

/** Rejects a client whose first headers do not arrive in time. Over TLS, the time begins after the handshake. */
function limitHeaders(server: Server, headerMs: number): void {
  const timers = new WeakMap<Socket, NodeJS.Timeout>();
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    const timer = setTimeout(() => rejectSlowHeaders(socket), headerMs).unref();
    timers.set(socket, timer);
    socket.once('close', () => clearTimeout(timer));
  });
  server.prependListener('request', ({ socket }: IncomingMessage) => clearTimeout(timers.get(socket)));
}

function rejectSlowHeaders(socket: Socket): void {
  const body = problemText('request_timeout', 'the headers of the request did not arrive in time');
  socket.end(
    `HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/**
 * Closes a connection without a request on which nothing has moved for `idleMs`. The first headers have their own limit,
 * and so does a response that the client does not read.
 */
function closeIdleConnections(server: Server, { idleMs, headerMs }: ConnectionLimits): void {
  const responses = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => responses.set(socket, response));
  server.setTimeout(idleMs, (socket) => {
    const response = responses.get(socket);
    const isWorking = response !== undefined && !response.writableFinished && !response.destroyed;
    const awaitsHeaders = response === undefined && headerMs > 0;
    if (awaitsHeaders || isWorking) socket.setTimeout(idleMs);
    else socket.destroy();
  });
}

/**
 * Closes a connection whose client has read no byte of a response for `idleMs`. What the client sends meanwhile does not
 * count: otherwise, a client could hold a response for ever.
 */
function closeUnreadResponses(server: Server, idleMs: number): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    let since = performance.now();
    let read = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      // What the system has taken for sending counts as read.
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || taken !== read) [since, read] = [now, taken];
      else if (now - since >= idleMs) socket.destroy();
    }, idleMs / 4).unref();
    response.once('close', () => clearInterval(timer));
  });
}

/** After a response to a request that has not arrived as a whole, the rest is discarded for at most this time. */
const LINGER_MS = 10_000;

/**
 * Closes the connection of a client that still sends a request 10 seconds after its response. In this time, the client
 * can read the response; some clients send the whole request first.
 */
function endAnsweredRequests(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (request.complete) return;
      setTimeout(() => {
        if (!request.complete) request.socket.destroy();
      }, LINGER_MS).unref();
    });
  });
}
